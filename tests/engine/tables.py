"""Rule sets and positions that tests play on."""

from engine.catalog import GAMES as CATALOG
from engine.conformance import SEEDS, copy_of, generator, knob_values, random_position, raw, rule_sets
from engine.game import bind
from tests.engine import toy

__all__ = ["GAMES", "GAME_NAMES", "SEEDS", "copy_of", "generator", "knob_values", "random_position", "raw", "rule_sets"]
GAMES = {**CATALOG, toy.GAME.name: bind(toy.GAME)}  # whatever holds for every game holds for this one too
GAME_NAMES = sorted(GAMES)
