"""Every game of the catalogue keeps the contract, and so does the toy. No game is excepted from anything."""

import pytest

from engine.conformance import CHECKS
from tests.engine.tables import GAME_NAMES, GAMES


@pytest.mark.parametrize("name", GAME_NAMES)
@pytest.mark.parametrize("promised", CHECKS)
def test_every_game_keeps(promised, name):
    CHECKS[promised](GAMES[name])
