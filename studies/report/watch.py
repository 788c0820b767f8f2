"""A study as its ledgers tell it while it runs. It is only read, and nothing is locked."""

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from optimisers.optimiser import Candidate
from studies.play.balance import Measure
from studies.play.rates import Rate
from studies.report.analysis import marginals_of
from studies.report.ledger import Owned, described, ledger_files, read_ledger
from studies.report.plots import Marginal
from studies.search.finals import CONFIRMED
from studies.search.folder import RESULT, STUDY, RunFolder
from studies.search.history import History
from studies.search.plan import measure_of
from studies.search.run import FINALS, MATCHES
from studies.search.search import Trial
from studies.spec.study import AnyStudy

FEW = 12  # values up to which a knob's marginals mean something
Ledgers = Mapping[str, Sequence[Owned]]


class Snapshot(NamedTuple):
    """What there is to see of a study at one moment."""

    phase: str
    games: int  # written down so far
    total: int  # that it plays at most; 0 where that is not known
    figure: str  # what the leaders are ranked by
    leaders: list[tuple[str, Rate]]  # the best first
    marginals: list[Marginal]  # of the search, the knob that matters most first
    begun: float  # seconds of the clock
    written: float  # when the last game was
    seen: float  # now

    @property
    def finished(self) -> bool:
        """Whether the study has come to its end."""
        return self.phase == "finished"

    def left(self, since: "Snapshot | None" = None) -> float | None:
        """Seconds that it takes at most, by its speed since an earlier look, or else since it began."""
        if since and self.games > since.games:
            speed = (self.games - since.games) / (self.seen - since.seen)
        else:
            speed = self.games / max(1, self.written - self.begun)
        return (self.total - self.games) / speed if self.total and speed and not self.finished else None


def look_at(folder: RunFolder) -> Snapshot:
    """The study of a folder as it is now."""
    study, finished = folder.study, (folder / RESULT).exists()
    paths = [path for path in ledger_files(folder) if path.stat().st_size]  # an empty one has just been opened
    begun = (folder / STUDY).stat().st_mtime
    written = max((path.stat().st_mtime for path in paths), default=begun)
    ledgers = {path.stem: [owned for owned in read_ledger(path) if len(owned.games)] for path in paths}
    everyone = [owned for owners in ledgers.values() for owned in owners]
    figure, leaders, marginals = "", [], []
    if everyone:
        measure = measure_of(study, everyone[0].games["points"].shape[1], everyone[0].block)
        history = history_of(ledgers, measure)
        figure, leaders = measure.name.replace("_", " "), leaders_of(ledgers, history)
        marginals = [found for found in marginals_of(history.rows, FEW) if 1 < len(found.rates) <= FEW]
    return Snapshot(
        phase="finished" if finished else phase_of(study, ledgers),
        games=sum(len(owned.games) for owned in everyone),
        total=folder.state.get("games", 0),
        figure=figure,
        leaders=leaders,
        marginals=sorted(marginals, key=lambda found: -found.importance),
        begun=begun,
        written=written,
        seen=time.time(),
    )


def phase_of(study: AnyStudy, ledgers: Ledgers) -> str:
    """The part of the study that is being played, in the words of its own progress."""
    if FINALS in ledgers:
        return "confirm" if confirmed(ledgers[FINALS]) else "race"
    return study.phase(max(1, len(ledgers)))


def history_of(ledgers: Ledgers, measure: Measure) -> History:
    """All trials of the searches, those that are being played too."""
    history = History(measure)
    for name, owners in sorted(ledgers.items()):
        for owner, games, block in owners if name not in (FINALS, MATCHES) else ():
            if len(games) >= measure.fewest * block:
                mean = measure.outcome(games).mean
                history.tell(int(name.rpartition("-")[2]), Trial(Candidate.from_json(owner), games, mean))
    return history


def leaders_of(ledgers: Ledgers, history: History) -> list[tuple[str, Rate]]:
    """The leaders in the latest part of the study, with intervals; in a search by the lower end of theirs."""
    rate = history.measure.rate
    if owners := ledgers.get(FINALS) or ledgers.get(MATCHES):
        rates = [(described(owned.owner), rate(owned.games)) for owned in confirmed(owners) or owners]
        return sorted(rates, key=lambda found: -found[1].mean)
    tallies = [(described({"values": tally.values}), rate(tally.games)) for tally in history.tallies.values()]
    return sorted(tallies, key=lambda found: -found[1].low)


def confirmed(owners: Sequence[Owned]) -> list[Owned]:
    """Champion and default on fresh deals."""
    return [owned for owned in owners if owned.owner["id"] >= CONFIRMED]
