"""Studies from the command line alone: from a shipped file for this game and agent, or else from plain defaults."""

from pathlib import Path
from typing import Any

from engine.catalog import find_game
from studies.spec.study_file import read_table

SPECS = Path(__file__).parents[1] / "specs"
SIZES = {"evaluation": {"games": 24}, "budget": {"games": 40_000}}  # of an evolution
SHORT: dict[str, tuple[str, str, dict[str, Any]]] = {  # how its name ends, whom it plays if not itself, what it sets
    "tune": ("", "osla", {}),
    "evolve": ("-value", "", SIZES),
    "learn": ("-network", "", {}),
}


def rules_of(game: str) -> dict[str, Any]:
    """The game at its smallest table, varied where it has no chance of its own: else deals would be the same game."""
    found = find_game(game)
    preset = {"preset": found.varied} if found.varied else {}
    players = {"players": min(found.player_counts)} if len(found.player_counts) > 1 else {}
    return {"name": game, **preset, **players}


def shipped(kind: str, game: str, agent: str) -> dict[str, Any] | None:
    """The study file `<kind>-<game>-<agent>.toml` wherever it is among ours; AGENT may carry settings."""
    name = agent.partition(":")[0]
    path = next(SPECS.rglob(f"{kind}-{game}-{name}.toml"), None)
    if path is None:
        return None
    table = read_table(path)
    return {**table, "candidate": {**table["candidate"], "player": agent}} if agent != name else table


def search_table(kind: str, game: str, agent: str) -> dict[str, Any]:
    """What `bottega tune GAME AGENT` starts from, or evolve or learn; AGENT may carry settings (mcts:budget=500)."""
    ending, opponent, sizes = SHORT[kind]
    return shipped(kind, game, agent) or {
        "kind": kind,
        "name": f"{game}-{agent.partition(':')[0]}{ending}",
        "game": rules_of(game),
        "candidate": {"player": agent},
        "opponents": {"pool": [opponent or agent]},
        **sizes,
    }


def compare_table(game: str, players: list[str], against: list[str], games: int) -> dict[str, Any]:
    """What `bottega compare GAME PLAYER PLAYER ...` means: a round robin, or everyone against a field.

    A field of one sits at all other seats; one of several makes a table of that size.
    """
    field = {"form": "field", "opponents": {"seats" if against[1:] else "pool": against}} if against else {}
    seats = {"players": len(against) + 1} if against[1:] else {}
    return {
        "kind": "compare",
        "name": f"{game}-comparison",
        "game": {**rules_of(game), **seats},
        "players": players,
        "games": games,
        **field,
    }
