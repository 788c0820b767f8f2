"""How much of a search agent's time goes into the rules, and how fast greedy decides.

The overhead of a search is a ratio within one run: the CPU time of its decisions over that of the same number of random
steps, with as many copies of the state as it made, from the same positions; and the same again with the values of the
lines, which are no bookkeeping. A plain MCTS is the same in all games; what a game sets for it may ask for more.
"""

import contextlib
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console

from agents.catalog import PlayerSpec, make_player, parse_player
from agents.mcts import Tree
from agents.opponents import OpponentModel
from agents.tree import Memory
from engine.errors import InputError
from engine.game import Ended, Game, copy_state, determinize, sample, step
from engine.jit import jit
from engine.match import Player
from engine.memory import memory_of
from engine.workspace import OWN, open_budget
from studies.benchmarks.parts.timing import fastest
from studies.benchmarks.values import ROUNDS, params_of, positions_of, thirty_nodes, value_positions
from studies.report.console import table_of

BUDGET = 1000
TIMES = 50  # a value is asked for in a row, so that the call from Python does not count
PLAIN = (  # MCTS as in every game: what a game sets for it may cost more, by its value or by how it sees the others
    "mcts:tree=own,expansion=sampled,ep=0.4,ps=1,rt=secure,policy=ucb1,norm=false,ending=depth,redeterminize=true,"
    "value=default,"
)
SEARCHES = {  # what a row is called -> the player
    "osla": "osla",
    "bmrh": "bmrh",
    "bmrh:l=10": "bmrh:l=10",
    "srh": "srh",
    "mcts, as the game sets it": "mcts",
    "mcts, plain": PLAIN + "d=3,c=1.41,om=nothing",
    "mcts, plain, d=2,c=0": PLAIN + "d=2,c=0,om=nothing",
    "mcts, plain, d=11,c=4": PLAIN + "d=11,c=4,om=nothing",
    "mcts, plain, om=random": PLAIN + "d=3,c=1.41,om=random",
    "mcts:tree=all,d=12,value=lead": "mcts:tree=all,d=12,value=lead",
    "bmrh:om=osla": "bmrh:om=osla",
    "alphabeta:depth=3,value=lead": "alphabeta:depth=3,value=lead",
    "random_search": "random_search",
    "index_move": "index_move",
    "exact_move": "exact_move",
    "buy_order": "buy_order",
}
THINKING = (OpponentModel.OSLA, OpponentModel.GREEDY)


@jit
def think(rules: Any, positions: Any, acts: Any, workspace: Any) -> int:
    """Decide in every position; forward-model calls."""
    calls = 0
    for i in range(len(positions)):
        workspace.kept[:] = 0
        open_budget(workspace.budget[OWN])
        acts[0](rules, positions[i], workspace)
        calls += workspace.budget[OWN].grant - workspace.budget[OWN].left
    return calls


@jit
def step_barely(rules: Any, positions: Any, pool: Any, rng: Any, calls: int, line: float, anew: bool) -> int:
    """So many random steps from positions: so many a line on average, each from a copy, with what is unseen dealt anew
    if so said."""
    made, lines = 0, 0
    while made < calls:
        position = positions[lines % len(positions)]
        if anew:
            determinize(rules, position, position.to_move, pool, 0, rng, True)
        else:
            copy_state(rules, position, pool, 0)
        for _ in range(int((lines + 1) * line) - int(lines * line)):
            if pool[0].ended != Ended.PLAYING:
                break
            step(rules, pool[0], sample(rules, pool[0], rng))
            made += 1
        lines += 1
    return made


def calls_a_line(player: PlayerSpec, seated: Player, rules: Any, positions: np.recarray) -> float:
    """The forward-model calls that a search makes between two copies of a state. One if it, or its model of the
    others, looks one move ahead from copies; else as many as a plan has moves, or as its tree has counted."""
    if getattr(player.params, "om", None) in THINKING:
        return 1.0
    if player.agent != "mcts":
        return getattr(player.params, "l", 1.0)
    calls, lines = 0, 0.0
    for i in range(len(positions)):
        calls += think(rules, positions[i : i + 1], (seated.act,), seated.workspace)
        lines += memory_of(Memory, seated.workspace).nodes[0].visits
    return calls / lines


class Overhead(NamedTuple):
    """What a search costs, by the best rounds."""

    speed: float  # calls per second inside the agent
    line: float  # calls from one copy to the next
    ratio: float  # its time over that of bare steps and copies
    valued: float  # the same where every line is also valued at its end, for everybody whose moves are in the tree


def overhead(game: Game, params: Any, player: PlayerSpec, positions: np.recarray) -> Overhead:
    """The search, bare steps and values in turn."""
    rules, seated, pool = game.prepare(params), make_player(player, game, params), game.new_states(1)
    rng, line = np.array([3], np.uint64), calls_a_line(player, seated, rules, positions)
    anew = line > 1.0 and getattr(player.params, "redeterminize", False)
    valuers = positions[0].n_players if getattr(player.params, "tree", Tree.OWN) == Tree.ALL else 1

    def decide() -> int:
        return think(rules, positions, (seated.act,), seated.workspace)

    def value_all() -> int:
        value_positions(rules, positions, seated.workspace.program, TIMES)
        return TIMES * len(positions)

    calls = decide()
    step_barely(rules, positions, pool, rng, 10, line, anew)
    value_all()
    inside, bare, value = fastest(
        ROUNDS, decide, lambda: step_barely(rules, positions, pool, rng, calls, line, anew), value_all
    )
    return Overhead(1 / inside, line, inside / bare, inside / (bare + valuers * value / line))


def greedy_speed(game: Game, params: Any, positions: np.recarray) -> tuple[float, float]:
    """Decisions per second of greedy with the expression of thirty nodes, and looks ahead per second."""
    rules = game.prepare(params)
    player = make_player(parse_player(f"greedy:value={thirty_nodes(game)}", game), game, params)

    def decide() -> int:
        return think(rules, positions, (player.act,), player.workspace)

    calls = decide()
    (look,) = fastest(ROUNDS, lambda: sum(decide() for _ in range(20)))
    return len(positions) / (look * calls), 1 / look


def run(console: Console, game: Game) -> None:
    """Print all tables, for one game."""
    players = max(n for n in game.player_counts if n <= 4)
    params = params_of(game)
    positions = positions_of(game, params)
    rows = []
    for row, text in SEARCHES.items():
        with contextlib.suppress(InputError):  # not every game has every agent and feature
            cost = overhead(game, params, parse_player(text, game, BUDGET), positions)
            ratios = f"{cost.ratio:.2f}x", f"{cost.valued:.2f}x"
            rows.append([row, f"{cost.speed / 1e6:.2f} M", f"{cost.line:.1f}", *ratios])
    head = ["player", "calls/s", "calls a line", "over bare", "with values"]
    title = f"{game.title}, {players} players, {BUDGET} calls: time over that of bare steps and copies (target: 1.8x)"
    console.print(table_of(head, rows, title, head[1:]))
    decisions, looks = greedy_speed(game, params, positions)
    console.print(f"greedy with a 30-node expression: {decisions:,.0f} decisions/s, {looks / 1e6:.2f} M looks ahead/s")
