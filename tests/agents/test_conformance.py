"""Every agent of the catalogue keeps the contract, on every game that it plays. No agent is excepted from anything."""

import time

import numpy as np
import pytest

from agents.agent import UNLIMITED
from agents.catalog import AGENTS, make_player, player_spec
from engine.errors import InputError
from engine.game import allows, redeal
from engine.match import play, rotations
from engine.memory import sections_of
from engine.space import build, knobs_of
from engine.workspace import OWN, Room
from tests.agents.players import decide, positions
from tests.engine.tables import GAMES, copy_of, generator, raw

SMALL = {"depth": 2, "k": 6, "population": 6, "evaluations": 15}  # of whatever an agent has of these
PAIRS = [
    pytest.param(game, agent, marks=pytest.mark.xdist_group(f"{game}-{agent}"))  # compiled in one process only
    for game in sorted(GAMES)
    for agent in AGENTS
    if not AGENTS[agent].games or game in AGENTS[agent].games
]
every_agent = pytest.mark.parametrize(("game", "agent"), PAIRS)


def sit(game, agent, params, budget=80, room=None, **settings):
    """A player of that agent."""
    return make_player(player_spec(agent, settings, GAMES[game], budget=budget), GAMES[game], params, room)


def sit_small(game, agent, params, budget=80):
    """The same, small enough to be quick."""
    return sit(
        game, agent, params, budget, **{knob: SMALL[knob] for knob in AGENTS[agent].knobs(GAMES[game]) if knob in SMALL}
    )


@every_agent
def test_the_same_seed_and_budget_give_the_same_legal_action_and_leave_the_state_alone(game, agent):
    params = GAMES[game].Params()
    rules, states = positions(game, params, 6)
    one, two = sit_small(game, agent, params), sit_small(game, agent, params)
    for state in states:
        before = raw(state)
        action = decide(one, rules, state)
        assert action == decide(two, rules, state)
        assert allows(rules, state, action)
        assert raw(state) == before


@every_agent
def test_what_a_player_cannot_see_does_not_change_its_decision(game, agent):
    params = GAMES[game].Params()
    rules, states = positions(game, params, 8)
    player = sit_small(game, agent, params)
    for number, state in enumerate(states):
        other = copy_of(GAMES[game], state)
        redeal(rules, other, state.to_move, generator(number))
        other.chance[0] = number
        assert decide(player, rules, state) == decide(player, rules, other)


@every_agent
@pytest.mark.parametrize("grant", [0, 1, 7, 80])
def test_a_budget_is_never_exceeded_and_search_agents_use_it(game, agent, grant):
    params = GAMES[game].Params()
    rules, states = positions(game, params, 3)
    player = sit(game, agent, params, grant)
    for state in states:
        assert allows(rules, state, decide(player, rules, state))
        budget = player.workspace.budget[OWN]
        assert budget.refused == 0
        assert budget.spent == grant - budget.left <= grant
        if AGENTS[agent].budget != UNLIMITED and AGENTS[agent].valued and grant > 1:
            assert budget.spent >= 0.6 * grant


@every_agent
def test_whole_games_are_played_with_any_number_of_players_and_odd_rules(game, agent):
    found = GAMES[game]
    counts = [{"players": players} for players in found.player_counts if len(found.player_counts) > 1]
    for changes in (*counts, *found.odd_rules):
        params = build(found.Params, {**changes, found.length_limit: 24}, "test")
        rules = found.prepare(params)
        n = int(found.new_deal(rules, 0).n_players)
        results = play(found, rules, [sit_small(game, agent, params, 25) for _ in range(n)], rotations([3], n))
        assert n in found.player_counts
        assert results.length.min() > 0


def use(workspace, seed):
    """Leave anything where a player finds whatever was there before it."""
    rng = np.random.default_rng(seed)
    for part in (workspace.states, workspace.actions, workspace.gains, workspace.scratch, workspace.kept):
        part.view(np.uint8)[:] = rng.integers(0, 256, part.nbytes, np.uint8)


SHARED = Room()  # by everybody who plays in these tests


@every_agent
@pytest.mark.parametrize("budget", [500, 20_000])
def test_a_game_is_played_the_same_whatever_the_workspace_was_used_for_before(game, agent, budget):
    found = GAMES[game]
    params = build(found.Params, {found.length_limit: 24}, "test")
    rules = found.prepare(params)
    n = int(found.new_deal(rules, 0).n_players)
    fixtures, outcomes = rotations([5], n)[:2], []
    for room, used, first in ((None, False, 1), (None, False, 0), (SHARED, False, 1), (SHARED, True, 1)):
        players = [sit(game, agent, params, budget, room), *[sit(game, "random", params) for _ in range(n - 1)]]
        if used:
            use(players[0].workspace, budget)
        result = play(found, rules, players, fixtures[first:])[-1]
        seen = (result.payoffs, result.points, result.decisions, result.calls)
        outcomes.append([*(field.tolist() for field in seen), players[0].workspace.rng.tolist()])
    assert all(outcome == outcomes[0] for outcome in outcomes)


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
    Params = AGENTS[agent].module.Params
    assert all(knob.doc and "likewise" not in knob.doc for knob in knobs_of(Params).values())
    for game in GAMES.values():
        knobs = AGENTS[agent].knobs(game)
        for knob in knobs.values():
            values = AGENTS[agent].params({knob.name: knob.default}, game, "test")
            assert getattr(values, knob.name) == knob.default
            assert knob.when is None or knob.when.knob in knobs


@pytest.mark.parametrize("agent", AGENTS)
def test_memory_shadows_no_array_method(agent):
    Memory = getattr(AGENTS[agent].module, "Memory", None)
    records = [kind for kind, _ in (sections_of(Memory) if Memory else [])]
    assert not [name for kind in records for name in kind.names or () if hasattr(np.recarray, name)]


def test_leaving_draws_out_is_a_knob_of_the_games_that_can_do_it():
    for agent in AGENTS.values():
        taken = {name: "draws" in agent.knobs(game) for name, game in GAMES.items()}
        declared = "draws" in agent.module.Params._fields
        assert taken == {name: declared and hasattr(game.verbs, "stop_draws") for name, game in GAMES.items()}
    with pytest.raises(InputError, match="there is no parameter 'draws'"):
        player_spec("greedy", {"draws": True}, GAMES["splinter"])


def test_names_of_variants_take_their_own_knobs_with_their_own_defaults():
    game = GAMES["splendor"]
    bmrh, srh = (AGENTS[name].knobs(game) for name in ("bmrh", "srh"))
    assert (bmrh["mo"].default, srh["mo"].default) == (True, False)
    assert "mr" in srh.keys() - bmrh.keys()
    assert {"ms", "dcy", "mu", "sigma"} == bmrh.keys() - srh.keys()
    assert 0 in srh["n"].domain.values
    with pytest.raises(InputError, match="there is no parameter 'genes'"):
        player_spec("srh", {"genes": "actions"}, game)


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
