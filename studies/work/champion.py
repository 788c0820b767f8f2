"""The champion as a small file. A player's is one that `bottega match splendor @champion.toml osla` takes."""

from pathlib import Path
from typing import Any

from studies.study.study_file import as_toml

Result = dict[str, Any]


def champion_toml(result: Result) -> str:
    """Player or rules, game and evidence."""
    if result["kind"] == "design":
        return as_toml(rules_table(result))
    proof = {key: result["champion"][key] for key in ("win_rate", "low", "high", "games")}
    return as_toml(
        {
            "player": result["champion"]["player"],
            "game": result["game"],
            "players": result["players"],
            "study": result["name"],
            "verdict": result["verdict"],
            "proof": {**proof, "against": result["opponents"], "default": result["default"]["player"],
                      "default_win_rate": result["default"]["win_rate"], "p": result["difference"]["p"]},
        }
    )  # fmt: skip


def rules_table(result: Result) -> Result:
    """The rules of a design study and the evidence."""
    measured = ("advantage", "advantage_low", "advantage_high", "length", "length_low", "length_high", "games")
    evidence = {who: {name: result[who][name] for name in measured} for who in ("champion", "default")}
    return {
        "game": result["game"],
        "players": result["players"],
        "study": result["name"],
        "verdict": result["verdict"],
        "rules": result["champion"]["values"],
        "proof": evidence,
    }


def match_command(result: Result, file: Path) -> str:
    """How to see the champion play: from its file, or under the rules that were found."""
    game, others = result["game"], result["opponents"]
    if result["kind"] == "design":
        return f"bottega match {game} {' '.join(others)} {result['champion']['player']}"
    return f"bottega match {game} @{file} {' '.join(others[: result['players'] - 1])}"
