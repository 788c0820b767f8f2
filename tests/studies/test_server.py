"""The games in a browser: what the server answers to its own page, and to whom it answers nothing."""

import http.client
import json
import socket
import threading
import time
from typing import NamedTuple

import pytest
import uvicorn

from engine.catalog import GAMES
from studies.interactive import tables as tables_module
from studies.interactive.saved import from_text
from studies.interactive.server import TOKEN, make_app, serve
from studies.interactive.session import PERSON, Session, seat_of
from studies.interactive.tables import StaleError, Table, Tables
from studies.play.setup import prepare_game, setup_for

SECRET = "the token of this test"
OWN = {TOKEN: SECRET}
PATIENCE = 300  # seconds for what happens at once on an idle machine


class Answer(NamedTuple):
    """What came back."""

    code: int
    data: object
    headers: dict


class Server:
    """A server on a port of its own."""

    def __init__(self):
        self.tables = Tables()
        self.door = socket.socket()
        self.door.bind(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        self.server = uvicorn.Server(uvicorn.Config(make_app(self.tables, SECRET), log_level="critical"))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.door]}, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def ask(self, method, path, body=None, headers=OWN, host=None):
        """Send a request just so, forged headers and all."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.putrequest(method, path, skip_host=True)
        text = b"" if body is None else json.dumps(body).encode()
        sent = {"Host": host or f"127.0.0.1:{self.port}", "Content-Length": str(len(text)), **headers}
        if body is not None:
            sent.setdefault("Content-Type", "application/json")
        for name, value in sent.items():
            connection.putheader(name, value)
        connection.endheaders(text)
        answer = connection.getresponse()
        read = answer.read().decode()
        is_json = (answer.getheader("Content-Type") or "").startswith("application/json")
        connection.close()
        return Answer(answer.status, json.loads(read) if is_json else read, dict(answer.getheaders()))


@pytest.fixture(scope="module")
def server():
    running = Server()
    yield running
    running.server.should_exit = True
    running.thread.join()


def session_of(name="splendor", players=(PERSON, "random"), seed=3, **rules):
    game = GAMES[name]
    params = prepare_game(setup_for(name, "", rules, len(players))).params
    return Session(game, params, seed, [seat_of(text, game, 0) for text in players])


@pytest.fixture
def game(server):
    """The path of a new game."""
    name = server.tables.open(session_of(), 1000)
    yield f"/api/games/{name}"
    server.tables.close(name)


def until_my_turn(server, game):
    """The game once a person is to move or it is over."""
    due = time.monotonic() + PATIENCE
    while time.monotonic() < due:
        data = server.ask("GET", game).data
        if data["your_turn"] or data["ending"] or data["fault"]:
            return data
        time.sleep(0.02)
    raise AssertionError("no agent has answered")


def refused(answer, code, words):
    """Whether it was refused, in one line."""
    assert answer.code == code
    assert words in answer.data["error"]
    assert "\n" not in answer.data["error"]
    return True


def test_a_move_is_played_and_the_agent_answers(server, game):
    before = server.ask("GET", game).data
    assert (before["turn"], before["your_turn"], before["viewer"]) == (0, True, 1)
    assert before["picture"].startswith("<svg")
    assert server.ask("POST", f"{game}/move", {"turn": 0, "move": 1}).code == 200
    after = until_my_turn(server, game)
    assert after["turn"] == 2
    assert after["log"][0] == {"seat": 1, "words": before["moves"][0]["words"]}
    assert after["log"][1]["seat"] == 2


def test_a_whole_game_ends_with_a_replay(server):
    game = "/api/games/" + server.tables.open(session_of(end_points=1), 1000)
    data = until_my_turn(server, game)
    assert data["replay"] == ""
    while not data["ending"]:
        server.ask("POST", f"{game}/move", {"turn": data["turn"], "move": 1})
        data = until_my_turn(server, game)
    page = server.ask("GET", data["replay"], headers={})
    assert page.code == 200
    assert page.data.startswith("<!doctype html>")
    assert refused(server.ask("POST", f"{game}/move", {"turn": data["turn"], "move": 1}), 409, "the game is over")


@pytest.mark.parametrize(
    ("headers", "code", "words"),
    [
        ({}, 401, "token"),
        ({TOKEN: "guess"}, 401, "token"),
        ({**OWN, "Origin": "https://example.org"}, 403, "https://example.org are refused"),
        ({**OWN, "Origin": "null"}, 403, "null are refused"),
        ({**OWN, "Origin": "http://127.0.0.1:1"}, 403, "are refused"),
        ({**OWN, "Sec-Fetch-Site": "cross-site"}, 403, "other sites are refused"),
        ({**OWN, "Sec-Fetch-Site": "same-site"}, 403, "other sites are refused"),
    ],
)
@pytest.mark.parametrize(("method", "end", "body"), [("GET", "", None), ("POST", "/move", {"turn": 0, "move": 1})])
def test_nobody_but_the_page_itself_may_look_or_move(server, game, headers, code, words, method, end, body):
    assert refused(server.ask(method, game + end, body, headers), code, words)
    assert server.ask("GET", game).data["turn"] == 0


def test_the_page_s_own_origin_is_accepted(server, game):
    origin = {"Origin": f"http://127.0.0.1:{server.port}", "Sec-Fetch-Site": "same-origin"}
    assert server.ask("POST", f"{game}/move", {"turn": 0, "move": 1}, {**OWN, **origin}).code == 200


@pytest.mark.parametrize("path", ["/", "/page.js", "/api/games", "/replay/x"])
@pytest.mark.parametrize("host", ["example.org", "127.0.0.1.example.org:80", "10.0.0.1"])
def test_a_name_that_merely_points_here_is_no_host_of_ours(server, path, host):
    answer = server.ask("GET", path, host=host)
    assert answer.code == 400
    assert answer.data == "Invalid host header"


def test_pages_forbid_frames_foreign_code_and_keeping(server):
    for path in ("/", "/page.js", "/page.css"):
        answer = server.ask("GET", path, headers={})
        assert answer.code == 200
        policy = answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["cache-control"] == "no-store"
    assert SECRET not in server.ask("GET", "/", headers={}).data


def test_no_file_but_the_page_is_served(server):
    for path in ("/server.py", "/page.html", "/?name=server.py", "/../server.py", "/docs", "/openapi.json"):
        answer = server.ask("GET", path)
        assert answer.code == 404 or "<title>Bottega</title>" in answer.data


def test_an_unknown_game_and_an_unknown_replay_are_not_found(server):
    for method, end in (("GET", ""), ("POST", "/move"), ("POST", "/back"), ("POST", "/hint"), ("DELETE", "")):
        body = {"turn": 0, "move": 1} if end == "/move" else {"turn": 0} if end else None
        assert refused(server.ask(method, f"/api/games/nine{end}", body), 404, "there is no game 'nine'")
    assert server.ask("GET", "/replay/guess", headers={}).code == 404


@pytest.mark.parametrize(
    ("end", "body", "code", "words"),
    [
        ("/move", {"turn": 0, "move": 0}, 400, "move 0 is not accepted; it takes 1 to"),
        ("/move", {"turn": 0, "move": 9999}, 400, "move 9999 is not accepted"),
        ("/move", {"turn": 1, "move": 1}, 409, "it is after 0 decisions, not 1"),
        ("/move", {"turn": 0, "move": "first"}, 422, "body.move"),
        ("/move", {"turn": 0}, 422, "body.move"),
        ("/move", {"turn": 0, "move": 1, "seat": 2}, 422, "body.seat"),
        ("/back", {"turn": 0}, 400, "nothing to take back"),
        ("/back", {"turn": 4}, 409, "the game has gone on"),
        ("/hint", {"turn": 7}, 409, "the game has gone on"),
    ],
)
def test_a_bad_request_changes_nothing_and_is_explained_in_one_line(server, game, end, body, code, words):
    assert refused(server.ask("POST", game + end, body), code, words)
    assert server.ask("GET", game).data["turn"] == 0


def test_a_take_back_returns_to_the_person_s_last_decision(server, game):
    server.ask("POST", f"{game}/move", {"turn": 0, "move": 1})
    assert until_my_turn(server, game)["turn"] == 2
    data = server.ask("POST", f"{game}/back", {"turn": 2}).data
    assert (data["turn"], data["your_turn"], data["can_take_back"]) == (0, True, False)


def test_a_hint_names_a_move_and_values_all(server, game):
    moves = server.ask("GET", game).data["moves"]
    hint = server.ask("POST", f"{game}/hint", {"turn": 0}).data
    assert 1 <= hint["move"] <= len(moves) == len(hint["wins"]) == len(hint["values"])
    assert hint["adviser"] == "random"


def test_a_saved_game_is_opened_again_beside_the_first(server, game):
    server.ask("POST", f"{game}/move", {"turn": 0, "move": 2})
    until_my_turn(server, game)
    text = server.ask("GET", f"{game}/saved").data
    assert from_text(text, "test")[0].turn == 2
    opened = server.ask("POST", "/api/saved", {"text": text}).data["id"]
    assert server.ask("GET", f"/api/games/{opened}").data["turn"] == 2
    assert refused(server.ask("POST", "/api/saved", {"text": text[:40]}), 400, "the file: not a saved game")


def test_games_side_by_side_do_not_disturb_each_other(server, game):
    other = (
        "/api/games/"
        + server.ask("POST", "/api/games", {"game": "splinter", "players": ["person", "person"], "seed": 1}).data["id"]
    )
    server.ask("POST", f"{other}/move", {"turn": 0, "move": 1})
    assert server.ask("GET", game).data["turn"] == 0
    assert server.ask("GET", other).data["turn"] == 1
    listed = {entry["id"] for entry in server.ask("GET", "/api/games").data}
    assert {path.rpartition("/")[2] for path in (game, other)} <= listed
    assert server.ask("DELETE", other).code == 200
    assert server.ask("GET", other).code == 404


@pytest.mark.parametrize(
    ("wish", "code", "words"),
    [
        ({"game": "splendid", "players": ["person"]}, 400, "unknown game 'splendid'"),
        ({"game": "splinter", "players": ["person"]}, 400, "1 player given; it takes 2"),
        ({"game": "splinter", "players": ["person", "mtcs"]}, 400, "unknown agent 'mtcs'"),
        ({"game": "splinter", "players": ["person", "@/etc/passwd"]}, 400, "unknown agent '@/etc/passwd'"),
        ({"game": "splinter", "players": ["person", "random"], "preset": "tiny"}, 400, "there is no preset 'tiny'"),
        (
            {"game": "splinter", "players": ["person", "random"], "preset": "/etc/rules.toml"},
            400,
            "there is no preset '/etc/rules.toml'",
        ),
        ({"game": "splinter", "players": ["person", "random"], "like": "nine"}, 404, "there is no game 'nine'"),
        ({"game": "splinter", "players": []}, 422, "body.players"),
        ({"game": "splinter", "players": ["person", "random"], "seed": -1}, 422, "body.seed"),
    ],
)
def test_a_game_that_cannot_be_dealt_is_refused_in_one_line(server, wish, code, words):
    assert refused(server.ask("POST", "/api/games", wish), code, words)


def test_the_rules_of_another_game_can_be_taken_over(server):
    first = server.tables.open(session_of(end_points=7), 1000)
    wish = {"game": "splendor", "players": ["person", "random", "random"], "like": first}
    made = server.tables.find(server.ask("POST", "/api/games", wish).data["id"]).session
    assert (made.params.end_points, made.params.players) == (7, 3)


def test_the_catalogue_offers_every_game_with_the_agents_that_can_play_it(server):
    offered = {entry["name"]: entry for entry in server.ask("GET", "/api/catalogue").data}
    assert list(offered) == list(GAMES)
    assert "buy_order" in offered["splendor"]["agents"]
    assert "buy_order" not in offered["splinter"]["agents"]


def test_there_is_an_end_to_the_number_of_games(monkeypatch):
    monkeypatch.setattr(tables_module, "MOST_TABLES", 1)
    tables = Tables()
    tables.open(session_of(), 0)
    with pytest.raises(ValueError, match="there are 1 games already"):
        tables.open(session_of(), 0)


def test_what_an_agent_thought_of_a_position_that_was_taken_back_is_not_played(monkeypatch):
    thinking, go_on = threading.Event(), threading.Event()

    class Slow:
        def decide(self, session):
            thinking.set()
            assert go_on.wait(PATIENCE)
            return session.legal()[0]

    monkeypatch.setattr(tables_module, "thinkers_of", lambda session: {1: Slow()})
    table = Table(session_of(), 0)
    table.play(0, 1)
    assert thinking.wait(PATIENCE)
    with pytest.raises(StaleError, match=r"it is the turn of player 2 \(random\)"):
        table.play(1, 1)
    table.take_back(1)
    go_on.set()
    due = time.monotonic() + PATIENCE
    while table._busy and time.monotonic() < due:
        time.sleep(0.01)
    assert table.look()["turn"] == 0
    assert table.look()["your_turn"]


def test_an_agent_s_failure_is_shown_and_can_be_taken_back(monkeypatch):
    class Broken:
        def decide(self, session):
            raise ValueError("cannot think")

    monkeypatch.setattr(tables_module, "thinkers_of", lambda session: {1: Broken()})
    monkeypatch.setattr(threading, "excepthook", lambda report: None)
    table = Table(session_of(), 0)
    table.play(0, 1)
    due = time.monotonic() + PATIENCE
    while not table.fault and time.monotonic() < due:
        time.sleep(0.01)
    assert table.look()["fault"] == "cannot think"
    table.take_back(1)
    assert table.look()["fault"] == ""


def test_a_port_that_is_taken_is_refused(server):
    with pytest.raises(ValueError, match=rf"port {server.port}: .*; choose another one with --port"):
        serve(session_of(), 0, server.port)


def test_nobody_but_this_machine_can_reach_the_games(monkeypatch, capsys):
    asked = []

    def knock(self, sockets):
        (door,) = sockets
        for host in ("127.0.0.1", "127.0.0.2"):  # a door that is open to all would open at both
            with socket.socket() as guest:
                asked.append((host, guest.connect_ex((host, door.getsockname()[1])) == 0))

    monkeypatch.setattr(uvicorn.Server, "run", knock)
    serve(session_of(), 0, 0)
    assert asked == [("127.0.0.1", True), ("127.0.0.2", False)]
    assert capsys.readouterr().out.startswith("play at http://127.0.0.1:")
