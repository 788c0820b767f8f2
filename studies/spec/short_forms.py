"""Studies from the command line alone: from a shipped file for this game and agent, or else from plain defaults."""

from pathlib import Path
from typing import Any

from engine.catalog import find_game
from studies.spec.study_file import read_table

SPECS = Path(__file__).parents[1] / "specs"


def rules_of(game: str) -> dict[str, Any]:
    """The game, varied where it has no chance of its own: else one deal after the other would be the same game."""
    varied = find_game(game).varied
    return {"name": game, **({"preset": varied} if varied else {})}


def tune_table(game: str, agent: str) -> dict[str, Any]:
    """What `bottega tune GAME AGENT` starts from; AGENT may carry settings (mcts:budget=500)."""
    name = agent.partition(":")[0]
    path = SPECS / f"tune-{game}-{name}.toml"
    if path.exists():
        table = read_table(path)
        return {**table, "candidate": {**table["candidate"], "player": agent}} if agent != name else table
    return {
        "kind": "tune",
        "name": f"{game}-{name}",
        "game": rules_of(game),
        "candidate": {"player": agent},
        "opponents": {"pool": ["osla"]},
    }


def evolve_table(game: str, agent: str) -> dict[str, Any]:
    """What `bottega evolve GAME [AGENT]` starts from."""
    name = agent.partition(":")[0]
    return {
        "kind": "evolve",
        "name": f"{game}-{name}-value",
        "game": rules_of(game),
        "candidate": {"player": agent},
        "opponents": {"pool": [agent]},
        "evaluation": {"games": 24},
        "budget": {"games": 40_000},
    }


def compare_table(game: str, players: list[str], against: list[str], games: int) -> dict[str, Any]:
    """What `bottega compare GAME PLAYER PLAYER ...` means: a round robin, or everyone against a field."""
    field = {"form": "field", "opponents": against} if against else {}
    return {
        "kind": "compare",
        "name": f"{game}-comparison",
        "game": rules_of(game),
        "players": players,
        "games": games,
        **field,
    }
