"""What genetic planners share: generations of plans in one array, rank selection, the best kept (Hepworth 2016).

The plans of a generation and of the next one, which is being made, take turns in 2 * pop rows of genes.
"""

from typing import Annotated

import numpy as np

from agents.foresight import FLOATS
from engine.chance import below
from engine.jit import jit
from engine.space import Range, Steps

CURSOR, GENERATION = 1, 2  # mind.ints: the next place of the generation to fill; how many generations are complete
ORDER = 3  # mind.ints: the rows of this generation, best first, then those of the next; then all genes
SCORES = FLOATS  # mind.floats: by row

Population = Annotated[int, Steps((20, 50, 100, 300), accepts=(2, 10_000)), "plans in a generation"]
Evaluations = Annotated[int, Steps((100, 300, 1000, 2000, 5000), accepts=(1, 10**9)), "plans evaluated per decision"]
CrossoverRate = Annotated[float, Range(0, 1), "probability that a new plan has two parents"]
MutationRate = Annotated[float, Range(0, 1), "probability that a new plan is mutated"]


@jit
def genes_of(pop, length, row):
    """Where the genes of a plan begin."""
    return ORDER + 2 * pop + row * length


@jit
def begin_evolution(ints, floats, pop):
    """No plan has been tried yet."""
    ints[CURSOR] = ints[GENERATION] = 0
    for row in range(2 * pop):
        ints[ORDER + row] = row
        floats[SCORES + row] = -np.inf


@jit
def next_plan(ints, floats, pop):
    """The row of the plan to make and try now; a full generation gives way to the next, but for its best plan."""
    if ints[CURSOR] == pop:
        if ints[GENERATION] > 0:
            replace_generation(ints, floats, pop)
        sort_plans(ints[ORDER : ORDER + pop], floats[SCORES:], pop)
        ints[GENERATION] += 1
        ints[CURSOR] = 1
    place = ints[CURSOR]
    ints[CURSOR] += 1
    return ints[ORDER + place] if ints[GENERATION] == 0 else ints[ORDER + pop + place]


@jit
def replace_generation(ints, floats, pop):
    """The younger plans take the places of the elder ones."""
    for place in range(1, pop):
        elder, younger = ints[ORDER + place], ints[ORDER + pop + place]
        ints[ORDER + place], ints[ORDER + pop + place] = younger, elder
        floats[SCORES + elder] = -np.inf


@jit
def sort_plans(order, scores, n):
    """Put n rows in order of score, the best first; of equals the elder stays before the younger."""
    for i in range(n):
        row = order[i]
        j = i
        while j > 0 and scores[order[j - 1]] < scores[row]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = row


@jit
def best_plan(floats, pop):
    """The row of the best plan so far."""
    best = 0
    for row in range(1, 2 * pop):
        if floats[SCORES + row] > floats[SCORES + best]:
            best = row
    return best


@jit
def pick_by_rank(ints, pop, rng):
    """A row of this generation, the likelier the better its rank: the best comes up pop times as often as the last."""
    ticket = below(rng, pop * (pop + 1) // 2)
    rank = int((np.sqrt(8.0 * ticket + 1.0) - 1.0) / 2.0)
    return ints[ORDER + pop - 1 - rank]


@jit
def copy_genes(ints, source, target, length):
    """Overwrite one stretch of genes with another."""
    for i in range(length):
        ints[target + i] = ints[source + i]
