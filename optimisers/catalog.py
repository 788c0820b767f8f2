"""The only list of optimisers: a new one is one file and one line here, or a plug-in."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import InputError
from engine.plugins import no_such, open_catalog
from engine.space import build
from optimisers import cma_es, coevolution, genetic, league, programming, samplers
from optimisers.ntbea_method import NTBEAMethod
from optimisers.optimiser import Known, Maker, Optimiser

OPTIMISERS: dict[str, Maker] = {
    maker.name: maker
    for maker in (
        Maker("random", samplers.Nothing, samplers.make_random, "uniform draws; the yardstick"),
        Maker("grid", samplers.Nothing, samplers.make_grid, "every point of the grid once"),
        Maker("qmc", samplers.QMCParams, samplers.make_qmc, "draws that cover the space evenly"),
        Maker("tpe", samplers.TPEParams, samplers.make_tpe, "Parzen estimators of good and bad points"),
        Maker("cmaes", cma_es.Params, cma_es.make_cmaes, "covariance matrix adaptation, for numbers"),
        Maker("nsgaii", samplers.NSGAIIParams, samplers.make_nsgaii, "strength against cost: a front of candidates"),
        Maker(
            "gaussian_process",
            samplers.GaussianProcessParams,
            samplers.make_gaussian_process,
            "Bayesian optimisation; needs torch",
        ),
        Maker(
            "ntbea",
            samplers.NTBEAParams,
            samplers.make_ntbea,
            "n-tuple bandit: few games a point, one pooled model",
            NTBEAMethod.recall,
        ),
        Maker("ga", genetic.Params, genetic.make_genetic, "genetic algorithm over knobs or weights"),
        Maker("league", genetic.Params, league.make_league, "genetic algorithm whose generations are round robins"),
        Maker("gp", programming.Params, programming.make_programming, "genetic programming of value functions"),
        Maker("coevolution", coevolution.Params, coevolution.make_coevolution, "two populations that play each other"),
        Maker("self_play", coevolution.Params, coevolution.make_self_play, "a population against its own champions"),
        Maker(
            "hill_climb", samplers.HillClimbParams, samplers.make_hill_climb, "duels with an incumbent, and restarts"
        ),
        Maker("spsa", samplers.SPSAParams, samplers.make_spsa, "all weights at once along random diagonals"),
    )
}


def find_optimiser(name: str) -> Maker:
    """The optimiser of that name, or an error that names the near ones."""
    if name not in OPTIMISERS:
        raise no_such("OPTIMISER", name, OPTIMISERS)
    return OPTIMISERS[name]


def make(
    name: str,
    space: Any,
    seed: int,
    budget: int,
    params: Mapping[str, Any] | None = None,
    games: int | None = None,
    earlier: Sequence[Known] = (),
    weight: float = 1.0,
) -> Optimiser:
    """An optimiser over a space, for `budget` evaluations of `games` games each (None: as many as the study likes).

    `earlier`: what another study knows of points of this space, a game of it as `weight` of one.
    """
    maker = find_optimiser(name)
    if budget < 1:
        raise InputError(f"optimiser {name}: a budget of {budget} evaluations is too small; it takes 1 or more")
    method = maker.make(space, seed, budget, build(maker.Params, params or {}, f"optimiser {name}"))
    if earlier:
        if maker.recall is None:
            able = ", ".join(other.name for other in OPTIMISERS.values() if other.recall)
            raise InputError(f"optimiser {name}: it cannot start from the games of another study; these can: {able}")
        maker.recall(method, earlier, weight)
    return Optimiser(method, games, space.starts)


open_catalog("OPTIMISER", OPTIMISERS, Maker)
