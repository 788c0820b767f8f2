"""Every game of the catalogue keeps the contract, and so does the toy. No game is excepted from anything."""

import numpy as np
import pytest

from engine.conformance import CHECKS
from tests.engine.tables import GAME_NAMES, GAMES


@pytest.mark.parametrize("name", GAME_NAMES)
@pytest.mark.parametrize("promised", CHECKS)
def test_every_game_keeps(promised, name):
    CHECKS[promised](GAMES[name])


@pytest.mark.parametrize("name", GAME_NAMES)
def test_two_prepared_records_are_independent_of_each_other(name):
    game = GAMES[name]
    one, other = game.prepare(game.Params()), game.prepare(game.Params())
    before = one.tobytes()
    for field in other.dtype.names:
        other[field] = np.zeros((), other.dtype[field])
    assert one.tobytes() == game.prepare(game.Params()).tobytes() == before != other.tobytes()
