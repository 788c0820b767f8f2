"""Every agent of the catalogue keeps the contract, on every game that it plays. No agent is excepted from anything."""

import time

import numpy as np
import pytest

from agents.agent import UNLIMITED
from agents.catalog import AGENTS, make_player, player_spec
from engine.catalog import GAMES
from engine.errors import InputError
from engine.game import allows, redeal
from engine.match import play, rotations
from engine.space import build, knobs_of
from engine.workspace import OWN
from tests.agents.players import decide, positions
from tests.engine.tables import copy_of, generator, raw

SMALL = {"depth": 2, "k": 6, "population": 6, "evaluations": 15}  # of whatever an agent has of these
PAIRS = [
    pytest.param(game, agent, marks=pytest.mark.xdist_group(f"{game}-{agent}"))  # compiled in one process only
    for game in sorted(GAMES)
    for agent in AGENTS
    if not AGENTS[agent].games or game in AGENTS[agent].games
]
every_agent = pytest.mark.parametrize(("game", "agent"), PAIRS)


def sit(game, agent, params, budget=80, **settings):
    """A player of that agent, small enough to be quick."""
    own = {knob: SMALL[knob] for knob in knobs_of(AGENTS[agent].Params) if knob in SMALL}
    return make_player(player_spec(agent, own | settings, GAMES[game], budget=budget), GAMES[game], params)


@every_agent
def test_the_same_seed_and_budget_give_the_same_legal_action_and_leave_the_state_alone(game, agent):
    params = GAMES[game].Params()
    rules, states = positions(game, params, 6)
    one, two = sit(game, agent, params), sit(game, agent, params)
    for state in states:
        before = raw(state)
        action = decide(one, rules, state)
        assert action == decide(two, rules, state)
        assert allows(rules, state, action)
        assert raw(state) == before


@every_agent
def test_what_a_player_cannot_see_does_not_change_its_decision(game, agent):
    params = GAMES[game].Params()
    rules, states = positions(game, params, 8, decisions=25)
    player = sit(game, agent, params)
    for number, state in enumerate(states):
        other = copy_of(GAMES[game], state)
        redeal(rules, other, state.to_move, generator(number))
        other.chance[0] = number
        assert decide(player, rules, state) == decide(player, rules, other)


@every_agent
@pytest.mark.parametrize("budget", [0, 1, 7, 80])
def test_a_budget_is_never_exceeded_and_search_agents_use_it(game, agent, budget):
    params = GAMES[game].Params()
    rules, states = positions(game, params, 3)
    player = sit(game, agent, params, budget)
    for state in states:
        assert allows(rules, state, decide(player, rules, state))
        budget = player.workspace.budget[OWN]
        assert budget.refused == 0
        assert budget.spent == budget - budget.left <= budget
        if AGENTS[agent].budget != UNLIMITED and agent != "random" and budget > 1:
            assert budget.spent >= 0.6 * budget


@every_agent
def test_whole_games_are_played_with_any_number_of_players_and_odd_rules(game, agent):
    for changes in GAMES[game].odd_rules:
        params = build(GAMES[game].Params, {**changes, GAMES[game].length_limit: 24}, "test")
        rules = GAMES[game].prepare(params)
        n = int(GAMES[game].new_deal(rules, 0).n_players)
        players = [sit(game, agent, params, 25) for _ in range(n)]
        results = play(GAMES[game], rules, players, rotations([3], n))
        assert results.length.min() > 0


@every_agent
def test_time_budgets_are_kept(game, agent):
    params = GAMES[game].Params()
    rules, states = positions(game, params, 1)
    player = make_player(player_spec(agent, {"milliseconds": 20}, GAMES[game]), GAMES[game], params)
    decide(player, rules, states[0])
    start = time.perf_counter()
    assert allows(rules, states[0], decide(player, rules, states[0]))
    assert time.perf_counter() - start < 1.0


@pytest.mark.parametrize("agent", AGENTS)
def test_every_knob_is_documented_and_its_default_accepted(agent):
    Params = AGENTS[agent].Params
    for knob in knobs_of(Params).values():
        assert knob.doc, knob.name
        assert getattr(build(Params, {knob.name: knob.default}, "test"), knob.name) == knob.default


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"c": "big"}, "c = 'big' is not accepted; it takes a number from 0 to 1000"),
        ({"d": 0}, "d = 0 is not accepted"),
        ({"depht": 3}, "there is no parameter 'depht'"),
        ({"value": "pointz"}, "pointz"),
        ({"budget": "lots"}, "budget = 'lots' is not accepted"),
    ],
)
def test_bad_settings_are_refused_by_name(settings, message):
    with pytest.raises(InputError, match=message):
        player_spec("mcts", settings, GAMES["splendor"])


def test_an_agent_of_another_game_is_refused_by_name():
    with pytest.raises(InputError, match="buy_order only plays splendor, not splinter"):
        player_spec("buy_order", {}, GAMES["splinter"])


def test_the_decisions_of_a_batch_do_not_depend_on_the_games_before():
    game, params = GAMES["splendor"], GAMES["splendor"].Params(players=2, decision_limit=30)
    rules = game.prepare(params)
    fixtures = rotations(range(3), 2)

    def results(part):
        players = [sit("splendor", agent, params) for agent in ("bmrh", "mcts")]
        return play(game, rules, players, part)

    whole, single = results(fixtures), results(fixtures[4:5])
    assert np.array_equal(whole.payoffs[4:5], single.payoffs)
    assert np.array_equal(whole.points[4:5], single.points)
    assert np.array_equal(whole.length[4:5], single.length)
