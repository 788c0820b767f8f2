"""Game design: rules are searched for even seats and a wanted length."""

import json
import tomllib

import numpy as np
import pytest

from engine.errors import InputError
from studies.play.balance import Balance, advantage, length, sample_of
from studies.play.games import game_dtype, seat_of, shares
from studies.play.setup import setup_for
from studies.report.ledger import read_ledger
from studies.report.result import design_verdict, p_text
from studies.search.folder import RESULT
from studies.search.run import plan_of
from studies.spec.study import AimPart
from studies.spec.study_file import load
from studies.tracking import runs
from tests.studies.commands import bottega
from tests.studies.small import ledger_lines, ledger_rows, run, start, study_of

DESIGN = {
    "kind": "design",
    "name": "tiny-design",
    "players": "greedy:budget=8",
    "game": {"name": "splendor", "players": 2, "end_points": 6, "finish_round": False},
    "candidate": {"tune": ["finish_round"], "space": {"end_points": [2, 3, 6], "face_up": [3, 4]}},
    "aim": {"length": 32, "tolerance": 6},
    "evaluation": {"games": 16, "in_flight": 3},
    "budget": {"games": 700, "finalists": 3, "confirm": 200},
}
FRONT = ("optimiser={name='nsgaii', cost='length', population=6}", "aim={}")


def games_of(shares, lengths=60):
    """Games with those shares of the win by seat."""
    won = np.array(shares) > 0
    games = np.zeros(len(won), game_dtype(won.shape[1]))
    games["number"], games["winners"], games["ended"] = np.arange(len(won)), won @ (1 << np.arange(won.shape[1])), 1
    games["decisions"][:, 0] = lengths
    return games


def wins(*first, **more):
    """Two-player games; True where the first seat won."""
    return games_of([(1.0, 0.0) if won else (0.0, 1.0) for won in first], **more)


def test_advantage_is_the_distance_of_the_seats_win_rates_from_equal_shares():
    found = Balance(AimPart(), 1).figures(wins(*[True] * 60, *[False] * 40))
    assert found["advantage"] == pytest.approx(0.10)
    assert [round(seat["win_rate"], 2) for seat in found["seats"]] == [0.6, 0.4]
    assert found["advantage_low"] < 0.03 < 0.17 < found["advantage_high"]
    four = games_of([(1, 0, 0, 0)] * 40 + [(0, 1, 0, 0)] * 20 + [(0, 0, 1, 0)] * 20 + [(0, 0, 0, 1)] * 20)
    assert Balance(AimPart(), 1).figures(four)["advantage"] == pytest.approx(np.sqrt((0.15**2 + 3 * 0.05**2) / 2))


def test_a_p_value_is_never_zero():
    assert [p_text(p) for p in (0.0312, 6.6e-5, 0.0)] == ["p = 0.031", "p = 6.6e-05", "p < 1e-300"]


def test_seats_and_length_are_judged_apart():
    """Games that come to the wanted length while the seats stay as they were are not called more balanced."""
    before, after = wins(*[True] * 60, *[False] * 40, lengths=90), wins(*[True] * 62, *[False] * 38, lengths=60)
    balance = Balance(AimPart(length=60, tolerance=5), 1)
    before["decisions"][::2, 0] += 2
    after["decisions"][::2, 0] += 2
    parts = balance.parts(after, before)
    assert not parts["seats"].proven
    assert parts["length"].proven
    assert parts["length"].mean > 0
    said = design_verdict(parts, balance.figures(before), balance.figures(after))
    assert said.startswith("The search helped: on fresh deals the seats are not shown to be more or less even (adv")
    assert "; the length is nearer to what is wanted (length 91.0 to 61.0 decisions, p " in said
    assert design_verdict(balance.parts(before, after), *map(balance.figures, (after, before))).startswith(
        "The search did harm: "
    )


def test_rules_are_a_file_for_every_command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mine.toml"
    file.write_text('game = "splendor"\npreset = "thesis"\n[rules]\nend_points = 2\nplayers = 2\n')
    game = {"name": "splendor", "preset": str(file), "face_up": 3}
    study = study_of({**DESIGN, "game": game})
    assert (study.game.preset, study.game.rules) == ("thesis", {"end_points": 2, "players": 2, "face_up": 3})
    setup = setup_for("splendor", "mine.toml", {"gold": 4}, 3)
    assert (setup.preset, dict(setup.rules)) == ("thesis", {"end_points": 2, "players": 3, "gold": 4})
    assert bottega(monkeypatch, "stats", "splendor", "--games", 20, "--rules", "mine.toml") == 0
    assert bottega(monkeypatch, "rules", "splinter", "--rules", "mine.toml") == 2
    assert "mine.toml: has rules of splendor, not of splinter" in capsys.readouterr().err
    file.write_text('game = "splendor"\n')
    assert bottega(monkeypatch, "match", "splendor", "random", "random", "--rules", "mine.toml") == 2
    assert "has no rules; it takes preset" in capsys.readouterr().err


def test_games_that_nobody_wins_are_missing_from_every_seat():
    found = Balance(AimPart(), 1).figures(games_of([(0.0, 0.0)] * 30))
    assert (found["undecided"], found["advantage"], found["fairness"]) == (1.0, 0.5, 0.0)


def test_a_deal_in_several_rotations_counts_once():
    sample = sample_of(games_of([(1, 0), (0, 1), (1, 0), (1, 0)], lengths=[10, 20, 30, 50]), 2)
    assert sample.shares.tolist() == [[0.5, 0.5], [1, 0]]
    assert sample.lengths.tolist() == [15, 40]
    assert sample.deal.tolist() == [0, 0, 1, 1]


def test_the_optimiser_is_told_the_mean_product_of_different_deals():
    measure, games = Balance(AimPart(), 1), wins(True, True, False, True, True)
    offs = shares(games) - 0.5
    pairs = [offs[i] @ offs[j] / 2 for i in range(5) for j in range(5) if i != j]
    assert measure.outcome(games).mean == pytest.approx(1 - 4 * np.mean(pairs))


def test_what_the_optimiser_is_told_of_few_games_is_right_on_average():
    rng, measure = np.random.default_rng(1), Balance(AimPart(), 1)
    told = [measure.outcome(wins(*(rng.random(8) < 0.6))).mean for _ in range(4000)]
    assert np.mean(told) == pytest.approx(1 - 4 * 0.1**2, abs=4 * np.std(told) / np.sqrt(4000))
    plain = [1 - 4 * (np.mean(rng.random(8) < 0.6) - 0.5) ** 2 for _ in range(4000)]
    assert np.mean(plain) < 0.90  # the plain distance would be far too large


@pytest.mark.parametrize("first", [0.5, 0.6])
def test_intervals_hold_what_they_promise(first):
    rng = np.random.default_rng(2)
    held = 0
    for _ in range(500):
        won = rng.random(300) < first
        _, low, high = advantage(np.column_stack([won, ~won]).astype(float))
        held += low <= first - 0.5 <= high
    assert held / 500 > 0.93
    mean, low, high = length(np.array([50.0, 60, 70, 80]))
    assert low < mean == 65 < high


@pytest.mark.parametrize(
    ("aim", "lengths", "fairness"),
    [
        ({"length": 60, "tolerance": 5}, 65, 1.0),
        ({"length": 60, "tolerance": 5}, 77, 1 - 4 * 0.2**2),
        ({"length": 60, "tolerance": 0}, 45, 1 - 4 * 0.25**2),
        ({"length": 60}, 77, 1.0),  # without a tolerance the length is free
        ({}, 77, 1.0),
    ],
)
def test_a_length_beyond_the_tolerance_costs_fairness(aim, lengths, fairness):
    rng = np.random.default_rng(3)
    measure, games = Balance(AimPart(**aim), 1), wins(*(rng.random(20_000) < 0.5), lengths=lengths)
    assert measure.rate(games).mean == pytest.approx(fairness, abs=0.002)
    assert measure.outcome(games).cost("length") == (abs(lengths - 60) if aim else 77)


def test_a_planted_unfair_rule_is_found_and_the_proof_is_honest(tmp_path, monkeypatch):
    folder = start(tmp_path, monkeypatch, DESIGN, "budget.games=4000", "budget.confirm=2000", "evaluation.games=32")
    result = run(folder, pictures=True)
    champion, default = result["champion"], result["default"]
    assert default["values"] == {"finish_round": False, "end_points": 6, "face_up": 4}
    assert default["advantage_low"] > 0.05
    assert champion["values"]["finish_round"] is True
    assert champion["advantage_high"] < default["advantage_low"]
    assert 26 < champion["length"] < 38
    assert result["difference"]["proven"]
    assert result["verdict"].startswith("The search helped: on fresh deals the seats are more even (advantage ")
    assert champion["games"] == default["games"] == 2000
    rules = tomllib.loads((folder / "champion.toml").read_text())["rules"]
    assert rules == {key: value for key, value in DESIGN["game"].items() if key != "name"} | champion["values"]
    files = {path.name for path in (folder / "plots").iterdir()}
    assert {"balance.png", "seats.png", "marginals.png", "progress.png"} <= files
    report = (folder / "report.md").read_text()
    assert "advantage, points [95 %]" in report
    assert f"--set end_points={rules['end_points']} --set finish_round=true" in report


def test_the_champion_of_a_design_is_rules_for_the_commands(tmp_path, monkeypatch, capsys):
    folder = start(tmp_path, monkeypatch, DESIGN)
    champion = run(folder)["champion"]["values"]
    rules = "--rules", folder / "champion.toml"
    assert bottega(monkeypatch, "match", "splendor", "random", "random", "--games", 4, "--json", *rules) == 0
    assert champion.items() <= json.loads(capsys.readouterr().out)["rules"].items()
    few = "--games", 4, "--quiet", *rules
    assert bottega(monkeypatch, "stats", "splendor", "random", *few) == 0
    assert "4 games of Splendor" in capsys.readouterr().out
    assert bottega(monkeypatch, "strength", "splendor", "--only", "osla beats 1", *few, "--set", "face_up=3") == 0
    assert "osla beats 1 random" in capsys.readouterr().out
    assert bottega(monkeypatch, "strength", "splinter", "--only", "osla beats 1", *few) == 2
    assert "champion.toml: has rules of splendor, not of splinter" in capsys.readouterr().err


def test_equal_players_play_every_deal_once(tmp_path, monkeypatch):
    folder = start(tmp_path, monkeypatch, DESIGN)
    run(folder)
    assert {owned.block for path in folder.path.glob("*.ledger") for owned in read_ledger(path)} == {1}


def test_unequal_players_go_round_the_seats(tmp_path, monkeypatch):
    folder = start(tmp_path, monkeypatch, DESIGN, "players=['greedy:budget=8', 'random']", "budget.games=300")
    result = run(folder)
    assert result["champion"]["advantage"] < 0.2  # though greedy wins nearly all games, it does so from both seats
    for _, _, games in ledger_rows(folder):
        assert np.bincount(seat_of(games, 2)).tolist() == [len(games) // 2] * 2


@pytest.mark.parametrize("sets", [(), FRONT])
def test_workers_and_interruptions_change_nothing(sets, tmp_path, monkeypatch):
    results, ledgers = [], []
    for workers in (1, 3):
        folder = start(tmp_path / str(workers), monkeypatch, DESIGN, *sets)
        results.append(run(folder, workers))
        ledgers.append(ledger_lines(folder))
    assert results[0] == results[1]
    assert ledgers[0] == ledgers[1]
    (folder / RESULT).unlink()
    (folder / "finals.ledger").unlink()
    search = folder / "search-1.ledger"
    search.write_bytes(search.read_bytes()[:3000])  # as after a crash
    assert run(folder) == results[0]
    assert ledger_lines(folder) == ledgers[0]


def test_two_objectives_end_in_a_front_measured_on_fresh_deals(tmp_path, monkeypatch):
    folder = start(tmp_path, monkeypatch, DESIGN, *FRONT, "budget.games=2000", "budget.finalists=5")
    entries = run(folder, pictures=True)["finalists"]
    front = [entry for entry in entries if entry["front"]]
    assert 1 <= len(front) < len(entries)
    shortest = min(entries, key=lambda entry: entry["length"])
    assert shortest["front"]
    assert shortest["values"]["end_points"] == 2
    assert len({entry["games"] for entry in entries}) == 1  # nobody drops out
    assert (folder / "plots" / "balance.png").exists()
    assert ", on the front" in (folder / "report.md").read_text()


def test_mlflow_gets_advantage_length_and_seats(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("MLFLOW_TRACKING_URI", f"sqlite:///{tmp_path}/mlflow.db")
    folder = start(tmp_path / "workshop", monkeypatch, DESIGN)
    result = run(folder, track=True)
    (found,) = runs.all_runs()
    assert {"kind": "design", "agent": "rules", "optimiser": "ntbea"}.items() <= found.tags.items()
    for figure in ("advantage", "advantage_high", "length", "fairness", "undecided"):
        assert found.metrics[f"champion/{figure}"] == result["champion"][figure]
    assert found.metrics["default/win_rate_of_seat_1"] == result["default"]["seats"][0]["win_rate"]
    assert "search/fairness_low" in found.metrics
    for words in (("list", "--kind", "design"), ("show", result["name"])):
        assert bottega(monkeypatch, *words) == 0
    assert "advantage" in capsys.readouterr().out


def test_the_study_survives_the_way_through_its_file(tmp_path, monkeypatch):
    folder = start(tmp_path, monkeypatch, DESIGN)
    assert load(folder / "study.toml") == study_of(DESIGN)


@pytest.mark.parametrize(
    ("sets", "says"),
    [
        (["players=[]"], "players has 0 entries; this table seats 2"),
        (["players=['greedy', 'oslo']"], "players: unknown agent 'oslo'; did you mean osla?"),
        (["candidate={}"], "candidate: tune or space must name the rules to search"),
        (["candidate.tune=['end_pionts']"], "no parameter 'end_pionts'; did you mean end_points"),
        (["candidate.tune=['players']"], "the number of players cannot be searched"),
        (
            ["candidate.space={take_same_amount=[2, 4], take_same_minimum=[3, 4]}"],
            "not every set of rules can be played",
        ),
        (["candidate.start=[{face_up=6}]"], "start: face_up = 6 is not accepted"),
        (["evaluation.games=3"], "evaluation.games = 3 is not accepted; it takes 4 or more"),
        (["aim={length=40}"], "aim.tolerance is missing: without it ntbea ignores the length"),
        (["optimiser={name='nsgaii', cost='lenght'}"], "optimiser.cost = lenght is not accepted; it takes one of"),
        (["optimiser={name='league'}", "optimiser.population=8"], "one whose candidates do not play each other"),
        (["optimiser={name='self_play'}"], "one whose candidates do not play each other"),
    ],
)
def test_bad_input_is_refused_before_anything_is_played(sets, says):
    with pytest.raises(InputError, match=says) as error:
        plan_of(study_of(DESIGN, *sets), "study.toml")
    assert "\n" not in str(error.value)
    assert str(error.value).startswith("study.toml: ")


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("aim.lenght=3", "aim.lenght: there is no such key; did you mean length?"),
        ("players=3", "players"),
        ("opponents=['greedy']", "opponents: there is no such key"),
    ],
)
def test_keys_of_other_kinds_are_refused(setting, says):
    with pytest.raises(InputError, match=says):
        study_of(DESIGN, setting)
