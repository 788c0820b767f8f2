"""Studies that let champions of other studies play quote them: they must be those that the records name."""

import json
import re
from pathlib import Path

import pytest

from studies.spec.players import settings_of
from studies.spec.short_forms import SPECS
from studies.spec.study_file import load

RECORDS = Path(__file__).parents[2] / "docs" / "reproductions"
AGAINST_OSLA = ["beyond/against-osla-mcts", "beyond/against-osla-bmrh", "beyond/against-osla-srh"]
SEARCHES = ["splinter/weights-league", "splinter/weights-ten", "splinter/weights-cmaes", "splinter/formula-gp"]
QUOTED = {
    "splinter/held-out": SEARCHES,
    "beyond/tuned-table": AGAINST_OSLA,
    **{f"beyond/against-each-other-{agent}": AGAINST_OSLA for agent in ("mcts", "bmrh", "srh")},
}


def unnamed(player):
    agent, settings = settings_of(player)
    settings.pop("name", None)
    return agent, settings


@pytest.mark.parametrize("name", QUOTED)
def test_quoted_champions_are_those_of_the_records(name):
    study = load(SPECS / f"{name}.toml")
    players = getattr(study, "players", None) or study.opponents.pool
    quoted = [unnamed(player) for player in players]
    for search in QUOTED[name]:
        champion = json.loads((RECORDS / f"{search}.json").read_text(encoding="utf-8"))["champion"]
        assert unnamed(champion) in quoted, search


def test_the_formula_that_is_tuned_with_was_evolved():
    note = json.loads((RECORDS / "beyond" / "evolve-greedy.json").read_text(encoding="utf-8"))["note"]
    formula = re.search(r"`(.*?)`", note).group(1)
    evolved = re.sub(r" [-+] [\d.]+(?![\d.*])", "", formula)  # a constant changes no choice
    for agent in ("mcts", "bmrh", "srh"):
        assert evolved in load(SPECS / "beyond" / f"against-osla-{agent}.toml").candidate.space["value"]
