"""What a study costs beside its games: its speed as a fraction of that of the bare rules, or of its games alone."""

import functools
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console

from agents.catalog import PlayerSpec
from engine.match import play
from optimisers.optimiser import Candidate
from studies.benchmarks.engine import NO_LIST, random_games
from studies.benchmarks.parts.searching import Searching, workplace
from studies.farm.local import LocalFarm
from studies.play.deals import SEARCH, fixtures, stream_seed
from studies.play.jobs import Job, Opponents
from studies.play.setup import GameSetup, prepare_game, seat_player
from studies.report.console import table_of
from studies.search.plan import SearchPlan
from studies.search.store import GameStore
from studies.spec.players import player_spec_of

THREADS, ROUNDS = 2, 5
SETUP = GameSetup("splendor", "", (("players", 2),))
QUICK = {  # random players under rules that differ in nothing which a game meets
    "kind": "design",
    "name": "bench-quick",
    "game": {"name": "splendor", "players": 2},
    "players": "random",
    "candidate": {"space": {"decision_limit": {"low": 2000, "high": 5000, "resolution": 1000}}},
    "evaluation": {"games": 1000, "in_flight": 8},
    "budget": {"games": 200_000, "race": 0.0, "confirm": 4},
}
TUNING = {  # as in Bravi et al. (2019): one agent against three, 1000 calls per decision, one game per evaluation
    "kind": "tune",
    "name": "bench-tuning",
    "game": {"name": "splendor", "players": 4},
    "candidate": {"player": "mcts:budget=1000"},
    "opponents": ["osla:budget=1000"] * 3,
    "evaluation": {"games": 1},
    "budget": {"games": 1000, "race": 0.0, "confirm": 4},
}
TENTH = "osla:budget=20"  # against random: games of about 0.1 ms
Side = Callable[[], int]  # plays games; how many


class Cost(NamedTuple):
    """Seconds and games of a measurement."""

    games: int
    seconds: float  # on the clock
    cpu: float  # of all threads


class Case(NamedTuple):
    """A measurement, what its speed is compared with, and the fraction that it should reach."""

    name: str
    side: Side
    bare: Side
    floor: float
    warm_up: Side | None = None  # compiles; where its first round is to load something too, which is measured
    finish: Callable[[], None] = lambda: None  # after each of its rounds, not measured


def run(console: Console) -> None:
    """All cases, the fastest of several rounds that take turns."""
    head = ["", "games/s", "bare", "fraction", "CPU us a game", "bare", "wanted"]
    rows = []
    with workplace():
        for case in cases():
            played, bare = compare(case)
            speeds = [cost.games / cost.seconds for cost in (played, bare)]
            efforts = [f"{1e6 * cost.cpu / cost.games:,.1f}" for cost in (played, bare)]
            good = "yes" if speeds[0] >= case.floor * speeds[1] else "NO"
            fraction, wanted = f"{speeds[0] / speeds[1]:.0%}", f"{case.floor:.0%}: {good}"
            rows.append([case.name, *(f"{speed:,.0f}" for speed in speeds), fraction, *efforts, wanted])
    console.print(
        table_of(head, rows, f"Games per second ({THREADS} threads), the fastest of {ROUNDS} rounds", head[1:])
    )


def cases() -> list[Case]:
    """The cases that are measured."""
    rules, quick, tuning = rules_alone(100_000), Searching(QUICK), Searching(TUNING)
    tenth = matching(TENTH, 16_000, 16), matching(TENTH, 16_000, 8_000)
    ntbea = "NTBEA, one four-player game an evaluation, tracked"
    return [
        Case("a match of quick games, 1000 a job", matching("random", 100_000, 1000), rules, 0.55),
        Case("a study of quick games, 1000 an evaluation", searching(quick, track=False), rules, 0.45),
        Case("games of 0.1 ms, 16 a job", *tenth, 0.7),
        Case(
            ntbea,
            searching(tuning, track=True),
            lambda: games_alone(tuning.plan),
            0.9,
            warm_up=searching(tuning, track=False),
            finish=tuning.finish,
        ),
    ]


def compare(case: Case) -> tuple[Cost, Cost]:
    """The fastest round of each side, after one that compiles; MLflow is loaded in the first that counts."""
    (case.warm_up or case.side)()
    case.bare()
    rounds: list[tuple[Cost, Cost]] = []
    for _ in range(ROUNDS):
        played = measure(case.side)
        case.finish()
        rounds.append((played, measure(case.bare)))
    fastest = [min(costs, key=lambda cost: cost.seconds) for costs in zip(*rounds, strict=True)]
    return fastest[0], fastest[1]


def measure(side: Side) -> Cost:
    """The cost of one round of a case."""
    clock, cpu = time.perf_counter(), time.process_time()
    games = side()
    return Cost(games, time.perf_counter() - clock, time.process_time() - cpu)


def on_threads(works: list[Callable[[], Any]]) -> None:
    """Run calls on several threads."""
    with LocalFarm(THREADS) as farm:
        for future in [farm.submit(work) for work in works]:
            future.result()


def rules_alone(games: int) -> Side:
    """Random games without players: sample and step."""
    prepared, part = prepare_game(SETUP), games // THREADS

    def play_part(first: int) -> None:
        random_games(prepared.rules, prepared.game.new_states(2), first, part, False, NO_LIST)

    def play() -> int:
        on_threads([functools.partial(play_part, i * part) for i in range(THREADS)])
        return games

    return play


def matching(player: str, games: int, portion: int) -> Side:
    """A player against a random one, the way of `bottega match`: jobs over the threads, results gathered."""
    spec, rival = (player_spec_of(SETUP.game, text) for text in (player, "random"))
    job = Job(SETUP, spec, Opponents((rival,)), 7, 0, games, 2)

    def play() -> int:
        with LocalFarm(THREADS) as farm, GameStore(farm) as store:
            return len(store.gather(store.spread(Candidate(0, {}), job, portion)))

    return play


def searching(search: Searching, track: bool) -> Side:
    """A study's search."""

    def play() -> int:
        with LocalFarm(THREADS) as farm:
            return search.play(farm, track)

    return play


def games_alone(plan: SearchPlan) -> int:
    """The games of a search with single games by the match loop alone, each configuration's in one batch."""
    batches: dict[PlayerSpec, list[int]] = {}
    for candidate in plan.optimisers[0].candidates:  # its game is the one of its number
        player = plan.space.player(candidate.values)
        batches.setdefault(player._replace(name=""), []).append(candidate.id)
    on_threads([functools.partial(play_batch, plan, *batch) for batch in batches.items()])
    return plan.search_games


def play_batch(plan: SearchPlan, player: PlayerSpec, numbers: list[int]) -> None:
    """All games of one configuration."""
    prepared = prepare_game(plan.setup)
    players = [seat_player(prepared, spec) for spec in (player, *plan.opponents.players)]
    stream = stream_seed(plan.study.seed, SEARCH)
    play(prepared.game, prepared.rules, players, fixtures(stream, np.array(numbers), plan.n_players, plan.block))
