"""The champion as a small file that `bottega match` takes as a player: `bottega match splendor @champion.toml osla`."""

from typing import Any

from studies.study_file import as_toml

Result = dict[str, Any]


def champion_toml(result: Result) -> str:
    """Player, game and evidence."""
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
