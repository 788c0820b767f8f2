"""Study files: what is accepted, and what an error says."""

import tomllib

import pytest

from engine.errors import InputError
from studies.spec.study_file import as_table, as_toml, check, load, override, read_value

TUNE = {
    "kind": "tune",
    "game": {"name": "splendor", "players": 2},
    "candidate": {"player": "mcts"},
    "opponents": ["osla"],
}


def message(*sets):
    with pytest.raises(InputError) as error:
        check(override(TUNE, sets), "study.toml")
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("budget.gmaes=4", "study.toml: budget.gmaes: there is no such key; did you mean games?"),
        ("evaluaton.games=3", "study.toml: evaluaton: there is no such key; did you mean evaluation?"),
        ("budget.games=many", "study.toml: budget.games = 'many' is not accepted; it takes a whole number"),
        ("budget.games=2.5", "study.toml: budget.games = 2.5 is not accepted; it takes a whole number"),
        ("budget.games=0", "study.toml: budget.games = 0 is not accepted; it takes 1 or more"),
        ("budget.race=1.5", "study.toml: budget.race = 1.5 is not accepted; it takes less than 1.0"),
        ("kind=tun", "study.toml: kind = 'tun' is not accepted; it takes tune, evolve, learn, design, compare"),
        ("candidate={}", "study.toml: candidate.player is missing"),
        ("opponents=[]", "study.toml: opponents: takes a list of players, or exactly one of seats, pool and mix"),
        ("opponents=[1]", "study.toml: opponents.seats.0 = 1 is not accepted; it takes text"),
        ("name=a b", "study.toml: name = 'a b' is not accepted; it takes letters, digits"),
        ("seed=-1", "study.toml: seed = -1 is not accepted; it takes 0 or more"),
        ("budget", "--set budget: takes key=value"),
        ("seed.x=3", "--set seed.x=3: seed is a value, not a table"),
    ],
)
def test_an_error_names_file_key_found_and_accepted(setting, says):
    table = {**TUNE, "seed": 1}
    with pytest.raises(InputError) as error:
        check(override(table, [setting]), "study.toml")
    assert str(error.value).startswith(says)


def test_forms_of_comparison_say_what_they_take():
    base = {"kind": "compare", "game": {"name": "splendor"}}
    with pytest.raises(InputError, match="form ladder takes ladder and opponents, found players"):
        check({**base, "form": "ladder", "players": ["a"]}, "x")
    with pytest.raises(InputError, match="at least two players"):
        check({**base, "players": ["a"]}, "x")


def test_overrides_reach_every_level_and_are_never_lost():
    study = check(override(TUNE, ["budget.games=77", "optimiser.k=0.5", "game.end_points=10", "note=two words"]), "x")
    assert study.budget.games == 77
    assert study.optimiser.settings == {"k": 0.5}
    assert study.game.rules == {"players": 2, "end_points": 10}
    assert study.note == "two words"
    assert TUNE["game"] == {"name": "splendor", "players": 2}  # the given table stays as it was


@pytest.mark.parametrize(
    ("text", "value"), [("3", 3), ("0.5", 0.5), ("true", True), ("[1, 2]", [1, 2]), ("osla", "osla")]
)
def test_override_values_are_read_as_toml_or_else_as_text(text, value):
    assert read_value(text) == value


@pytest.mark.parametrize(
    "opponents", ["osla", ["osla"], {"pool": ["osla", "greedy"]}, {"mix": {"osla": 2, "greedy": 0.5}}]
)
def test_a_study_survives_the_way_through_its_file(opponents, tmp_path):
    study = check(
        {
            **TUNE,
            "opponents": opponents,
            "tags": {"why": 'a "quoted" text'},
            "candidate": {"player": "mcts", "space": {"c": [1, 2]}},
        },
        "x",
    )
    path = tmp_path / "study.toml"
    path.write_text(as_toml(as_table(study)))
    assert load(path) == study


def test_toml_is_written_as_toml_reads_it():
    table = {"a": 1, "b": [0.5, "x"], "odd key": True, "t": {"u": {"v": 1e-9}, "list": [{"w": 2}]}}
    assert tomllib.loads(as_toml(table)) == table


def test_files_that_cannot_be_read(tmp_path):
    (tmp_path / "study.toml").write_text("kind = \n")
    with pytest.raises(InputError, match=r"not a TOML file: .*line 1"):
        load(tmp_path / "study.toml")
    with pytest.raises(InputError, match=r"no such file; did you mean .*study.toml"):
        load(tmp_path / "stduy.toml")
    with pytest.raises(InputError, match="cannot be read"):
        load(tmp_path)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="cannot be read"):
        load(tmp_path / "binary.toml")


def test_a_written_study_keeps_the_order_of_its_knobs():
    """A search draws its knobs in this order: a resumed study must find the same one."""
    space = {"c": {"low": 0.5, "high": 2}, "d": [2, 3], "e": {"low": 1, "high": 2}, "ps": [1, 3]}
    study = check({**TUNE, "candidate": {"player": "mcts", "space": space}}, "x")
    again = check(tomllib.loads(as_toml(as_table(study))), "x")
    assert list(again.candidate.space) == list(space)
    assert again == study
