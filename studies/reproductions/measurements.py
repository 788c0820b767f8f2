"""The only list of measurements: one line for each file."""

from studies.reproductions import landscapes, tuning
from studies.reproductions.measurement import Measurement

MEASUREMENTS: tuple[Measurement, ...] = (
    landscapes.MEASUREMENT_RANDOM,
    landscapes.MEASUREMENT_OSLA,
    tuning.MEASUREMENT_THEIRS,
    tuning.MEASUREMENT_OURS,
    tuning.MEASUREMENT_OSLA,
)
