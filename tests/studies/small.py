"""Tiny studies, and how to run them."""

import json
from contextlib import nullcontext
from unittest.mock import patch

from studies.farm.local import LocalFarm
from studies.report.ledger import read_ledger
from studies.run import Options, resume_study
from studies.search.folder import RunFolder, new_folder
from studies.search.frames import HEAD
from studies.spec.study_file import check, override

TUNED, OPPONENT = "random_search:om=nothing,ombs=0", "random"
TUNE = {
    "kind": "tune",
    "name": "tiny-tune",
    "game": {"name": "splendor", "players": 2, "end_points": 4},
    "candidate": {
        "player": TUNED,
        "tune": ["draws", "redeterminize"],
        "space": {"depth": [1, 2, 4], "k": [1, 2, 4, 8]},
    },
    "opponents": [OPPONENT],
    "evaluation": {"games": 2, "in_flight": 3},
    "budget": {"games": 120, "finalists": 3, "confirm": 20},
}
COMPARE = {
    "kind": "compare",
    "name": "tiny-compare",
    "game": TUNE["game"],
    "players": ["osla:budget=5", OPPONENT],
    "games": 20,
}


def study_of(table, *sets):
    """A study from plain data and overrides."""
    return check(override(table, sets), "test")


def start(home, monkeypatch, table=TUNE, *sets) -> RunFolder:
    """A study's folder, nothing played yet."""
    monkeypatch.setenv("BOTTEGA_HOME", str(home))
    return new_folder(study_of(table, *sets))


def run(folder, workers=2, track=False, pictures=False, **options):
    """Run it to its end without a word; its result. Drawing takes ten times as long as all the rest."""
    drawn = {} if pictures else dict.fromkeys(("search_pictures", "learn_pictures", "match_pictures"), lambda *_: [])
    with patch.multiple("studies.report.pictures", **drawn) if drawn else nullcontext():
        done = resume_study(folder, Options(lambda: LocalFarm(workers), quiet=True, track=track, **options))
    assert done.tracking_failure is None, done.tracking_failure
    return done.data


def ledger_rows(folder):
    """Everything in the study's ledgers: (ledger, owner as it was entered, its games). Half frames are left out."""
    return [
        (path.stem, owned.owner, owned.games)
        for path in sorted(folder.path.glob("*.ledger"))
        for owned in (read_ledger(path) if path.stat().st_size > HEAD + 50 else ())
    ]


def ledger_lines(folder):
    """The same as text, in order: workers finish in any order."""
    lines = []
    for name, owner, games in ledger_rows(folder):
        lines.append(f"{name} {json.dumps(owner)}")
        lines += [f"{name} {owner['id']} {game}" for game in games.tolist()]
    return sorted(lines)
