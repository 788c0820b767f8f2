"""Compile several agents at once: numba compiles one function at a time, but processes share what is on disk."""

import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from agents.catalog import AGENTS, PlayerSpec
from engine.catalog import find_game
from engine.game import Game
from engine.jit import compiling
from engine.match import compile_act, must_compile
from studies.farm.local import cores


def compile_ahead(game: Game, players: Iterable[PlayerSpec]) -> None:
    """Compile what these players need and is not kept yet, as many agents at once as there are cores."""
    modules = {AGENTS[player.agent].module.act: player.agent for player in players}  # names may share one algorithm
    missing = [agent for act, agent in modules.items() if must_compile(game, act)]
    if len(missing) < 2 or cores() < 2:
        return  # the first game does it
    with ThreadPoolExecutor(cores()) as pool:
        running = {pool.submit(in_a_process, game.name, agent): agent for agent in missing}
        while running:
            show(list(running.values()), len(missing))
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                del running[future]


def show(waiting: list[str], agents: int) -> None:
    """Which agents are being compiled, and how many are to come."""
    now, later = waiting[: cores()], waiting[cores() :]
    more = f", then {', '.join(later)}" if later else ""
    compiling.tell(f"compiling {' and '.join(now)}{more} ({agents - len(waiting)} of {agents} done; kept on disk)")


def in_a_process(game: str, agent: str) -> None:
    """Compile one agent; what goes wrong there is said when it is to play here."""
    code = f"from {__name__} import compile_agent; compile_agent({game!r}, {agent!r})"
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def compile_agent(game: str, agent: str) -> None:
    """Leave an agent's compiled code on disk."""
    compile_act(find_game(game), AGENTS[agent].module.act)
