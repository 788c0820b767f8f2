"""The only list of measurements: one line for each."""

from studies.reproductions.hepworth import best_moves, crossover, fitness, move_kinds, populations
from studies.reproductions.measurement import Measurement
from studies.reproductions.rinascimento import landscapes, tuning

MEASUREMENTS: tuple[Measurement, ...] = (
    best_moves.MEASUREMENT,
    crossover.MEASUREMENT,
    fitness.MEASUREMENT,
    move_kinds.MEASUREMENT,
    populations.MEASUREMENT,
    landscapes.MEASUREMENT_RANDOM,
    landscapes.MEASUREMENT_OSLA,
    tuning.MEASUREMENT_THEIRS,
    tuning.MEASUREMENT_OURS,
    tuning.MEASUREMENT_OSLA,
)
