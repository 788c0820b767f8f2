"""Compile several agents at once: numba compiles one function at a time, but processes share what is on disk."""

import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from agents.catalog import AGENTS, PlayerSpec, make_player, parse_player
from engine.catalog import find_game
from engine.game import Game
from engine.jit import compiling
from engine.match import compile_act, must_compile, play, rotations
from studies.farm.local import cores

LOOP = "the match"  # named like an agent: the loop that they play in


def compile_ahead(game: Game, players: Iterable[PlayerSpec], n_players: int) -> None:
    """Compile what these players need and is not kept yet, as many at once as there are cores, and their match loop."""
    modules = {AGENTS[player.agent].module.act: player.agent for player in players}  # names may share one algorithm
    missing = [agent for act, agent in modules.items() if must_compile(game, act)]
    if len(missing) < 2 or cores() < 2:
        return  # the first game does it
    missing.append(LOOP)
    with ThreadPoolExecutor(cores()) as pool:
        running = {pool.submit(in_a_process, game.name, what, n_players): what for what in missing}
        while running:
            show(list(running.values()), len(missing))
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                del running[future]


def show(waiting: list[str], parts: int) -> None:
    """What is being compiled, and how much is to come."""
    now, later = waiting[: cores()], waiting[cores() :]
    more = f", then {', '.join(later)}" if later else ""
    compiling.tell(f"compiling {' and '.join(now)}{more} ({parts - len(waiting)} of {parts} done; kept on disk)")


def in_a_process(game: str, what: str, n_players: int) -> None:
    """Compile one agent or the loop; what goes wrong there is said when it is to play here."""
    code = f"from {__name__} import compile_part; compile_part({game!r}, {what!r}, {n_players})"
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def compile_part(name: str, what: str, n_players: int) -> None:
    """Leave the compiled code of an agent, or of the loop for so many players, on disk."""
    game = find_game(name)
    if what != LOOP:
        compile_act(game, AGENTS[what].module.act)
        return
    params = game.Params()
    player = make_player(parse_player("random", game), game, params)
    play(game, game.prepare(params), [player] * n_players, rotations([], n_players))
