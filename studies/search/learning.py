"""Learn studies: rounds of games, positions and training, each of which makes a network; then race and proof.

The networks of the last rounds and the player as it is are the finalists of the race. A round that is finished has its
files in the study's folder; of one that was interrupted, the games that were played.
"""

from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from typing import NamedTuple

from engine.catalog import find_game
from engine.network import write_network
from engine.space import check_names
from studies.learn import dataset as datasets
from studies.learn.collect import CollectJob, check, collect_games, parts_of
from studies.learn.dataset import Dataset, split
from studies.learn.targets import Target
from studies.learn.train import Epoch, Fit, judge, train
from studies.play.deals import SEARCH, stream_seed
from studies.search.context import RunContext
from studies.search.formula_space import ROUND, Networks
from studies.search.plan import ProvenPlan, placed, players_of
from studies.search.store import POLL, Stopped
from studies.spec.players import Values
from studies.spec.seal import write_record
from studies.spec.study import FEWEST_LEARNT, Learn

POSITIONS = "positions"  # the folder of what was collected


class Round(NamedTuple):
    """One round of learning: games, positions, losses, fits."""

    number: int
    games: int  # of this round
    positions: int  # learnt from and held out, those of earlier rounds too
    losses: list[Epoch]
    fits: list[Fit]  # on what was held out

    @property
    def best(self) -> Epoch:
        """The pass that the network is from."""
        return min(self.losses, key=lambda epoch: epoch.held_out)


class LearnPlan(ProvenPlan):
    """A learn study, ready to run."""

    study: Learn
    space: Networks

    def __init__(self, study: Learn, where: str) -> None:
        super().__init__(study, where)
        positions, n = study.positions, self.n_players
        players = positions.players or [study.candidate.player]
        self.players = players_of(players * n if len(players) == 1 else players, self.setup, f"{where}: players")
        teachers = players_of([positions.teacher] if positions.teacher else [], self.setup, f"{where}: teacher")
        self.target = Target(positions.target, teachers[0] if teachers else None, positions.plies, positions.samples)
        self.round_games = self.search_games // study.budget.rounds
        if self.round_games < FEWEST_LEARNT * n:
            least = -(-FEWEST_LEARNT * n * study.budget.rounds // (1 - study.budget.race))
            self._refuse("budget.games", study.budget.games, f"{least:.0f} or more in this study")
        with placed(f"{where}: positions"):
            check(self.collect_job(1))
            check_names(dict.fromkeys(find_game(study.game.name).FEATURES), positions.features, "features")

    def collect_job(self, number: int) -> CollectJob:
        """A round's games: those of the first by the players that the study names, later ones by what was learnt."""
        player = self.space.player({ROUND: number - 1})
        players = self.players if number == 1 else (player,) * self.n_players
        stream, part = stream_seed(self.study.seed, SEARCH + number - 1), self.study.positions
        return CollectJob(
            self.setup, players, stream, 0, self.round_games, (self.target,), part.rate, part.explore
        )  # fmt: skip

    def describe_search(self) -> list[str]:
        """The target of learning, and the number of games."""
        learnt = f"{self.study.positions.target} in {self.study.budget.rounds} x {self.round_games:,} games"
        return [f"learn      {learnt}"]

    @property
    def tags(self) -> dict[str, str]:
        """The tags of its run in MLflow, beside those of all studies."""
        return {"agent": self.space.name, "target": self.study.positions.target, "opponents": ", ".join(self.others)}


def learn_all(plan: LearnPlan, context: RunContext) -> tuple[list[Round], list[tuple[Values, str]]]:
    """All rounds, and the latest networks as finalists, the last first; the player as it is is one of them."""
    plan.space.home = context.folder.path
    rounds: list[Round] = []
    known: list[Dataset] = []
    for number in range(1, plan.study.budget.rounds + 1):
        context.progress.enter(f"round {number} of {plan.study.budget.rounds}")
        known.append(collect(plan, context, number))
        rounds.append(learn_round(plan, context, rounds, datasets.join(known)))
    latest = range(len(rounds), max(0, len(rounds) - plan.study.budget.finalists), -1)
    return rounds, [*(({ROUND: number}, f"round {number}") for number in latest), (plan.default, "default")]


def collect(plan: LearnPlan, context: RunContext, number: int) -> Dataset:
    """The positions of a round's games; what lies in the folder is not played again."""
    parts = {
        context.folder / POSITIONS / f"round-{number}-{i:02}.npz": part
        for i, part in enumerate(parts_of(plan.collect_job(number)))
    }
    futures = {path: context.farm.submit(collect_games, part) for path, part in parts.items() if not path.exists()}
    found = []
    try:
        for path, part in parts.items():
            if path in futures:
                datasets.save(patiently(futures[path], context), path)
            found.append(datasets.read(path))
            context.progress.advance(part.last - part.first, part.last - part.first if path in futures else 0)
    finally:
        for future in futures.values():
            future.cancel()
    names = plan.study.positions.features
    return datasets.join(found).only(names) if names else datasets.join(found)


def patiently(future: "Future[Dataset]", context: RunContext) -> Dataset:
    """What comes out of it, unless the user asks to stop before."""
    while True:
        if context.stop.is_set():
            raise Stopped
        try:
            return future.result(POLL)
        except NotYet:
            continue


def learn_round(plan: LearnPlan, context: RunContext, before: list[Round], dataset: Dataset) -> Round:
    """Train on all that is known; what the round came to is read from its files if they are there."""
    number, name = len(before) + 1, f"round-{len(before) + 1}.json"
    if known := context.folder.read(name):
        losses, fits = [Epoch(*epoch) for epoch in known["losses"]], [Fit(*fit) for fit in known["fits"]]
        return Round(number, known["games"], known["positions"], losses, fits)
    training, seed = plan.study.training, plan.study.seed * 1000 + number
    passes = sum(len(past.losses) for past in before)

    def on_epoch(epoch: Epoch) -> None:
        nonlocal passes
        passes += 1
        context.progress.show_best(f"loss {epoch.loss:.3f}, held out {epoch.held_out:.3f}")
        context.track(passes, {"loss/training": epoch.loss, "loss/held_out": epoch.held_out})
        if context.stop.is_set():
            raise Stopped

    about = f"{plan.study.positions.target} in {plan.study.game.name}, round {number} of {plan.study.name}"
    network, losses = train(dataset, training, seed, about, on_epoch)
    fits = judge(network, split(dataset, training.held_out, seed)[1])
    found = Round(number, plan.round_games, len(dataset), losses, fits)
    write_network(network, plan.space.file(number))
    context.folder.write(name, write_record({**found._asdict(), "shape": network.shape}))
    return found
