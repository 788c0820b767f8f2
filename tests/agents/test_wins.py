"""Who can win takes the win: from every seat, whatever it strives for and whatever it takes the others to do."""

import numpy as np
import pytest

from agents.catalog import AGENTS
from agents.mcts import Tree
from agents.minimax import Others
from agents.opponents import OpponentModel
from engine.catalog import GAMES
from engine.game import payoffs, skip
from tests.agents.thinkers import Place
from tests.engine.splendor_table import Table

VALUES = {  # of positions and of moves, with and without a wish to win soon
    "splendor": ("linear", "allEval", "allEval2", "(1000 - 2*ply)*winloss + cards"),
    "splinter": ("edges", "change(winloss)", "winloss"),
}
SMALL = {"k": 1000, "population": 300, "evaluations": 1000, "depth": 2, "n": 2000, "ombs": 0.0003}
OTHERS = ("osla", "greedy", "uct")  # see nothing after their move; strives for a win, now or later


def searches(game):
    """Every search in every way to see the others."""
    for name, agent in AGENTS.items():
        if not agent.valued or name in OTHERS or (agent.games and game not in agent.games):
            continue
        knobs = agent.knobs(GAMES[game])
        ways = [{"om": om} for om in OpponentModel] if "om" in knobs else [{}]
        ways += [{"tree": Tree.ALL}] if "tree" in knobs else []
        ways += [{"others": Others.MAXN}] if "others" in knobs else []
        ways = [way | {knob: SMALL[knob] for knob in SMALL if knob in knobs} for way in ways]
        yield pytest.param(name, ways, marks=pytest.mark.xdist_group(f"{game}-{name}"))


def wins(place, state):
    """The moves after which the player has won, as long as the others do nothing about it."""
    found, shares = set(), np.zeros(state.n_players)
    for action in place.moves(state):
        child = place.after(state, action)
        if not child.ended:
            skip(place.rules, child, state.to_move)
        if child.ended:
            payoffs(place.rules, child, shares)
            if shares[state.to_move] == 1.0:
                found.add(action)
    assert len(found) < len(place.moves(state))
    return found


def takes_them(place, state, agent, ways):
    """Whether an agent plays a winning move, however it sees the others."""
    wanted = wins(place, state)
    assert wanted
    for value in VALUES[place.game.name]:
        for way in ways:
            thinker = place.thinker(agent, 40_000, value=value, **way)
            for seed in (1, 2):
                assert thinker.decide(state, seed) in wanted, (state.to_move, value, way)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("agent", "ways"), list(searches("splendor")))
def test_every_search_takes_a_win_in_one_from_every_seat(agent, ways, players):
    for seat in range(players):
        table = Table(5, players=players)
        table.skip_to(seat)
        table.put(4, table.card(2, "white", white=6))
        table.bonus(seat, white=6, blue=4)
        table.state.score[seat] = 12
        takes_them(Place("splendor", table.params), table.state, agent, ways)


@pytest.mark.parametrize(("agent", "ways"), list(searches("splinter")))
def test_every_search_takes_a_win_in_one_on_a_board(agent, ways):
    place, seen = Place("splinter", GAMES["splinter"].presets["small"]), set()
    for state in place.positions(60, 5):
        if state.to_move not in seen and 0 < len(wins(place, state)) < 8:
            takes_them(place, state, agent, ways)
            seen.add(int(state.to_move))
    assert seen == {0, 1}
