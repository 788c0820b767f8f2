"""The games in a browser: a small web server that only this machine reaches, and only the page that it serves.

It listens on 127.0.0.1. A page of another site could still send requests there from the same browser, so every request
must carry the token that is in the link printed at the start (no other site knows it), name this machine as its host
(or a name that points here could be used), and come from the page's own origin. The page refuses to be framed.
"""

import os
import secrets
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
import uvicorn
from fastapi import APIRouter, Depends, FastAPI, Header, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.middleware.trustedhost import TrustedHostMiddleware

from agents.catalog import AGENTS
from engine.catalog import GAMES, find_game
from engine.errors import InputError
from engine.space import plain
from studies.interactive.replay import replay_of
from studies.interactive.saved import from_text, to_text
from studies.interactive.session import MOST_SEED, PERSON, Session, seat_of
from studies.interactive.tables import Data, StaleError, Table, Tables, UnknownGameError
from studies.play.setup import prepare_game, setup_for
from studies.spec.rules import rule_params

HOST = "127.0.0.1"
HERE = Path(__file__).parent
TOKEN = "X-Bottega-Token"
POLICY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
# A replay is a page with its script in it, and loads nothing.
REPLAY_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-ancestors 'none'"
MOST_TEXT = 10**6  # letters of a saved game


class Message(BaseModel):
    """The body of a request."""

    model_config = ConfigDict(extra="forbid")


class At(Message):
    """The position that a request is about."""

    turn: int = Field(ge=0)  # decisions before it


class MoveRequest(At):
    """A move by its number."""

    move: int


class NewGame(Message):
    """A game to be dealt."""

    game: str
    players: list[str] = Field(min_length=1, max_length=16)
    preset: str | None = None
    like: str | None = None  # the id of a game whose rules are taken
    seed: int | None = Field(None, ge=0, le=MOST_SEED)
    milliseconds: float = Field(1000.0, ge=0, le=60_000)


class SavedGame(Message):
    """A file that was saved."""

    text: str = Field(max_length=MOST_TEXT)


def make_app(tables: Tables, token: str) -> FastAPI:
    """The server's pages and requests."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=[HOST, "localhost"])
    app.middleware("http")(with_policy)
    app.include_router(pages(tables))
    app.include_router(requests(tables), prefix="/api", dependencies=[Depends(guard_of(token))])
    for kind, code in ((InputError, 400), (UnknownGameError, 404), (StaleError, 409)):
        app.exception_handler(kind)(refusal(code))
    app.exception_handler(HTTPException)(refused)
    app.exception_handler(RequestValidationError)(misread)
    return app


async def with_policy(request: Request, answer: Callable[[Request], Awaitable[Response]]) -> Response:
    """Every answer says what the browser may do with it."""
    response = await answer(request)
    for name, value in POLICY.items():
        response.headers.setdefault(name, value)
    return response


def guard_of(token: str) -> Callable[..., None]:
    """Whoever asks must know the token and be the page itself."""

    def guard(
        request: Request,
        given: Annotated[str, Header(alias=TOKEN)] = "",
        origin: Annotated[str | None, Header()] = None,
        site: Annotated[str | None, Header(alias="Sec-Fetch-Site")] = None,
    ) -> None:
        if origin is not None and origin != f"http://{request.headers.get('host')}":
            raise HTTPException(403, f"requests from {origin} are refused: only the page itself may ask")
        if site not in (None, "same-origin", "none"):
            raise HTTPException(403, "requests from other sites are refused: only the page itself may ask")
        if not secrets.compare_digest(given.encode(), token.encode()):
            raise HTTPException(401, "open the link that bottega play printed: the token is missing or wrong")

    return guard


def refusal(code: int) -> Callable[[Request, Exception], JSONResponse]:
    """An error response of one line, with that code."""
    return lambda request, error: JSONResponse({"error": str(error)}, code)


def refused(request: Request, error: Exception) -> JSONResponse:
    """An error response of one line."""
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code)


def misread(request: Request, error: Exception) -> JSONResponse:
    """The first thing that is wrong with a request, in one line."""
    assert isinstance(error, RequestValidationError)
    problem = error.errors()[0]
    return JSONResponse({"error": f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}"}, 422)


def pages(tables: Tables) -> APIRouter:
    """What a browser opens: nothing of it is secret but the address of a replay."""
    router = APIRouter()
    for path, name in (("/", "page.html"), ("/page.js", "page.js"), ("/page.css", "page.css")):
        router.get(path)(sends(HERE / name))

    @router.get("/replay/{secret}")
    def replay(secret: str) -> HTMLResponse:
        page = replay_of(tables.with_secret(secret).session.snapshot())
        return HTMLResponse(page, headers={"Content-Security-Policy": REPLAY_POLICY})

    return router


def sends(file: Path) -> Callable[[], FileResponse]:
    """A page that is a file."""
    return lambda: FileResponse(file)


def requests(tables: Tables) -> APIRouter:
    """The requests that the page makes."""
    router = APIRouter()

    @router.get("/catalogue")
    def catalogue() -> list[Data]:
        return [game_data(name) for name in GAMES]

    @router.get("/games")
    def games() -> list[Data]:
        return tables.list()

    @router.post("/games")
    def open_game(asked: NewGame) -> Data:
        return {"id": tables.open(dealt(asked, tables), asked.milliseconds)}

    @router.post("/saved")
    def open_saved(asked: SavedGame) -> Data:
        return {"id": tables.open(*from_text(asked.text, "the file"))}

    @router.get("/games/{name}")
    def look(name: str, seen: str = "") -> Response:
        table = tables.find(name)
        return Response(status_code=204) if seen and seen == table.version() else JSONResponse(table.look())

    @router.delete("/games/{name}")
    def close(name: str) -> Data:
        tables.close(name)
        return {}

    @router.post("/games/{name}/move")
    def move(name: str, asked: MoveRequest) -> Data:
        return after(tables.find(name), lambda table: table.play(asked.turn, asked.move))

    @router.post("/games/{name}/back")
    def back(name: str, asked: At) -> Data:
        return after(tables.find(name), lambda table: table.take_back(asked.turn))

    @router.post("/games/{name}/hint")
    def hint(name: str, asked: At) -> Data:
        return tables.find(name).hint(asked.turn)

    @router.get("/games/{name}/saved")
    def saved(name: str) -> PlainTextResponse:
        table = tables.find(name)
        return PlainTextResponse(to_text(table.session.snapshot(), table.milliseconds))

    return router


def after(table: Table, deed: Callable[[Table], None]) -> Data:
    """Do something at a table; what is to be seen then."""
    deed(table)
    return table.look()


def game_data(name: str) -> Data:
    """A game as the form for a new one offers it."""
    game = GAMES[name]
    able = [agent.name for agent in AGENTS.values() if not agent.games or name in agent.games]
    return {
        "name": name,
        "title": game.title,
        "presets": list(game.presets),
        "players": list(game.player_counts),
        "agents": [PERSON, *able],
    }


def dealt(asked: NewGame, tables: Tables) -> Session:
    """The game that a request wishes for."""
    game = find_game(asked.game)
    preset, changes = asked.preset or "", {}
    rule_params(game, preset)  # a name, and no file
    if asked.like is not None and (other := tables.find(asked.like).session).game is game:
        changes = {name: plain(value) for name, value in other.params._asdict().items() if name != "players"}
    params = prepare_game(setup_for(game.name, preset, changes, len(asked.players))).params
    seed = secrets.randbelow(10**6) if asked.seed is None else asked.seed
    return Session(game, params, seed, [seat_of(text.strip(), game, asked.milliseconds) for text in asked.players])


def serve(session: Session, milliseconds: float, port: int) -> None:
    """Print the link and serve until Ctrl-C."""
    tables, token = Tables(), secrets.token_urlsafe(24)
    tables.open(session, milliseconds)
    try:
        door = socket.create_server((HOST, port))  # who follows the link at once waits, and is not turned away
    except OSError as error:
        raise InputError(f"port {port}: {os.strerror(error.errno or 0)}; choose another one with --port") from None
    with door:
        link = f"http://{HOST}:{door.getsockname()[1]}/#{token}"
        typer.echo(f"play at {link}\nonly this machine can reach it; Ctrl-C ends it")
        config = uvicorn.Config(make_app(tables, token), log_level="warning", server_header=False)
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[door])
