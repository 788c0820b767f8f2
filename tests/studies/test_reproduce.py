"""The sources' experiments: found, scaled, run, recorded, judged, and written into one page."""

import importlib
import json

import pytest

from studies.reproductions import experiment as finding
from studies.reproductions.documents import DOCUMENTS, NUMBERS
from studies.reproductions.experiment import SPECS, all_experiments, chosen, fingerprint
from studies.reproductions.judge import REPRODUCED, SILENT, UNDECIDED, judge
from studies.reproductions.measurement import Measured, Measurement
from studies.reproductions.page import UNKNOWN, figure, read_records, table, words
from studies.reproductions.perform import check_rows
from studies.reproductions.record import HOME, row_data
from studies.reproductions.rows import OVERALL, Row, mean_row, rows_of
from studies.search.folder import new_folder
from studies.search.run import plan_of
from studies.spec.study import GamePart, OpponentsPart, SourcePart
from studies.spec.study_file import as_toml, load
from tests.studies.commands import ROOT, bottega
from tests.studies.small import COMPARE, TUNE, run, start, study_of

SOURCE = {
    "place": "table 7.1",
    "question": "Who wins?",
    "says": {"osla:budget=5": 0.9, "osla:budget=5: length": 1000},
    "games": 500,
    "why": "The document played another game.",
}
FIELD = {**COMPARE, "form": "field", "players": ["osla:budget=5"], "opponents": ["random"], "source": SOURCE}


@pytest.fixture
def workplace(tmp_path, monkeypatch):
    """A working directory with specs of its own: one experiment, under two rule sets."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BOTTEGA_HOME", raising=False)
    table = {**FIELD, "source": {**SOURCE, "presets": ["thesis", "splendor"]}}
    write_spec(tmp_path, "table-7.1", table)
    monkeypatch.setattr(finding, "SPECS", tmp_path / "specs")
    monkeypatch.setattr(finding, "MEASUREMENTS", ())
    return tmp_path


def write_spec(workplace, name, table):
    path = workplace / "specs" / "hepworth" / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(as_toml(table))


def record_of(workplace, name):
    return json.loads((workplace / "docs" / "reproductions" / "hepworth" / f"{name}.json").read_text())


def test_an_experiment_from_file_to_page(workplace, monkeypatch, capsys):
    words = "reproduce", "000", "--scale", "0.5", "--no-track", "--quiet"
    assert bottega(monkeypatch, *words) == 0
    record = record_of(workplace, "table-7.1")
    assert (record["games"], record["scale"], record["variant"]) == (10, 0.5, "thesis")
    assert record_of(workplace, "table-7.1.splendor")["variant"] == "splendor"
    page = (workplace / "docs" / "reproductions.md").read_text()
    assert "Who wins? (table 7.1)" in page
    assert "| osla:budget=5: length | 1000 of 500 |" in page
    assert "differs (-9" in page
    assert "The document played another game." in page
    assert "Played at scale 0.5." in page
    runs = len(list((workplace / "workshop").iterdir()))
    capsys.readouterr()
    assert bottega(monkeypatch, *words) == 0
    assert "is there already" in capsys.readouterr().err
    assert len(list((workplace / "workshop").iterdir())) == runs
    assert bottega(monkeypatch, *words, "--again") == 0
    assert len(list((workplace / "workshop").iterdir())) == 2 * runs
    assert {**record_of(workplace, "table-7.1"), "seconds": 0} == {**record, "seconds": 0}


def test_words_are_renewed_without_playing(workplace, monkeypatch):
    words = "reproduce", "table-7.1", "--scale", "0.1", "--no-track", "--quiet"
    assert bottega(monkeypatch, *words) == 0
    write_spec(workplace, "table-7.1", {**FIELD, "source": {**SOURCE, "question": "Who loses?", "presets": ["thesis"]}})
    runs = len(list((workplace / "workshop").iterdir()))
    assert bottega(monkeypatch, *words) == 0
    assert len(list((workplace / "workshop").iterdir())) == runs
    assert "Who loses?" in (workplace / "docs" / "reproductions.md").read_text()


def test_the_list_says_which_records_are_of_another_version(workplace, monkeypatch, capsys):
    assert bottega(monkeypatch, "reproduce", "table-7.1", "--scale", "0.1", "--no-track", "--quiet") == 0
    capsys.readouterr()
    assert bottega(monkeypatch, "reproduce", "--list") == 0
    assert "another version" not in capsys.readouterr().out
    write_spec(workplace, "table-7.1", {**FIELD, "seed": 2, "source": {**SOURCE, "presets": ["thesis"]}})
    assert bottega(monkeypatch, "reproduce", "--list") == 0
    assert "2 games at scale 0.1, of another version" in capsys.readouterr().out


def test_an_interrupted_experiment_is_resumed(workplace, monkeypatch):
    study = all_experiments()[0].work.scaled(0.1, 2)
    folder = new_folder(study)
    assert bottega(monkeypatch, "reproduce", "table-7.1", "--scale", "0.1", "--no-track", "--quiet") == 0
    assert folder.result is not None


def test_folders_that_cannot_be_gone_on_with_are_passed_over(workplace, monkeypatch):
    (thesis, _) = all_experiments()
    old, edited = (new_folder(thesis.work) for _ in range(2))
    (old / "state.json").write_text('{"study": "as earlier versions wrote it"}')
    (edited / "study.toml").write_text("")
    assert bottega(monkeypatch, "reproduce", "000", "--no-track", "--quiet") == 0
    assert old.path.exists()
    assert len(list((workplace / "workshop").iterdir())) == 4


def test_the_page_comes_from_the_data_alone(workplace, monkeypatch):
    assert bottega(monkeypatch, "reproduce", "--scale", "0.1", "--no-track", "--quiet") == 0
    page = workplace / "docs" / "reproductions.md"
    before = page.read_text()
    page.unlink()
    (workplace / "specs" / "hepworth" / "table-7.1.toml").unlink()
    assert bottega(monkeypatch, "reproduce", "--page") == 0
    assert page.read_text() == before


def test_a_measurement_is_an_experiment_like_any_other(workplace, monkeypatch):
    def measure(order):
        assert order.games(10) == 5
        return Measured([mean_row("moves", "number", [1, 2, 3])], games=3, note="Counted by hand.")

    source = SourcePart(question="How many?", says={"moves: number": 2.1}, show=["number"])
    measurement = Measurement("hepworth", "moves", GamePart(name="splendor", preset="thesis"), source, measure)
    monkeypatch.setattr(finding, "MEASUREMENTS", (measurement,))
    assert bottega(monkeypatch, "reproduce", "moves", "--scale", "0.5") == 0
    page = (workplace / "docs" / "reproductions.md").read_text()
    assert "| moves: number | 2.1 | 2 [-0.4841, 4.484] 3 | reproduced |" in page
    assert "Counted by hand." in page


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["hepwort"], "there is no document or experiment 'hepwort'; did you mean hepworth"),
        (["tabel-7.1"], "did you mean table-7.1"),
        (["--scale", "0"], "--scale 0.0 is not accepted"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words, says, workplace, monkeypatch, capsys):
    assert bottega(monkeypatch, "reproduce", *words) == 2
    assert says in capsys.readouterr().err


def test_a_figure_for_a_row_that_there_is_not_is_refused_before_anything_is_played(workplace, monkeypatch, capsys):
    write_spec(workplace, "table-7.1", {**FIELD, "source": {**SOURCE, "says": {"olsa": 0.5}}})
    assert bottega(monkeypatch, "reproduce", "--no-track") == 2
    assert "source.says has 'olsa'; the rows are osla:budget=5" in capsys.readouterr().err
    assert not (workplace / "workshop").exists()


ROW = Row("a", "win rate", 0.6, 0.57, 0.63, 1000)


@pytest.mark.parametrize(
    ("row", "says", "played", "verdict"),
    [
        (ROW, None, None, SILENT),
        (ROW, 0.6, None, REPRODUCED),
        (ROW, 0.551, None, REPRODUCED),  # beyond chance, but less than 5 points
        (ROW, 0.54, None, "differs (+6.0 points)"),
        (Row("a", "stalemates", 0.09, 0.088, 0.092, 9000), 0.11, None, REPRODUCED),  # less than a quarter of it
        (Row("a", "stalemates", 0.09, 0.088, 0.092, 9000), 0.13, None, "differs (-4.0 points)"),
        (Row("a", "win rate", 0.95, 0.945, 0.955, 9000), 0.91, None, "differs (+4.0 points)"),  # half as many losses
        (ROW, 0.54, 100, REPRODUCED),  # of so few games it says little
        (ROW, 0.7, 20_000, "differs (-10.0 points)"),
        (ROW, "> 0.5", None, REPRODUCED),
        (ROW, "> 0.61", None, UNDECIDED),
        (ROW, "> 0.59", None, UNDECIDED),
        (ROW, "<0.5", None, "differs (+10.0 points)"),
        (Row("a", "win rate", 0.655, 0.632, 0.679, 2000), "> 0.6", 100, REPRODUCED),  # however few games it rests on
        (Row("a", "win rate", 0.539, 0.498, 0.579, 800), "> 0.6", 100, "differs (-6.1 points)"),
        (Row("a", "win rate", 1.0, 0.21, 1.0, 2), 0.5, None, UNDECIDED),  # its interval reaches far down
        (Row("a", "win rate", 0.6, 0.3, 0.85, 10), 0.6, None, UNDECIDED),  # any figure would agree with it
        (Row("a", "length", 60, 59, 61, 100, False), 62.5, None, REPRODUCED),  # less than 5 %
        (Row("a", "length", 60, 59, 61, 100, False), 70.0, None, "differs (-10)"),
        (Row("a", "length", 60, 50, 70, 100, False), 69.0, None, REPRODUCED),
    ],
)
def test_verdicts(row, says, played, verdict):
    assert judge(row, says, played) == verdict


def test_rows_of_a_comparison(tmp_path, monkeypatch):
    result = run(start(tmp_path, monkeypatch, COMPARE))
    rows = {row.name: row for row in rows_of(result)}
    first, second = rows["osla:budget=5"], rows["random"]
    assert first.value + second.value == pytest.approx(1)
    seats = rows["osla:budget=5: seat 1"], rows["osla:budget=5: seat 2"]
    assert sum(seat.value for seat in seats) / 2 == pytest.approx(first.value)
    assert [seat.games for seat in seats] == [10, 10]
    assert 10 < rows["random: length"].value < 100
    assert rows["random: length sd"].value > 0
    assert rows["random: limits"].value == 0


def test_rows_of_a_search_with_repeats(tmp_path, monkeypatch):
    monkeypatch.setattr("studies.report.pictures.search_pictures", lambda *_: [])
    result = run(start(tmp_path, monkeypatch, TUNE, "budget.repeats=2"))
    names = [row.name for row in rows_of(result)]
    assert names[:3] == ["default", "champion", "gain"]
    assert set(names[3:]) <= {"search 1", "search 2"}
    gain = rows_of(result)[2]
    assert gain.value == pytest.approx(result["champion"]["win_rate"] - result["default"]["win_rate"])


def test_the_interval_of_few_observations_is_as_wide_as_students():
    row = mean_row("search", "win rate", [0.49, 0.51], rate=True)
    assert (row.low, row.high) == pytest.approx((0.5 - 12.706 * 0.01, 0.5 + 12.706 * 0.01), abs=1e-4)
    wide = mean_row("search", "win rate", [0.4, 0.6], rate=True)
    assert (wide.low, wide.high) == (0.0, 1.0)


def test_the_interval_of_a_difference_of_rates_goes_below_0():
    row = mean_row("gap", "win rate", [-0.11, -0.09], rate=True, signed=True)
    assert (row.low, row.value) == pytest.approx((-0.1 - 12.706 * 0.01, -0.1), abs=1e-4)
    wide = mean_row("gap", "win rate", [-0.9, 0.9], rate=True, signed=True)
    assert (wide.low, wide.high) == (-1.0, 1.0)


def test_what_a_search_gained_is_shown_in_points_and_rates_in_per_cent():
    rows = [Row("champion", "win rate", 0.6, 0.5, 0.7, 10), Row("gain", "win rate", 0.1, 0.0, 0.2, 10)]
    assert [figure(row) for row in rows] == ["60.0 % [50.0, 70.0] 10", "10.0 points [0.0, 20.0] 10"]
    assert figure(Row("play", "length", 57.2, 57, 58, 10, rate=False)) == "57.2 [57, 58] 10"


@pytest.mark.parametrize("scale", [0.001, 0.5, 3])
def test_scaled_studies_are_valid_and_of_that_size(scale):
    compare, tune = study_of(FIELD).scaled(scale, 2), study_of(TUNE).scaled(scale, 2)
    plan_of(compare, "test")
    plan_of(tune, "test")
    assert compare.games == max(2, 20 * scale)
    assert tune.budget.confirm == max(2, 20 * scale)


def test_only_what_changes_the_games_changes_the_fingerprint():
    study = study_of(FIELD)
    assert fingerprint(study) == fingerprint(study_of(FIELD, "source.question=Why?", "name=other", "farm=ray"))
    assert fingerprint(study) != fingerprint(study_of(FIELD, "seed=2"))


def test_the_fingerprint_of_a_measurement_follows_all_code_that_it_takes_from_beside_it(tmp_path, monkeypatch):
    beside = tmp_path / "deeds" / "beside.py"
    beside.parent.mkdir()
    (beside.parent / "__init__.py").write_text("")
    (beside.parent / "deed.py").write_text("from deeds.beside import TIMES\n\ndef measure(order):\n    return TIMES\n")
    (beside.parent / "other.py").write_text("TIMES = 1\n")
    beside.write_text('"""Said."""\n\nTIMES = 1\n')
    monkeypatch.syspath_prepend(tmp_path)
    measure = importlib.import_module("deeds.deed").measure
    measurement = Measurement("hepworth", "deed", GamePart(name="splendor"), SourcePart(question="Why?"), measure)
    before = fingerprint(measurement)
    beside.write_text('"""Said better."""\n\nTIMES = 1\n')
    (beside.parent / "other.py").write_text("TIMES = 2\n")
    assert fingerprint(measurement) == before
    beside.write_text("TIMES = 2\n")
    assert fingerprint(measurement) != before


@pytest.mark.parametrize("path", sorted(SPECS.rglob("*.toml")), ids=lambda path: path.stem)
def test_every_study_file_is_valid(path):
    plan_of(load(path), str(path))


@pytest.mark.parametrize("experiment", all_experiments(), ids=lambda experiment: experiment.label)
def test_every_experiment_asks_a_question_and_knows_its_rows(experiment):
    if isinstance(experiment.work, Measurement):
        assert experiment.source.says or experiment.source.show
    else:
        check_rows(experiment, plan_of(experiment.work, experiment.where))


def test_documents_and_their_numbers_stand_for_their_experiments():
    everything = all_experiments()
    for number, name in NUMBERS.items():
        assert chosen([number], everything) == chosen([name], everything)
    assert chosen([], everything) == everything
    assert {experiment.document for experiment in everything} <= set(DOCUMENTS)


def test_a_player_of_a_round_robin_has_a_mean_over_its_matches():
    seat = {"seats": [], "calls": None, "length": 1.0, "length_sd": 0.0, "stalemates": 0.0, "limits": 0.0}
    cells = [("a", "b", 0.6), ("a", "c", 0.8), ("b", "a", 0.4)]
    matches = [
        {"player": row, "against": column, "win_rate": rate, "low": rate - 0.1, "high": rate + 0.1, "games": 50, **seat}
        for row, column, rate in cells
    ]
    found = [row for row in rows_of({"kind": "compare", "matches": matches}) if row.figure == OVERALL]
    assert [(row.row, row.games) for row in found] == [("a", 100)]
    assert found[0].value == pytest.approx(0.7)
    assert found[0].high - found[0].value == pytest.approx(0.1 / 2**0.5)


def test_a_document_without_figures_has_no_column_for_them():
    row = Row("champion", "win rate", 0.5, 0.4, 0.6, 100)
    record = {"rows": [row_data(row)], "variant": "", "source": {"question": "Who wins?"}}
    assert table([record]) == ["|  | ours |", "| --- | --- |", "| champion | 50.0 % [40.0, 60.0] 100 |"]
    assert table([{**record, "rows": []}]) == []


def test_opponents_are_told_in_a_few_words():
    assert str(OpponentsPart(seats=["osla"] * 3)) == "3 times `osla`"
    assert str(OpponentsPart(pool=["osla", "greedy"])) == "opponents drawn from `osla`, `greedy`"
    assert str(OpponentsPart(pool=["osla"])) == "`osla`"
    assert str(OpponentsPart(pool=[f"osla:budget={i}" for i in range(1, 8)])) == "opponents drawn from 7 players"


def test_no_page_says_that_reasons_are_unknown_above_reasons():
    for document in DOCUMENTS:
        for record in read_records(ROOT / "docs" / HOME / document):
            assert UNKNOWN not in words(record) or not record["source"].get("means"), record["experiment"]
