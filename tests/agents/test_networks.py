"""Every agent that strives for something can strive for a network."""

import numpy as np
import pytest

from agents.catalog import AGENTS, make_player, player_spec
from engine.catalog import GAMES
from engine.match import play, rotations
from engine.network import write_network
from tests.engine.networks import linear_network, make_network

SMALL = {"depth": 2, "k": 6, "population": 6, "evaluations": 15}  # of whatever an agent has of these
VALUED = [
    pytest.param(agent, marks=pytest.mark.xdist_group(f"splendor-{agent}"))  # compiled in one process only
    for agent in AGENTS
    if (AGENTS[agent].valued and not AGENTS[agent].games) or "splendor" in AGENTS[agent].games
]
FIELDS = ("payoffs", "points", "decisions", "calls", "length")


def outcome(agent, value):
    """A short match between two players of that agent, whose first has the value."""
    game, params = GAMES["splendor"], GAMES["splendor"].Params(players=2, decision_limit=24)
    own = {knob: SMALL[knob] for knob in AGENTS[agent].knobs(game) if knob in SMALL}
    players = [
        make_player(player_spec(agent, own | {"value": text}, game, budget=40), game, params)
        for text in (value, "points")
    ]
    results = play(game, game.prepare(params), players, rotations([1, 2], 2))
    return {name: results[name].tolist() for name in FIELDS}


@pytest.mark.parametrize("agent", VALUED)
def test_a_weighted_sum_as_a_network_plays_like_the_same_sum_as_an_expression(agent, tmp_path):
    write_network(linear_network({"points": 4, "cards": 2, "tokens": 1}), tmp_path / "sum.json")
    network = outcome(agent, f"@{tmp_path}/sum.json")
    assert network == outcome(agent, "4*points + 2*cards + tokens")
    assert network == outcome(agent, f'0*lead + net("{tmp_path}/sum.json")')


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.xdist_group(f"{name}-greedy")) for name in GAMES]
)
def test_in_every_game_a_network_plays_like_the_same_sum_as_an_expression(name, tmp_path):
    game = GAMES[name]
    first, second = game.FEATURES[0], game.FEATURES[-1]
    write_network(linear_network({first: 4, second: 2}), tmp_path / "sum.json")
    params, found = game.Params(), []
    rules = game.prepare(params)
    n = int(game.new_deal(rules, 0).n_players)
    for value in (f"@{tmp_path}/sum.json", f"4*{first} + 2*{second}", f"4*{second} - {first}"):
        player = make_player(player_spec("greedy", {"value": value}, game), game, params)
        others = [make_player(player_spec("random", {}, game), game, params) for _ in range(n - 1)]
        results = play(game, rules, [player, *others], rotations([1], n))
        found.append({field: results[field].tolist() for field in FIELDS})
    assert found[0] == found[1]
    assert found[0] != found[2]


def test_networks_of_other_shapes_play_without_compiling_anew(tmp_path):
    game = GAMES["splendor"]
    shapes = [((27, 4), ("sigmoid", "sigmoid")), ((1,), ("linear",)), ((8, 8, 1), ("relu", "tanh", "linear"))]
    seen, acts = set(), set()
    for i, (widths, activations) in enumerate(shapes):
        network = make_network(np.random.default_rng(i), game.FEATURES[:27], widths, activations)
        write_network(network, tmp_path / f"{i}.json")
        value = f'net("{tmp_path}/{i}.json", "out0")'
        acts.add(make_player(player_spec("greedy", {"value": value}, game), game, game.Params()).act)
        seen.add(str(outcome("greedy", value)))
    assert len(acts) == 1
    assert len(seen) > 1  # and what they say matters
