"""Bottega from Python: studies and matches as calls, their results as tables and pictures. See docs/python.md.

from studies.api import list_studies, load, match, plug_in, resume, run_study

match("splendor", "mcts", "greedy", games=200)
result = run_study("study.toml", sets=["budget.games=500"])
result.champion, result.trials, result.games, result.plot("progress")
"""

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any

import pandas as pd

from engine.errors import InputError
from engine.plugins import plug_in
from studies.play.deals import SHOW, stream_seed
from studies.play.setup import prepare_game, read_players, setup_for
from studies.play.standings import effort, standing
from studies.report.ledger import Owned, columns, read_ledger
from studies.report.optuna_trials import export_trials
from studies.report.progress import ProgressDisplay
from studies.report.views import ResultData, view_of
from studies.run import Options, resume_study
from studies.run import run_study as run_checked
from studies.search.folder import CHAMPION, TRIALS, RunFolder, all_folders, find_folder
from studies.search.ledger import SUFFIX
from studies.search.match import distinct, play_match
from studies.spec.study import AnyStudy
from studies.spec.study_file import as_table, check, override
from studies.spec.study_file import load as read_file

__all__ = ["MatchResult", "StudyResult", "list_studies", "load", "match", "plug_in", "resume", "run_study"]
PLOTS = "plots"


class StudyResult:
    """A study in its folder: finished, or as far as it has come."""

    def __init__(self, folder: RunFolder) -> None:
        self.folder = folder
        self.name = folder.name

    @property
    def data(self) -> ResultData:
        """All that came out, as plain data (result.json)."""
        found = self.folder.result
        if found is None:
            raise InputError(f"{self.folder.path}: the study is not finished; go on with resume({self.name!r})")
        return found

    @property
    def finished(self) -> bool:
        """Whether it has come to its end."""
        return self.folder.result is not None

    @property
    def study(self) -> AnyStudy:
        """The study as it was started."""
        return self.folder.study

    @property
    def verdict(self) -> str:
        """What the proof says, in a sentence."""
        return self.data.get("verdict", "")

    @property
    def champion(self) -> str:
        """The champion as a player that `match` takes; of a design study, the path of its rules."""
        if "champion" not in self.data:
            raise InputError(f"{self.folder.path}: a {self.data['kind']} study has no champion")
        return view_of(self.data).champion(self.data, self.folder / CHAMPION)

    @property
    def trials(self) -> pd.DataFrame:
        """Every evaluation of a search: its candidate, games, rate, values."""
        if not (self.folder / TRIALS).exists():
            raise InputError(f"{self.folder.path}: there are no trials; a search writes them when it is finished")
        return pd.read_csv(self.folder / TRIALS)

    @property
    def finalists(self) -> pd.DataFrame:
        """The race, the winner first."""
        return pd.json_normalize(self.data.get("finalists", []))

    @property
    def matches(self) -> pd.DataFrame:
        """The matches of a compare study."""
        return pd.json_normalize(self.data.get("matches", []))

    @property
    def games(self) -> pd.DataFrame:
        """Every game that was played, from the ledgers; of a running study, those so far."""
        paths = sorted(self.folder.path.glob(f"*{SUFFIX}"))
        parts = [pd.DataFrame(columns(owned)).assign(ledger=path.stem) for path in paths for owned in read_ledger(path)]
        return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()

    @property
    def plots(self) -> list[str]:
        """The names of its pictures."""
        return sorted(path.stem for path in (self.folder / PLOTS).glob("*.png"))

    def plot(self, name: str = "") -> "Picture":
        """One of its pictures; without a name, the first of how the search went or of the matches."""
        known = self.plots
        preferred = [name] if name else [*(kind for kind in ("progress", "matches", "ladder") if kind in known), *known]
        if not preferred or preferred[0] not in known:
            raise InputError(
                f"{self.folder.path}: there is no picture {name!r}; there are {', '.join(known) or 'none'}"
            )
        return Picture(self.folder / PLOTS / f"{preferred[0]}.png")

    def to_optuna(self, storage: str | None = None, name: str = "") -> Any:
        """Its trials as an Optuna study, in any storage of Optuna's (None: in memory), for optuna-dashboard."""
        return export_trials(self.folder, storage, name or self.name)

    def __repr__(self) -> str:
        state = self.verdict or "finished" if self.finished else "not finished"
        return f"<{self.study.kind} study {self.name}: {state}>"

    def _repr_html_(self) -> str:
        if not self.finished:
            return f"<p>{escape(repr(self))}</p>"
        view = view_of(self.data)
        lines = [f"<h4>{escape(self.name)}</h4>", f"<p>{escape(view.headline(self.data))}</p>"]
        lines += [f"<p><b>{escape(self.verdict)}</b></p>"] if self.verdict else []
        for title, head, rows in view.sections(self.data):
            lines += [f"<h5>{escape(title)}</h5>", pd.DataFrame(rows, columns=head).to_html(index=False)]
        return "\n".join(lines)


class Picture:
    """A picture on disk, which a notebook shows."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def _repr_png_(self) -> bytes:
        return self.path.read_bytes()

    def __repr__(self) -> str:
        return f"<picture {self.path}>"


class MatchResult:
    """A match: how every player fared, and the games."""

    def __init__(self, title: str, table: pd.DataFrame, games: pd.DataFrame) -> None:
        self.title = title
        self.table = table  # a row a player: win rate with its interval, points, effort
        self.games = games  # a row a game

    def plot(self) -> Any:
        """Win rates with their 95 % intervals, as a matplotlib figure."""
        from studies.report.plots import BLUE, GREY, new_figure  # matplotlib takes a second to load

        table = self.table[::-1]
        figure, axes = new_figure(self.title, 6.0, 0.8 + 0.4 * len(table))
        margins = [
            (table["wins"] - table["low"]).clip(lower=0),
            (table["high"] - table["wins"]).clip(lower=0),
        ]  # rounding
        axes.errorbar(table["wins"], range(len(table)), xerr=margins, fmt="o", color=BLUE, capsize=3)
        axes.axvline(1 / len(table), color=GREY, linestyle=":")
        axes.set(xlabel="share of the wins", yticks=range(len(table)), yticklabels=table["player"])
        return figure

    def __repr__(self) -> str:
        return f"{self.title}\n{self.table.to_string(index=False)}"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.title)}</p>{self.table.to_html(index=False, float_format='{:.3f}'.format)}"


def run_study(
    study: AnyStudy | Mapping[str, Any] | str | Path,
    *,
    sets: Iterable[str] = (),
    workers: int | None = None,
    farm: str = "",
    ray_address: str = "",
    quiet: bool = False,
    track: bool = True,
) -> StudyResult:
    """Run a study to its end: a file, a table like one, or a study. Nothing but `study` and `sets` changes a result."""
    if isinstance(study, str | Path):
        where, checked = str(study), read_file(Path(study), sets)
    else:
        table = study if isinstance(study, Mapping) else as_table(study)
        where, checked = "study", check(override(dict(table), sets), "study")
    options = Options.of(checked, workers, farm, ray_address, quiet, track)
    return StudyResult(run_checked(checked, options, where).folder)


def resume(
    name: str = "", *, workers: int | None = None, farm: str = "", ray_address: str = "", quiet: bool = False,
    track: bool = True,
) -> StudyResult:  # fmt: skip
    """Go on with a study, by its folder or name; without one, with the latest that is not finished."""
    folder = find_folder(name)
    options = Options.of(folder.study, workers, farm, ray_address, quiet, track)
    return StudyResult(resume_study(folder, options).folder)


def load(name: str | Path = "") -> StudyResult:
    """A study of the workshop, by its folder or name (or the beginning of it)."""
    return StudyResult(find_folder(str(name)))


def list_studies() -> pd.DataFrame:
    """Every study of the workshop, the latest first; of one that cannot be read, the verdict says why."""
    rows = []
    for folder in all_folders():
        try:
            result, study = folder.result, folder.study
            found: tuple[str, str, bool, str] = (
                study.kind,
                study.game.name,
                result is not None,
                (result or {}).get("verdict", ""),
            )
        except InputError as error:
            found = "", "", False, str(error)
        rows.append((folder.name, *found, str(folder.path)))
    return pd.DataFrame(rows, columns=["name", "kind", "game", "finished", "verdict", "folder"])


def match(
    game: str,
    *players: str,
    games: int = 1000,
    seed: int = 1,
    rules: str = "",
    budget: int | None = None,
    workers: int | None = None,
    quiet: bool = False,
    **changes: Any,
) -> MatchResult:
    """Play a match, every deal in every rotation of the seats. `rules` is a preset or a file; `changes` are rules."""
    setup = setup_for(game, rules, changes, len(players))
    prepared, n = prepare_game(setup), len(players)
    specs = read_players(prepared, players, budget)
    with ProgressDisplay(-(-games // n) * n, quiet) as progress:
        progress.enter("playing")
        played = play_match(setup, specs, games, seed, workers, progress.count)
    rows = []
    for i, name in enumerate(distinct(specs)):
        fared, spent = standing(played, n, i), effort(played, n, i)
        wins = {"wins": fared.rate.mean, "low": fared.rate.low, "high": fared.rate.high}
        rows.append({"player": name, **wins, "points": fared.points, **spent._asdict()})
    owned = Owned({"id": 0, "stream": stream_seed(seed, SHOW)}, played, n)
    title = f"{len(played):,} games of {prepared.game.title}, seed {seed}"
    return MatchResult(title, pd.DataFrame(rows), pd.DataFrame(columns(owned)).drop(columns="owner"))
