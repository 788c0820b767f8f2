"""What every agent must keep in every game that it plays: as `engine.conformance`, for agents.

from agents.conformance import check_agent
from mine import AGENT

def test_my_agent_keeps_the_contract():
    check_agent(AGENT, "splinter")
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from agents.agent import UNLIMITED, Agent
from agents.catalog import AGENTS, make_player, player_spec
from engine.catalog import GAMES, find_game
from engine.conformance import copy_of, enter, generator, promise_in, random_position, raw, run_all
from engine.game import Game, allows, redeal
from engine.match import play, rotations
from engine.memory import sections_of
from engine.space import build, knobs_of
from engine.workspace import OWN, Room, open_budget, start_game

Check = Callable[[Game, str], None]
CHECKS: dict[str, Check] = {}  # by what they promise
SMALL = {"depth": 2, "k": 6, "population": 6, "evaluations": 15}  # of whatever an agent has of these
POSITIONS: dict[tuple[Any, ...], tuple[Any, list[Any]]] = {}  # by game, rules and number
SHARED = Room()  # by everybody who plays here
promise = promise_in(CHECKS)


def check_agent(agent: Agent, *games: str) -> None:
    """All checks in these games, or in all that the agent plays; the first that fails is raised."""
    enter(AGENTS, agent)
    for name in games or agent.games or GAMES:
        run_all(CHECKS, find_game(name), agent.name)


def decide(player, rules, state, seed=5):
    """What a player does in a position that it meets as the first of a game."""
    workspace = player.workspace
    start_game(workspace, seed)
    open_budget(workspace.budget[OWN])
    return player.act(rules, state, workspace)


def positions(game, params, number):
    """Positions from the first half of random games; they are shared, so nobody may change them."""
    key = game.name, params, number
    if key not in POSITIONS:
        rules, found = game.prepare(params), []
        for seed in range(number):
            length = int(random_position(game, rules, seed, 10**6).turn)
            found.append(random_position(game, rules, seed, length * (1 + seed % 5) // 10))
        POSITIONS[key] = rules, found
    return POSITIONS[key]


def sit(game, agent, params, budget=80, room=None, **settings):
    """A player of that agent."""
    return make_player(player_spec(agent, settings, game, budget=budget), game, params, room)


def sit_small(game, agent, params, budget=80):
    """A player of that agent, small enough to be quick."""
    return sit(
        game, agent, params, budget, **{knob: SMALL[knob] for knob in AGENTS[agent].knobs(game) if knob in SMALL}
    )


@promise
def the_same_seed_and_budget_give_the_same_legal_action_and_leave_the_state_alone(game, agent):
    params = game.Params()
    rules, states = positions(game, params, 6)
    one, two = sit_small(game, agent, params), sit_small(game, agent, params)
    for state in states:
        before = raw(state)
        action = decide(one, rules, state)
        assert action == decide(two, rules, state)
        assert allows(rules, state, action)
        assert raw(state) == before


@promise
def what_a_player_cannot_see_does_not_change_its_decision(game, agent):
    params = game.Params()
    rules, states = positions(game, params, 8)
    player = sit_small(game, agent, params)
    for number, state in enumerate(states):
        other = copy_of(game, state)
        redeal(rules, other, state.to_move, generator(number))
        other.chance[0] = number
        assert decide(player, rules, state) == decide(player, rules, other)


@promise
def a_budget_is_never_exceeded_and_search_agents_use_it(game, agent):
    params = game.Params()
    rules, states = positions(game, params, 3)
    for grant in (0, 1, 7, 80):
        player = sit(game, agent, params, grant)
        for state in states:
            assert allows(rules, state, decide(player, rules, state))
            budget = player.workspace.budget[OWN]
            assert budget.refused == 0
            assert budget.spent == grant - budget.left <= grant
            if AGENTS[agent].budget != UNLIMITED and AGENTS[agent].valued and grant > 1:
                assert budget.spent >= 0.6 * grant


def short(game, changes, length=24):
    """Rules of a game that is soon over, where it can be told to be."""
    limit = {game.length_limit: length} if game.length_limit else {}
    return build(game.Params, {**changes, **limit}, "conformance")


@promise
def whole_games_are_played_with_any_number_of_players_and_odd_rules(game, agent):
    counts = [{"players": players} for players in game.player_counts if len(game.player_counts) > 1]
    for changes in (*counts, *game.odd_rules) or ({},):
        params = short(game, changes)
        rules = game.prepare(params)
        n = int(game.new_deal(rules, 0).n_players)
        results = play(game, rules, [sit_small(game, agent, params, 25) for _ in range(n)], rotations([3], n))
        assert n in game.player_counts
        assert results.length.min() > 0


def use(workspace, seed):
    """Leave anything where a player finds whatever was there before it."""
    rng = np.random.default_rng(seed)
    for part in (workspace.states, workspace.actions, workspace.gains, workspace.scratch, workspace.kept):
        part.view(np.uint8)[:] = rng.integers(0, 256, part.nbytes, np.uint8)


@promise
def a_game_is_played_the_same_whatever_the_workspace_was_used_for_before(game, agent):
    params = short(game, {}, 8)
    rules = game.prepare(params)
    n = int(game.new_deal(rules, 0).n_players)
    fixtures = rotations([5], n)[:2]
    for budget in (500, 20_000):
        outcomes = []
        for room, used, first in ((None, False, 1), (None, False, 0), (SHARED, False, 1), (SHARED, True, 1)):
            players = [sit(game, agent, params, budget, room), *[sit(game, "random", params) for _ in range(n - 1)]]
            if used:
                use(players[0].workspace, budget)
            result = play(game, rules, players, fixtures[first:])[-1]
            seen = (result.payoffs, result.points, result.decisions, result.calls)
            outcomes.append([*(field.tolist() for field in seen), players[0].workspace.rng.tolist()])
        assert all(outcome == outcomes[0] for outcome in outcomes)


@promise
def time_budgets_are_kept(game, agent):
    params = game.Params()
    rules, states = positions(game, params, 1)
    player = make_player(player_spec(agent, {"milliseconds": 20}, game), game, params)
    decide(player, rules, states[0])
    start = time.perf_counter()
    assert allows(rules, states[0], decide(player, rules, states[0]))
    assert time.perf_counter() - start < 1.0


@promise
def every_knob_is_documented_and_its_default_accepted(game, agent):
    found = AGENTS[agent]
    assert all(knob.doc and "likewise" not in knob.doc for knob in knobs_of(found.module.Params).values())
    knobs = found.knobs(game)
    for knob in knobs.values():
        values = found.params({knob.name: knob.default}, game, "conformance")
        assert getattr(values, knob.name) == knob.default
        assert knob.when is None or knob.when.knob in knobs


@promise
def memory_shadows_no_array_method(game, agent):
    Memory = getattr(AGENTS[agent].module, "Memory", None)
    records = [kind for kind, _ in (sections_of(Memory) if Memory else [])]
    assert not [name for kind in records for name in kind.names or () if hasattr(np.recarray, name)]


@promise
def the_defaults_that_a_game_sets_of_it_are_settings_that_it_takes(game, agent):
    given = player_spec(agent, game.agent_defaults.get(agent, {}), game)._replace(name="")
    assert player_spec(agent, {}, game)._replace(name="") == given
