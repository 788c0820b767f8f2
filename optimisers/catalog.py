"""The only list of optimisers: a new one is one file and one line here."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.errors import InputError, unknown
from engine.space import build
from optimisers import cma_es, coevolution, genetic, league, programming, samplers
from optimisers.optimiser import Method, Optimiser


class Maker(NamedTuple):
    """One entry: what can be set, how the method is made, and what it is in one line."""

    Params: type
    make: Callable[[Any, int, int, Any], Method]  # space, seed, budget in evaluations, Params
    doc: str


OPTIMISERS: dict[str, Maker] = {
    "random": Maker(samplers.Nothing, samplers.make_random, "uniform draws; the yardstick"),
    "grid": Maker(samplers.Nothing, samplers.make_grid, "every point of the grid once"),
    "qmc": Maker(samplers.QMCParams, samplers.make_qmc, "draws that cover the space evenly"),
    "tpe": Maker(samplers.TPEParams, samplers.make_tpe, "Parzen estimators of good and bad points"),
    "cmaes": Maker(cma_es.Params, cma_es.make_cmaes, "covariance matrix adaptation, for numbers"),
    "nsgaii": Maker(samplers.NSGAIIParams, samplers.make_nsgaii, "strength against cost: a front of candidates"),
    "gaussian_process": Maker(
        samplers.GaussianProcessParams, samplers.make_gaussian_process, "Bayesian optimisation; needs torch"
    ),
    "ntbea": Maker(samplers.NTBEAParams, samplers.make_ntbea, "n-tuple bandit: few games a point, one pooled model"),
    "ga": Maker(genetic.Params, genetic.make_genetic, "genetic algorithm over knobs or weights"),
    "league": Maker(genetic.Params, league.make_league, "genetic algorithm whose generations are round robins"),
    "gp": Maker(programming.Params, programming.make_programming, "genetic programming of value functions"),
    "coevolution": Maker(coevolution.Params, coevolution.make_coevolution, "two populations that play each other"),
    "self_play": Maker(coevolution.Params, coevolution.make_self_play, "a population against its own champions"),
    "hill_climb": Maker(samplers.HillClimbParams, samplers.make_hill_climb, "duels with an incumbent, and restarts"),
    "spsa": Maker(samplers.SPSAParams, samplers.make_spsa, "all weights at once along random diagonals"),
}


def find_optimiser(name: str) -> Maker:
    """The optimiser of that name, or an error that names the near ones."""
    if name not in OPTIMISERS:
        raise unknown("optimiser", name, OPTIMISERS)
    return OPTIMISERS[name]


def make(
    name: str,
    space: Any,
    seed: int,
    budget: int,
    params: Mapping[str, Any] | None = None,
    games: int | None = None,
) -> Optimiser:
    """An optimiser over a space, for `budget` evaluations of `games` games each (None: as many as the study likes)."""
    maker = find_optimiser(name)
    if budget < 1:
        raise InputError(f"optimiser {name}: a budget of {budget} evaluations is too small; it takes 1 or more")
    method = maker.make(space, seed, budget, build(maker.Params, params or {}, f"optimiser {name}"))
    return Optimiser(method, games, space.points if isinstance(space, programming.Grammar) else space.starts)
