"""Every kind of study with every optimiser that fits it, at tiny size."""

import pytest

from engine.errors import InputError
from optimisers.catalog import OPTIMISERS
from studies.report.views import VIEWS
from studies.search import run as run_kinds
from studies.search.run import plan_of
from studies.spec import study
from tests.studies.small import COMPARE, TUNE, run, start, study_of

GREEDY = "greedy:budget=8"
EVOLVE = {
    "kind": "evolve",
    "name": "tiny-evolve",
    "game": TUNE["game"],
    "candidate": {"player": GREEDY},
    "opponents": ["random"],
    "optimiser": {"name": "gp", "population": 6},
    "evaluation": {"games": 4},
    "budget": {"games": 160, "finalists": 2, "confirm": 8},
}
NEEDS_TORCH, FOR_FORMULAS = {"gaussian_process"}, {"gp"}
FOR_KNOBS = sorted(set(OPTIMISERS) - NEEDS_TORCH - FOR_FORMULAS - {"spsa", "cmaes", "league"})
# spsa and cmaes search numbers only; a league's candidates play each other, in whole generations


def test_every_kind_of_study_is_planned_played_and_shown():
    assert list(study.KINDS) == list(run_kinds.KINDS) == list(VIEWS)


@pytest.mark.parametrize("optimiser", FOR_KNOBS)
def test_tune_with(optimiser, tmp_path, monkeypatch):
    folder = start(tmp_path, monkeypatch, TUNE, f"optimiser.name={optimiser}", "evaluation.games=4", "budget.games=120")
    result = run(folder)
    assert result["optimiser"] == optimiser
    assert result["games"]["search"] <= 108
    assert run(folder) == result


@pytest.mark.parametrize("optimiser", ["ntbea", "ga", "cmaes", "spsa", "hill_climb", "self_play"])
def test_evolve_weights_with(optimiser, tmp_path, monkeypatch):
    sets = "candidate.what=weights", "candidate.value=linear", f"optimiser={{name='{optimiser}'}}"
    result = run(start(tmp_path, monkeypatch, EVOLVE, *sets))
    assert set(result["champion"]["values"]) == {"win", "points", "nobles", "cards", "gems"}
    assert "w.points=" in result["champion"]["player"]
    assert "points" in result["formula"]


@pytest.mark.parametrize("optimiser", ["gp", "coevolution", "self_play"])
def test_evolve_formulas_with(optimiser, tmp_path, monkeypatch):
    sets = f"optimiser.name={optimiser}", "optimiser.population=4", "candidate.start=['points + gold']"
    folder = start(tmp_path, monkeypatch, EVOLVE, *sets)
    result = run(folder)
    assert set(result["champion"]["values"]) == {"value"}
    assert "points + gold" in (folder / "trials.csv").read_text()
    assert "generation" in (folder / "trials.csv").read_text().splitlines()[0]


@pytest.mark.parametrize(
    ("sets", "lines"),
    [
        (
            [
                "form='ladder'",
                "ladder={player='osla', knob='budget', values=[1, 5]}",
                "opponents=['random']",
                "players=[]",
            ],
            2,
        ),
        (["form='field'", "opponents={pool=['random']}"], 2),
        (["form='table'"], 2),
        (["players=['osla:budget=5', 'random', 'osla:budget=2']"], 6),
    ],
)
def test_compare_as(sets, lines, tmp_path, monkeypatch):
    result = run(start(tmp_path, monkeypatch, COMPARE, *sets))
    assert len(result["matches"]) == lines
    assert all(entry["games"] == 20 for entry in result["matches"])


def test_more_players_at_the_table(tmp_path, monkeypatch):
    sets = "game.players=3", "players=['osla:budget=5', 'random']", "games=6"
    result = run(start(tmp_path, monkeypatch, COMPARE, *sets))
    assert [(entry["player"], entry["against"]) for entry in result["matches"]] == [
        ("osla:budget=5", "random"),
        ("random", "osla:budget=5"),
    ]


def test_equal_and_many_opponents_are_counted_in_the_titles_of_pictures():
    names = ["greedy", "random", "osla", "greedy:budget=8", "greedy:budget=9"]
    assert plan_of(study_of(TUNE, f"opponents={{pool={names}}}"), "test").against == (
        "against opponents drawn from 5 players"
    )
    three = "game.players=4", "opponents=['random', 'random', 'random']"
    assert plan_of(study_of(TUNE, *three), "test").against == "against 3 times random"


def test_value_budget_and_weights_are_knobs_of_any_player():
    space = '{value=["linear", "allEval"], budget=[2, 4], "w.points"={low=0, high=4}}'
    sets = "candidate.player=osla:value=linear", "candidate.tune=[]", f"candidate.space={space}"
    plan = plan_of(study_of(TUNE, *sets), "test")
    assert plan.space.default == {"value": "linear", "budget": 4, "w.points": 2.0}
    assert plan.space.text({"value": "allEval", "w.points": 0.5}) == "osla:value=allEval,w.points=0.5"


@pytest.mark.parametrize(
    ("table", "sets", "says"),
    [
        (TUNE, ["game.name=splendour"], "unknown game 'splendour'; did you mean splendor?"),
        (TUNE, ["game.end_pionts=3"], "no parameter 'end_pionts'; did you mean end_points?"),
        (TUNE, ["game.preset=nonesuch"], "there is no preset 'nonesuch'; there are"),
        (TUNE, ["candidate.player=mtcs"], "unknown agent 'mtcs'; did you mean mcts?"),
        (TUNE, ["candidate={player='random'}"], "random has no knob to tune"),
        (TUNE, ["candidate.tune=['dpeth']"], "no parameter 'dpeth'; did you mean depth?"),
        (TUNE, ["candidate.space={depth=[0]}"], "depth = 0 is not accepted"),
        (TUNE, ["candidate.space={depth={low=5, high=2}}"], "cannot be searched from 5 to 2"),
        (TUNE, ["candidate.space={value=['pionts']}"], "unknown feature 'pionts'; did you mean points"),
        (TUNE, ["candidate.tune=['budget']"], "budget has no domain of its own"),
        (TUNE, ["opponents=['osla', 'osla']"], "opponents has 2 players; 2 at the table take 1"),
        (TUNE, ["opponents=['nobody']"], "opponents: unknown agent 'nobody'"),
        (TUNE, ["optimiser.name=ntbae"], "unknown optimiser 'ntbae'; did you mean ntbea?"),
        (TUNE, ["optimiser.kk=1"], "optimiser ntbea: there is no parameter 'kk'; did you mean k?"),
        (TUNE, ["evaluation.games=3"], "evaluation.games = 3 is not accepted; it takes 1, 2, 4, 6 ..."),
        (TUNE, ["budget.confirm=3"], "budget.confirm = 3 is not accepted; it takes a multiple of 2"),
        (TUNE, ["budget.games=1"], "budget.games = 1 is not accepted; it takes 3 or more in this study"),
        (EVOLVE, ["candidate.player=random"], "random strives for nothing"),
        (EVOLVE, ["candidate.features=['pionts']"], "no parameter 'pionts'; did you mean points"),
        (EVOLVE, ["candidate.start=['pionts + 1']"], "unknown feature 'pionts'; did you mean points"),
        (EVOLVE, ["candidate.what=weights", "candidate.value=points"], "there is no weight in 'points'"),
        (COMPARE, ["games=3"], "games = 3 is not accepted; it takes a multiple of 2"),
        (COMPARE, ["players=['osla', 'oslo']"], "players: unknown agent 'oslo'; did you mean osla?"),
    ],
)
def test_what_does_not_exist_or_fit_is_refused_before_anything_is_played(table, sets, says):
    with pytest.raises(InputError, match=says.replace("...", r"\.\.\.")) as error:
        plan_of(study_of(table, *sets), "study.toml")
    assert "\n" not in str(error.value)
    assert str(error.value).startswith("study.toml: ")
