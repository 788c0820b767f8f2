"""Games between people and agents: what is legal is played, taken back, saved and told."""

import json

import hypothesis.strategies as st
import pytest
from hypothesis import given

from engine.catalog import GAMES
from engine.conformance import some
from engine.errors import InputError
from engine.game import sample
from studies.interactive.hints import Hint, adviser_of, hint_for
from studies.interactive.replay import replay_of
from studies.interactive.saved import from_text, load, save, to_text
from studies.interactive.session import PERSON, Session, seat_of
from studies.interactive.thinker import Thinker, thinkers_of
from studies.play.setup import prepare_game, setup_for
from tests.engine.tables import SEEDS, generator, raw, rule_sets

every_game = pytest.mark.parametrize("name", GAMES)


def session_of(name="splendor", players=(PERSON, "random"), seed=3, **rules):
    game = GAMES[name]
    params = prepare_game(setup_for(name, "", rules, len(players))).params
    return Session(game, params, seed, [seat_of(text, game, 0) for text in players])


def play_at_random(session, decisions, seed=1):
    rng = generator(seed)
    for _ in range(decisions):
        if not session.over:
            session.play(int(sample(session.rules, session.state, rng)))
    return session


@st.composite
def sessions(draw, game):
    """A game under any rules, in which people have some seats, after some decisions."""
    params = draw(rule_sets(game))
    n = int(game.new_deal(game.prepare(params), 0).n_players)
    texts = draw(st.lists(st.sampled_from([PERSON, "random"]), min_size=n, max_size=n))
    session = Session(game, params, draw(SEEDS) % 2**63, [seat_of(text, game, 0) for text in texts])
    return play_at_random(session, draw(st.integers(0, 60)), draw(SEEDS))


@every_game
@some
@given(st.data())
def test_a_saved_game_comes_back_with_every_position_and_player(name, data):
    session = data.draw(sessions(GAMES[name]))
    again, milliseconds = from_text(to_text(session, 250.0), "test")
    assert milliseconds == 250.0
    assert [raw(state) for state in again.states] == [raw(state) for state in session.states]
    assert (again.params, again.seed, again.actions) == (session.params, session.seed, session.actions)
    assert [seat.text for seat in again.seats] == [seat.text for seat in session.seats]


@every_game
@some
@given(st.data())
def test_taking_back_returns_to_the_last_position_in_which_a_person_decided(name, data):
    session = data.draw(sessions(GAMES[name]))
    before = [(int(state.to_move), raw(state)) for state in session.states]
    decided = [turn for turn, (seat, _) in enumerate(before[:-1]) if session.seats[seat].is_person]
    if not decided:
        assert not session.can_take_back()
        with pytest.raises(InputError, match="nothing to take back"):
            session.take_back()
        return
    session.take_back()
    assert session.turn == len(session.actions) == decided[-1]
    assert [raw(state) for state in session.states] == [state for _, state in before[: decided[-1] + 1]]
    assert session.taken_back == 1


@every_game
@some
@given(st.data())
def test_people_look_through_the_eyes_of_a_person_s_seat(name, data):
    session = data.draw(sessions(GAMES[name]))
    viewer = session.viewer
    assert (viewer is None) == (not session.persons)
    if viewer is not None:
        assert session.seats[viewer].is_person
        assert session.show(viewer) == GAMES[name].view.show(session.rules, session.state, viewer)
    assert len(session.log(viewer)) == session.turn


def test_an_illegal_action_and_one_after_the_end_are_refused():
    session = session_of(end_points=1)
    with pytest.raises(InputError, match="action -1 is not legal after 0 decisions"):
        session.play(-1)
    play_at_random(session, 2000)
    assert session.over
    assert session.to_move is None
    assert session.moves() == []
    with pytest.raises(InputError, match="is not legal"):
        session.play(session.actions[-1])


def test_the_wrong_number_of_players_is_refused():
    game = GAMES["splendor"]
    with pytest.raises(InputError, match="splendor: 3 players given; it takes 2"):
        Session(game, game.Params(players=2), 1, [seat_of(PERSON, game, 0)] * 3)


def test_a_covered_choice_is_told_when_it_has_taken_effect():
    session = session_of("sevenwonders", [PERSON] * 3)
    for _ in range(2):
        session.play(session.legal()[0])
    assert [told.words for told in session.log(2)] == ["pick a card"] * 2
    assert session.log(0)[0].words == session.log(None)[0].words != "pick a card"
    session.play(session.legal()[0])
    assert "pick a card" not in [told.words for told in session.log(2)]


def test_a_snapshot_stays_while_the_game_goes_on():
    session = session_of()
    early = session.snapshot()
    play_at_random(session, 3)
    assert (early.turn, session.turn) == (0, 3)


def test_the_ending_names_the_winner_by_a_seat_that_counts_from_1():
    session = play_at_random(session_of(end_points=1), 2000)
    assert session.ending().startswith(("player 1 (person) wins", "player 2 (random) wins", "player 1 (person) and"))


def test_a_replay_waits_for_the_end_because_it_uncovers_everything():
    session = session_of(end_points=1)
    with pytest.raises(InputError, match="when the game is over"):
        replay_of(session)
    play_at_random(session, 2000)
    page = replay_of(session)
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0].replace("<\\/", "</"))
    assert len(data["frames"]) == session.turn + 1
    assert data["frames"][-1]["caption"].endswith(session.ending())


def changed(text, **changes):
    return json.dumps({**json.loads(text), **changes})


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text[: len(text) // 2], "not a saved game of this program: the file: invalid json"),
        (lambda text: "[]", "not a saved game of this program"),
        (lambda text: changed(text, seed="x"), "seed: input should be a valid integer"),
        (lambda text: changed(text, format="bottega game 0"), "format = 'bottega game 0' is not accepted"),
        (lambda text: changed(text, game="splendid"), "unknown game 'splendid'"),
        (lambda text: changed(text, rules={"end_pionts": 3}), "rules: there is no parameter 'end_pionts'"),
        (lambda text: changed(text, players=["person"]), "1 players given"),
        (lambda text: changed(text, players=["person", "mtcs"]), "unknown agent 'mtcs'"),
        (lambda text: changed(text, actions=[*json.loads(text)["actions"], 10**17]), "is not legal after 6 decisions"),
        (lambda text: changed(text, position="0" * 16), "lead to another position than when it was saved"),
        (lambda text: changed(text, more=1), "more: extra inputs are not permitted"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line_that_names_it(damage, message, tmp_path):
    session, path = play_at_random(session_of(), 6), tmp_path / "game.json"
    save(session, 1000, path)
    path.write_text(damage(path.read_text()))
    with pytest.raises(InputError, match=r"game\.json: |unknown") as error:
        load(path)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(InputError, match=r"none\.json: no such file"):
        load(tmp_path / "none.json")
    with pytest.raises(InputError, match="cannot be written"):
        save(session_of(), 1000, tmp_path / "no" / "game.json")


def test_an_agent_decides_the_same_again_after_a_take_back():
    session = session_of(players=[PERSON, "osla:budget=30"])
    thinkers = thinkers_of(session)
    assert list(thinkers) == [1]

    def answers():
        session.play(session.legal()[0])
        action = thinkers[1].decide(session)
        assert action in session.legal()
        session.play(action)
        return action

    first = answers()
    second = answers()
    session.take_back()
    session.take_back()
    assert session.turn == 0
    assert [answers(), answers()] == [first, second]


def test_agents_of_one_kind_at_different_seats_draw_different_chance():
    session = session_of(players=["random", "random"])
    mine, yours = (Thinker(session, session.seats[0].player, chance) for chance in (1, 2))
    assert [mine.decide(session) for _ in range(8)] != [yours.decide(session) for _ in range(8)]


def test_the_pace_of_an_agent_is_said_in_words():
    game = GAMES["splendor"]
    assert seat_of("mcts", game, 1000).pace == "at most 1 s a move"
    assert seat_of("mcts:budget=500", game, 250).pace == "at most 0.25 s or 500 forward-model calls a move"
    assert seat_of("greedy", game, 0).pace == "as long as it takes"
    assert seat_of(PERSON, game, 1000).pace == ""


@every_game
def test_a_hint_names_a_legal_move_and_values_all_of_them(name):
    n = GAMES[name].player_counts[0]
    session = play_at_random(session_of(name, [PERSON] * (n - 1) + ["random"]), 4)
    before = raw(session.state)
    ticks = iter(range(1000))
    hint = hint_for(session, adviser_of(session, 50), clock=lambda: next(ticks) / 10)
    assert isinstance(hint, Hint)
    assert hint.action in session.legal()
    assert len(hint.values) == len(hint.wins) == len(session.legal())
    assert all(0 <= wins <= 1 for wins in hint.wins)
    assert hint.rounds > 1
    assert raw(session.state) == before


def test_without_an_agent_at_the_table_mcts_advises():
    assert adviser_of(session_of(players=[PERSON] * 2), 50).agent == "mcts"
    assert adviser_of(session_of(players=[PERSON, "osla"]), 50).agent == "osla"


def test_a_purchase_is_valued_by_its_points():
    session = session_of(players=[PERSON, "greedy:value=points"], seed=5)
    while not any(move.words.startswith("buy") and " 0 points" not in move.words for move in session.moves()):
        moves = session.moves()
        buys = [move for move in moves if move.words.startswith("buy")]
        session.play((buys or moves)[0].action)
    hint = hint_for(session, adviser_of(session, 50), clock=iter([0.0, 0.0, 9.0, 9.0]).__next__)
    values = dict(zip((move.words for move in session.moves()), hint.values, strict=True))
    points = session.state.score[session.state.to_move]
    bought = {words: value for words, value in values.items() if words.startswith("buy")}
    assert max(bought.values()) > points
    assert values[next(words for words in values if words.startswith("take") or words.startswith("reserve"))] == points
