"""Whatever is typed: one line that names the place and exit code 2, or it is accepted. Never a traceback, never a hang.

The lists below are thrown at every option and argument of every command, at every knob of every agent, at every rule of
every game, at every setting of every optimiser and at every key of a study. No game is played and nothing compiled.
"""

import inspect
import signal
from contextlib import contextmanager
from typing import get_args

import pytest
import typer
from pydantic import BaseModel

from agents.catalog import AGENTS, make_player, parse_player
from engine.catalog import GAMES
from engine.errors import InputError
from engine.space import knobs_of
from optimisers.catalog import OPTIMISERS
from studies.cli import COMMANDS, command_of
from studies.search.run import plan_of
from studies.spec.rules import rule_params
from studies.spec.study import KINDS
from studies.spec.study_file import as_toml, check, override
from tests.studies.small import COMPARE, TUNE

PATIENCE = 120  # seconds for one input: a hang has no end, a busy machine has
LONGEST = 700  # letters of a message
NUMBERS = (
    "inf",
    "-inf",
    "nan",
    "1e18",
    "1e400",
    "-1e400",
    "-1",
    "0",
    "0.5",
    "1e9",
    "1e-320",
    "9" * 5000,
    "0x" + "f" * 5000,
    "1_0",
    "1" + "0" * 12,
)
TEXTS = (
    "",
    " ",
    "²",
    "x" * 100_000,
    "[bold]x[/nope]",
    "[/]",
    "\0",
    "a\0b",
    "\udcff",
    "@",
    "@/dev/zero",
    "@/dev/null",
    "/dev/zero",
    "/dev/full",
    "/nowhere/at/all",
    "/",
    ":",
    "=",
    ",",
    "mcts:c=inf",
    "mcts:c",
    "mcts:c=1,c=2",
    "greedy:value=" + "(" * 5000 + "points" + ")" * 5000,
    "greedy:value=" + "-" * 5000 + "points",
    "greedy:value=points" + "+points" * 2000,
    "greedy:value=9" + "9" * 5000,
    "greedy:value=1e999*points",
    "greedy:value=@/dev/zero",
    'greedy:value=net("/dev/zero")',
    "greedy:w.x=1",
    "greedy:name=[bold]x[/nope]",
    "greedy:budget=1e18",
    "greedy:milliseconds=nan",
)
SETTINGS = (
    *(f"{key}={value}" for key in ("seed", "a.b", ".", "game.cards") for value in ("nan", "9" * 5000)),
    "game.players=1e400",
    "game.cards=/dev/zero",
    "game.cards=[]",
    "game.cards={}",
    "game=" + "[" * 5000,
    "game.x=" + "[" * 2000 + "]" * 2000,
    ".".join("a" * 5000) + "=1",
    "=",
)
VALUES = (
    float("inf"),
    float("nan"),
    1e18,
    -1,
    0,
    10**18,
    10**5000,
    1e-320,
    True,
    "",
    "x",
    "\0",
    "[bold]x[/nope]",
    "@/dev/zero",
    "x" * 100_000,
    [],
    {},
    [[]],
    [{}],
    {"x": {}},
    ["x"] * 3,
    {"low": 0, "high": float("inf")},
    {"low": 1, "high": 2, "resolution": float("inf")},
    {"low": 1, "high": 2, "resolution": 1e9},
    {"low": 1, "high": 2, "log": []},
    {"low": [], "high": {}},
    [float("nan"), 1],
)


class Accepted(typer.Exit):
    """Where a command would begin to play."""


def accepted(*_, **__):
    raise Accepted


@pytest.fixture(autouse=True)
def _nothing_is_played(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOTTEGA_HOME", str(tmp_path / "workshop"))
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    monkeypatch.setattr("engine.match.compile_act", lambda *_: None)
    monkeypatch.setattr("agents.catalog.compile_act", lambda *_: None)
    for place in ("search.plan.compile_ahead", "search.comparison.compile_ahead"):
        monkeypatch.setattr(f"studies.{place}", lambda *_: None, raising=False)
    for place in (
        "commands.match.play_match",
        "commands.conformance.promises",
        "commands.strength.play_match",
        "commands.stats.survey_games",
        "commands.check.evaluate",
        "commands.replay.tell",
        "commands.play.Terminal.run",
        "commands.ui.start_server",
        "commands.launch.run_and_print",
        "interactive.server.serve",
        "reproductions.command.perform",
        "reproductions.command.write_page",
        "benchmarks.command.importlib",
    ):
        module, _, name = place.rpartition(".")
        monkeypatch.setattr(f"studies.{module}.{name}", accepted)
    monkeypatch.setattr("studies.commands.replay.page_of", lambda *_: "a page")
    (tmp_path / "study.toml").write_text(as_toml(TUNE))


@contextmanager
def in_time(what):
    """A hang is a failure that says where."""

    def late(*_):
        raise TimeoutError(f"{what!r:.200} hangs")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def survives(work, *given):
    """What is wrong with how bad input was met; nothing if it was taken, or refused in one line."""
    try:
        with in_time(given):
            work(*given)
    except InputError as error:
        return complaint(given, str(error))
    except Exception as error:  # what a user would see as a traceback
        return f"{given!r:.150}: {type(error).__name__} {error!s:.200}"
    return ""


def complaint(given, said):
    """Whether that is one short line."""
    good = said.strip() and "\n" not in said and len(said) <= LONGEST
    return "" if good else f"{given!r:.150}: says {said!r:.200}"


def all_survive(cases, work):
    """Every case is met well; else all that are not are named at once."""
    found = [wrong for case in cases if (wrong := survives(work, *case))]
    assert not found, f"{len(found)} of {len(cases)}:\n" + "\n".join(found[:30])


WORDS = {  # how each command is called when all is well
    "tune": ["splendor", "random_search"],
    "evolve": ["splendor", "greedy"],
    "learn": ["splendor", "greedy"],
    "compare": ["splendor", "osla", "greedy"],
    "run": ["study.toml"],
    "check": ["study.toml"],
    "watch": [""],
    "resume": [""],
    "reproduce": ["000"],
    "list": [],
    "show": ["x"],
    "ledger": [""],
    "export": ["x"],
    "ui": [],
    "play": ["splendor", "osla"],
    "match": ["splendor", "osla", "greedy"],
    "replay": ["splendor", "osla", "greedy"],
    "agents": ["mcts"],
    "rules": ["splendor"],
    "stats": ["splendor"],
    "strength": ["splendor"],
    "bench": ["engine"],
    "new": ["game", "own"],
    "conformance": ["splendor"],
    "list-plugins": [],
}


def options_of(command):
    """The names of the options that take something, with how many words that is."""
    found = {}
    parameters = inspect.signature(command_of(command)).parameters
    for name, parameter in parameters.items():
        kind, *notes = get_args(parameter.annotation)
        note = notes[0]
        if kind is not bool and parameter.default is not inspect.Parameter.empty and "Option" in type(note).__name__:
            declared = (note.default, *(note.param_decls or ()))
            long = next((word for word in declared if str(word).startswith("--")), f"--{name.replace('_', '-')}")
            found[long] = str(kind).count("str") if "tuple" in str(kind) else 1
    return found


def lines_of(command):
    """Command lines with every bad word in every place."""
    words = WORDS[command]
    for place in range(len(words)):
        for bad in TEXTS + NUMBERS:
            yield [*words[:place], bad, *words[place + 1 :]]
    for option, takes in options_of(command).items():
        for bad in (*NUMBERS, *TEXTS, *(SETTINGS if option == "--set" else ())):
            for place in range(takes):
                yield [*words, option, *["1"] * place, bad, *["1"] * (takes - place - 1)]


@pytest.mark.parametrize("command", WORDS)
def test_every_option_and_argument_of_a_command_takes_it_or_says_why_not(command, bottega):
    def call(*line):
        code, _, said = bottega(command, *line)
        if code:
            assert code == 2, code
            raise InputError(said.removesuffix("\n").replace("\n", "LINE"))

    lines = list(lines_of(command))
    all_survive(lines, call)


def test_every_command_is_tried():
    assert set(WORDS) == set(COMMANDS)
    assert {"--games", "--set", "--against"} <= set(options_of("tune"))
    assert options_of("match")["--sprt"] == 2


@pytest.mark.parametrize("agent", AGENTS)
def test_every_knob_of_every_agent(agent):
    game = GAMES[(AGENTS[agent].games or ("splendor",))[0]]
    params = rule_params(game)
    knobs = (*AGENTS[agent].knobs(game), "budget", "milliseconds", "w.x", "value", "name", "nothing")
    cases = [(f"{agent}:{knob}={bad}",) for knob in knobs for bad in NUMBERS + TEXTS]
    all_survive(cases, lambda text: make_player(parse_player(text, game), game, params))


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_of_every_game(name):
    game = GAMES[name]
    rules = (*knobs_of(game.Params), "nothing", "")
    cases = [(rule, bad) for rule in rules for bad in (*NUMBERS, *TEXTS, *VALUES)]
    all_survive(cases, lambda rule, bad: game.prepare(rule_params(game, "", {rule: bad})))


def keys_of(model, prefix=""):
    """Every key of a study's file, with dots."""
    for name, field in model.model_fields.items():
        yield prefix + name
        for kind in (field.annotation, *get_args(field.annotation)):
            if isinstance(kind, type) and issubclass(kind, BaseModel):
                yield from keys_of(kind, f"{prefix}{name}.")


EVOLVE = {**TUNE, "kind": "evolve", "candidate": {"player": "greedy", "features": ["points", "cards"]}}
DESIGN = {
    "kind": "design",
    "game": TUNE["game"],
    "players": "random",
    "candidate": {"tune": ["end_points"]},
    "budget": {"games": 600, "confirm": 48},
}
LEARN = {"kind": "learn", "game": TUNE["game"], "candidate": {"player": "greedy"}}
STUDIES = {"tune": TUNE, "evolve": EVOLVE, "learn": LEARN, "design": DESIGN, "compare": COMPARE}


def with_key(table, key, value):
    """The study with one key set to a value of any kind."""
    changed = override(table, [])
    inner = changed
    *path, last = key.split(".")
    for step in path:
        inner[step] = inner.get(step) if isinstance(inner.get(step), dict) else {}
        inner = inner[step]
    inner[last] = value
    return changed


def planned(table):
    plan_of(check(table, "study.toml"), "study.toml")


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_of_every_kind_of_study(kind):
    extra = ("game.end_points", "game.cards", "optimiser.k", "candidate.space.depth", "candidate.space.end_points")
    cases = [(key, bad) for key in (*keys_of(KINDS[kind]), *extra) for bad in (*VALUES, *NUMBERS)]
    all_survive(cases, lambda key, bad: planned(with_key(STUDIES[kind], key, bad)))


@pytest.mark.parametrize("name", OPTIMISERS)
def test_every_setting_of_every_optimiser(name):
    settings = (*knobs_of(OPTIMISERS[name].Params), "nothing")
    cases = [(setting, bad) for setting in settings for bad in (*VALUES, *NUMBERS, 1, 2, 3)]
    all_survive(cases, lambda setting, bad: planned({**TUNE, "optimiser": {"name": name, setting: bad}}))


@pytest.mark.parametrize("words", [["--farm", "clown"], *(["--ray-address", odd] for odd in (
    "x", "127.0.0.1:1", "127.0.0.1:99999", "127.0.0.1:²", ":6379", "127.0.0.1:", "[::1]:1", "ray://x:1", "\0:1",
    "x" * 300 + ":1",
))])  # fmt: skip
def test_a_farm_that_is_not_there_leaves_neither_folder_nor_run(words, bottega, tmp_path):
    code, _, said = bottega("run", "study.toml", *words)
    assert (code, said.count("\n")) == (2, 1)
    assert said.startswith(f"bottega: {words[0]} ")
    assert [path.name for path in tmp_path.iterdir()] == ["study.toml"]
