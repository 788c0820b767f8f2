"""Small studies of every kind, bit for bit as they were pinned in pinned.json beside this file.

What is pinned is the same on every machine: each candidate and each game of the ledgers, and the champion. Of learning,
whose training rounds as the processor does, it is the positions of the games that were learnt from.
"""

import hashlib
import json
import os
from pathlib import Path

import numpy as np
import pytest

from tests.studies.small import ledger_lines, run, start

PINS = Path(__file__).with_name("pinned.json")
RENEW = "PINS=renew python -m pytest -n 0 tests/studies/test_pinned.py"

SPLENDOR = {"name": "splendor", "players": 2, "end_points": 4}
SPLINTER = {"name": "splinter", "preset": "small", "opening": 2}
SEVEN_WONDERS, DOMINION = {"name": "sevenwonders"}, {"name": "dominion", "kingdom": "first-game"}
SMALL = {"evaluation": {"games": 6, "in_flight": 3}, "budget": {"games": 160, "finalists": 3, "confirm": 12}}
ROLLOUTS = {"player": "random_search:om=nothing,ombs=0", "space": {"depth": [1, 2, 4], "k": [1, 2, 4, 8]}}
FORMULA = {"player": "greedy", "features": ["coins", "points", "shields", "green_cards", "goods"]}
WEIGHTS = {"player": "deepening:budget=30", "what": "weights", "value": "seven"}
MENU = {"player": "menu", "tune": ["card_4", "count_4", "card_6", "count_6", "duchy_at"]}


def search(kind, optimiser, game, candidate, **more):
    opponents = {} if kind == "design" else {"opponents": {"pool": ["random"]}}
    return {"kind": kind, "optimiser": optimiser, "game": game, "candidate": candidate, **SMALL, **opponents, **more}


STUDIES = {
    "tune-ntbea-splendor": search("tune", {"name": "ntbea"}, SPLENDOR, ROLLOUTS),
    "tune-random-sevenwonders": search("tune", {"name": "random"}, SEVEN_WONDERS, ROLLOUTS),
    "tune-ga-dominion": search("tune", {"name": "ga", "population": 4}, DOMINION, MENU, opponents=["menu"]),
    "tune-hill-climb-dominion": search("tune", {"name": "hill_climb"}, DOMINION, MENU, opponents=["menu"]),
    "evolve-gp-sevenwonders": search("evolve", {"name": "gp", "population": 4}, SEVEN_WONDERS, FORMULA),
    "evolve-ga-splinter": search("evolve", {"name": "ga", "population": 4}, SPLINTER, WEIGHTS, seed=2),
    "design-ntbea-splendor": search(
        "design", {"name": "ntbea"}, SPLENDOR, {"space": {"end_points": [2, 3, 6], "face_up": [3, 4]}}, players="greedy"
    ),
    "compare-splinter": {"kind": "compare", "game": SPLINTER, "players": ["greedy", "osla:budget=5"], "games": 40},
    "learn-splendor": {
        "kind": "learn",
        "game": SPLENDOR,
        "candidate": {"player": "greedy"},
        "opponents": ["random"],
        "positions": {"players": ["random"], "rate": 0.2},
        "training": {"hidden": [2], "epochs": 2},
        "budget": {"games": 80, "confirm": 6},
    },
}


def digest(lines):
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def found_in(folder, result):
    """What is pinned of a study."""
    if result["kind"] == "learn":
        parts = [np.load(path) for path in sorted(folder.path.glob("positions/*.npz"))]
        return {"positions": digest(str(part[name].tolist()) for part in parts for name in sorted(part.files))}
    champion = result.get("champion", {"player": "none"})["player"]
    return {"games": sum(result["games"].values()), "champion": champion, "ledgers": digest(ledger_lines(folder))}


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_is_as_it_was_pinned(name, tmp_path, monkeypatch):
    for pictures in ("search_pictures", "match_pictures", "learn_pictures"):
        monkeypatch.setattr(f"studies.report.pictures.{pictures}", lambda *_: [])
    folder = start(tmp_path, monkeypatch, {**STUDIES[name], "name": name})
    found, pins = found_in(folder, run(folder)), json.loads(PINS.read_text()) if PINS.exists() else {}
    if os.environ.get("PINS") == "renew":
        pins[name] = found
        PINS.write_text(json.dumps({known: pins[known] for known in STUDIES if known in pins}, indent=1) + "\n")
    assert found == pins.get(name), f"games or champion differ; if that is meant: {RENEW}, and say why in the commit"
