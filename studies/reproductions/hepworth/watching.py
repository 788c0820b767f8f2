"""Games of one player against another, looked at decision by decision."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from engine.workspace_type import Workspace
from studies.play.deals import SHOW, fixtures, stream_seed
from studies.play.setup import seat_player
from studies.report.replay import Moment, walk
from studies.reproductions.measurement import Order
from studies.spec.players import player_spec_of
from studies.spec.study import GamePart

THESIS = GamePart.model_validate({"name": "splendor", "preset": "thesis", "players": 2})
BOTH = ["thesis", "splendor"]
GREEDY = "greedy:value=allEval2"


class Glimpse(NamedTuple):
    """A decision of the watched player: the position is the one before it, the workspace the one after."""

    game: int
    moment: Moment
    workspace: Workspace


def watch(order: Order, player: str, opponent: str, games: int) -> Iterator[Glimpse]:
    """Every decision of a player against an opponent, each deal from both seats."""
    game, _, rules, n_players = order.prepared
    players = [seat_player(order.prepared, player_spec_of(game.name, text)) for text in (player, opponent)]
    for number, fixture in enumerate(fixtures(stream_seed(order.seed, SHOW), np.arange(games), n_players, n_players)):
        for moment in walk(game, rules, players, fixture):
            if moment.action is not None and fixture.seats[moment.seat] == 0:
                yield Glimpse(number, moment, players[0].workspace)
