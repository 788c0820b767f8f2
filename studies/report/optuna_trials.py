"""A study's trials as an Optuna study, so that Optuna's dashboard and plots read them."""

import csv
from typing import Any

import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.trial import FrozenTrial, create_trial

from engine.errors import InputError
from engine.space import Knob, Steps, cast, plain
from optimisers.space import Space, distribution
from studies.search.folder import STUDY, TRIALS, RunFolder
from studies.search.plan import SearchPlan
from studies.search.run import plan_of

Row = dict[str, str]


def export_trials(folder: RunFolder, storage: str | None, name: str) -> optuna.Study:
    """The trials of a finished search in an Optuna storage, as a new study of that name."""
    if not (folder / TRIALS).exists():
        raise InputError(f"{folder.path}: there are no trials; a search writes them when it is finished")
    plan = plan_of(folder.study, str(folder / STUDY))
    if not isinstance(plan, SearchPlan):
        raise InputError(f"{folder.path}: a {plan.study.kind} study has no space that Optuna could know")
    with (folder / TRIALS).open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    try:
        made = optuna.create_study(storage=storage, study_name=name, direction="maximize")
    except optuna.exceptions.DuplicatedStudyError:
        raise InputError(f"{storage}: there is a study {name!r} already; give another name") from None
    except Exception as error:
        raise InputError(f"{storage}: cannot be used as an Optuna storage ({str(error).splitlines()[0]})") from None
    made.add_trials(trials_of(plan.space.knobs, rows))
    made.set_user_attr("measure", plan.measure.name)
    return made


def trials_of(space: Space | None, rows: list[Row]) -> list[FrozenTrial]:
    """Rows of the table of trials; formulas, which have no space, are choices among all that were tried."""
    formulas = CategoricalDistribution(tuple(dict.fromkeys(row.get("value", "") for row in rows)))
    trials = []
    for row in rows:
        if space is None:
            params: dict[str, Any] = {"value": row["value"]}
            known: dict[str, BaseDistribution] = {"value": formulas}
        else:
            knobs = [knob for knob in space.knobs if row.get(knob.name)]
            params = {knob.name: plain(cast(knob, row[knob.name], TRIALS)) for knob in knobs}
            known = {knob.name: as_shown(knob) for knob in knobs}
        noted = {key: text for key, text in row.items() if text and key not in (*params, "rate")}
        trials.append(create_trial(params=params, distributions=known, value=float(row["rate"]), user_attrs=noted))
    return trials


def as_shown(knob: Knob) -> BaseDistribution:
    """The knob's domain, steps as the numbers that they are."""
    if not isinstance(knob.domain, Steps):
        return distribution(knob)
    low, high = min(knob.domain.values), max(knob.domain.values)
    return IntDistribution(int(low), int(high)) if knob.kind is int else FloatDistribution(float(low), float(high))
