"""The only list of measurements: one line for each file."""

from studies.reproductions.hepworth import best_moves, crossover, fitness, move_kinds, populations
from studies.reproductions.measurement import Measurement

MEASUREMENTS: tuple[Measurement, ...] = (
    best_moves.MEASUREMENT,
    crossover.MEASUREMENT,
    fitness.MEASUREMENT,
    move_kinds.MEASUREMENT,
    populations.MEASUREMENT,
)
