"""The only list of measurements: one line for each."""

from studies.reproductions.fenner import constraint, equal_time, feasibility, learnt, network, performance, readings
from studies.reproductions.hepworth import best_moves, crossover, fitness, move_kinds, populations
from studies.reproductions.measurement import Measurement
from studies.reproductions.provincial import cards, kingdoms
from studies.reproductions.rinascimento import landscapes, tuning
from studies.reproductions.robilliard import fitness as training
from studies.reproductions.sevenwonders import balance, tables

MEASUREMENTS: tuple[Measurement, ...] = (
    best_moves.MEASUREMENT,
    crossover.MEASUREMENT,
    fitness.MEASUREMENT,
    move_kinds.MEASUREMENT,
    populations.MEASUREMENT,
    network.MEASUREMENT,
    feasibility.MEASUREMENT,
    performance.MEASUREMENT,
    performance.MEASUREMENT_INTRIGUE,
    readings.MEASUREMENT,
    constraint.MEASUREMENT,
    equal_time.MEASUREMENT,
    learnt.MEASUREMENT,
    landscapes.MEASUREMENT_RANDOM,
    landscapes.MEASUREMENT_OSLA,
    tuning.MEASUREMENT_THEIRS,
    tuning.MEASUREMENT_OURS,
    tuning.MEASUREMENT_OSLA,
    *kingdoms.MEASUREMENTS,
    *cards.MEASUREMENTS,
    training.MEASUREMENT,
    balance.MEASUREMENT,
    tables.MEASUREMENT,
)
