"""Play a planned study: search, race, confirm; or a table of matches. The same code starts a study and resumes it."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from threadpoolctl import threadpool_limits

from optimisers.optimiser import Optimiser
from optimisers.space import Space
from studies.play.rates import Rate
from studies.search.comparison import Comparison, ComparisonPlan
from studies.search.context import RunContext
from studies.search.finals import Confirmed, Finalist, confirm, race
from studies.search.history import History, Key, key_of
from studies.search.learning import LearnPlan, Round, learn_all
from studies.search.plan import DesignPlan, ProvenPlan, SearchPlan
from studies.search.search import Search, Trial
from studies.spec.players import Values
from studies.spec.study import AnyStudy

FINALS, MATCHES = "finals", "matches"  # ledgers; those of the searches are search-1, search-2 ...
StudyPlan = SearchPlan | LearnPlan | ComparisonPlan


class Findings(NamedTuple):
    """All that a study found out that searches or learns."""

    history: History
    choices: list[Values]  # of every independent search, its last word
    finalists: list[Finalist]
    confirmed: Confirmed
    rounds: Sequence[Round] = ()  # of learning

    @property
    def champion(self) -> Finalist:
        """The winner of the race."""
        return min(self.finalists, key=lambda finalist: finalist.place)


def search_and_prove(plan: SearchPlan, context: RunContext) -> Findings:
    """Independent searches one after the other, then one race of all their finalists, then the proof."""
    few, workers = plan.study.evaluation.in_flight, context.farm.workers
    if few < workers:
        context.progress.say(f"evaluation.in_flight = {few} keeps only {few} of {workers} workers busy in the search")
    history = History(plan.measure)
    choices, entries = search_all(plan, context, history)
    return Findings(history, choices, *prove(plan, context, entries))


def learn_and_prove(plan: LearnPlan, context: RunContext) -> Findings:
    """Rounds of learning, then a race of their networks, then the proof."""
    rounds, entries = learn_all(plan, context)
    choices = [values for values, _ in entries[:1]]
    return Findings(History(plan.measure), choices, *prove(plan, context, entries), rounds)


def prove(
    plan: ProvenPlan, context: RunContext, entries: Sequence[tuple[Values, str]]
) -> tuple[list[Finalist], Confirmed]:
    """The race of the finalists, and how its winner does on fresh deals."""
    with context.open_store(FINALS, plan.n_players, plan.block) as store:

        def on_games(games: int) -> None:
            context.progress.advance(games, store.new_games())

        context.progress.enter("race")
        finalists = race(plan, entries, store, on_games)
        context.progress.enter("confirm")
        champion = min(finalists, key=lambda finalist: finalist.place)
        return finalists, confirm(plan, champion.values, store, on_games)


def search_all(
    plan: SearchPlan, context: RunContext, history: History
) -> tuple[list[Values], list[tuple[Values, str]]]:
    """Each search's last word, and the finalists of all with where they came from; the default is one of them."""
    default, repeats = key_of(plan.default), plan.study.budget.repeats
    quota = max(1, plan.study.budget.finalists // repeats)
    entries: dict[Key, tuple[Values, str]] = {}
    choices: list[Values] = []
    for number in range(repeats):
        context.progress.enter(plan.study.phase(number + 1))
        optimiser = search_once(plan, context, number, history)
        given = plan.study.budget.finalists + 1  # the default is one of those
        found = [finalist.values for finalist in optimiser.finalists(quota, given)]
        choices.append(found[0])
        for values in found:
            origin = "given" if values in optimiser.starts else f"search {number + 1}"
            entries.setdefault(key_of(values), (values, "default" if key_of(values) == default else origin))
    entries.setdefault(default, (plan.default, "default"))
    return choices, list(entries.values())


def search_once(plan: SearchPlan, context: RunContext, number: int, history: History) -> Optimiser:
    """One independent search; its optimiser, which knows all its games."""
    progress, offset = context.progress, number * plan.search_games
    space = domain if isinstance(domain := plan.space.domain, Space) and domain.knobs else None
    # On one thread algebra is rounded the same everywhere, and its threads take no cores from the games.
    with threadpool_limits(1), context.open_store(f"search-{number + 1}", plan.n_players, plan.block) as store:

        def on_trial(trial: Trial) -> None:
            history.tell(number + 1, trial)
            progress.advance(len(trial.games), store.new_games())

        def on_choice(values: Values, games: int) -> None:
            rate = history.choose(values, offset + games, space)
            metrics: dict[str, float] = {}
            if rate:
                progress.show_best(f"choice {rate}")
                metrics |= rate_metrics("search", plan.measure.name, rate)
            if progress.speed:
                metrics["speed/games_per_second"] = progress.speed
            context.track(offset + games, metrics)

        return Search(plan, number, store, on_trial, on_choice).run()


def play_matches(plan: ComparisonPlan, context: RunContext) -> Comparison:
    """All matches of a compare study."""
    with context.open_store(MATCHES, plan.n_players, plan.n_players) as store:
        context.progress.enter("matches")
        return plan.play(store, lambda games: context.progress.advance(games, store.new_games()))


def rate_metrics(who: str, figure: str, rate: Rate) -> dict[str, float]:
    """A rate as MLflow keeps it: the interval's bounds beside the mean, because its charts know no error bars."""
    return {
        f"{who}/{figure}": rate.mean,
        f"{who}/{figure}_low": rate.low,
        f"{who}/{figure}_high": rate.high,
        f"{who}/games": float(rate.games),
    }


class Kind(NamedTuple):
    """How studies of a kind are planned and played."""

    plan: Callable[[Any, str], StudyPlan]
    play: Callable[[Any, RunContext], Findings | Comparison]


KINDS = {
    "tune": Kind(SearchPlan, search_and_prove),
    "evolve": Kind(SearchPlan, search_and_prove),
    "learn": Kind(LearnPlan, learn_and_prove),
    "design": Kind(DesignPlan, search_and_prove),
    "compare": Kind(ComparisonPlan, play_matches),
}


def plan_of(study: AnyStudy, where: str) -> StudyPlan:
    """The study with all its names looked up; anything wrong with it is said now."""
    return KINDS[study.kind].plan(study, where)


def play_plan(plan: StudyPlan, context: RunContext) -> Findings | Comparison:
    """All games of a study, and what they say."""
    return KINDS[plan.study.kind].play(plan, context)
