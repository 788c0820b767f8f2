"""The only list of measurements: one line for each file."""

from studies.reproductions.measurement import Measurement

MEASUREMENTS: tuple[Measurement, ...] = ()
