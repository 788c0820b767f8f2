"""Wins by what a deal gave to a seat, and rules that differ between search and proof."""

import time

import numpy as np
import pytest

from engine.errors import InputError
from engine.sevenwonders.printed import board
from studies.play.deals import SHOW, derived, stream_seed
from studies.play.games import payoffs, seat_of
from studies.play.lots import lots_of, rates_by_lot
from studies.play.setup import GameSetup, prepare_game
from studies.report.text import markdown
from studies.search.match import play_match
from studies.search.run import plan_of
from studies.spec.players import player_spec_of
from tests.studies.small import COMPARE, TUNE, run, start, study_of

SETUP = GameSetup("sevenwonders", "", (("sides", "drawn"), ("setups", 4)))
STREAM = stream_seed(1, SHOW)


@pytest.fixture(scope="module")
def games():
    return play_match(SETUP, [player_spec_of("sevenwonders", "random")] * 3, 240, 1)


def test_the_boards_of_a_game_are_those_of_its_deal_whoever_sits_at_them(games):
    prepared = prepare_game(SETUP)
    lots, names = lots_of(prepared, games, STREAM, 3)
    assert len(np.unique(lots, axis=0)) == 4
    assert (lots[0::3] == lots[1::3]).all()
    for number, seed in enumerate(derived(STREAM, np.arange(80)).tolist()):
        state = prepared.game.new_deal(prepared.rules, seed)
        said = [board(prepared.rules, state, seat) for seat in range(3)]
        assert [names[lot] for lot in lots[3 * number]] == said


def test_ten_thousand_deals_are_laid_out_in_a_second(games):
    many = np.tile(games, 126)[:30_000]
    many["number"] = np.arange(30_000)
    prepared = prepare_game(SETUP)
    lots_of(prepared, games, STREAM, 3)  # compiles
    started = time.process_time()
    assert len(lots_of(prepared, many, STREAM, 3).held) == 30_000
    assert time.process_time() - started < 1


def test_a_rate_for_each_board_over_the_games_in_which_the_player_had_it(games):
    prepared = prepare_game(SETUP)
    for player in range(3):
        dealt = lots_of(prepared, games, STREAM, 3)
        rates = rates_by_lot(dealt, games, 3, player)
        lots = np.array(dealt.names)[dealt.held[np.arange(240), seat_of(games, 3, player)]]
        assert list(rates) == sorted(set(lots.tolist()))
        assert sum(rate.games for rate in rates.values()) == 240
        for name, rate in rates.items():
            assert rate.mean == payoffs(games, 3, player)[lots == name].mean()
            assert rate.low <= rate.mean <= rate.high


def test_a_report_shows_the_win_rate_by_board_with_intervals(tmp_path, monkeypatch):
    game = {"name": "sevenwonders", "boards": "Giza B / Rhodos / Olympia"}
    players = ["random:name=one", "random:name=two", "random:name=three"]
    table = {**COMPARE, "game": game, "form": "table", "players": players, "games": 30}
    result = run(start(tmp_path, monkeypatch, table))
    assert set(result["matches"][0]["lots"]) == {"Giza B", "Rhodos A", "Olympia A"}
    assert result["matches"][0]["lots"]["Giza B"]["games"] == 10
    assert "| Giza B | " in markdown(result)


def test_a_game_that_deals_nothing_of_the_kind_has_no_such_table():
    setup = GameSetup("splendor", "", (("players", 2),))
    games = play_match(setup, [player_spec_of("splendor", "random")] * 2, 4, 1)
    dealt = lots_of(prepare_game(setup), games, STREAM, 2)
    assert dealt is None
    assert rates_by_lot(dealt, games, 2) == {}


def test_finalists_are_judged_under_the_rules_of_the_proof():
    plan = plan_of(study_of(TUNE, "proof.end_points=6"), "test")
    search, proof = plan.job(plan.default, 1, 0, 2), plan.job(plan.default, 1, 0, 2, proof=True)
    assert prepare_game(search.setup).params.end_points == 4
    assert prepare_game(proof.setup).params.end_points == 6
    assert plan_of(study_of(TUNE), "test").proof_setup == search.setup


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("proof.end_pints=6", "test: proof: .*no parameter 'end_pints'; did you mean end_points"),
        ("proof.players=3", "test: proof.players = 3 is not accepted; the search seats 2"),
    ],
)
def test_rules_of_the_proof_that_cannot_be_are_refused(change, message):
    with pytest.raises(InputError, match=message):
        plan_of(study_of(TUNE, change), "test")
