"""Wins by what a deal gave to a seat, of games that have such a thing: the boards of 7 Wonders."""

import numpy as np

from studies.play.deals import derived
from studies.play.games import Games, payoffs, seat_of, shares
from studies.play.rates import Rate, rate_over
from studies.play.setup import PreparedGame

Lots = dict[str, Rate]  # by the name of what a seat was dealt


def lots_of(prepared: PreparedGame, games: Games, stream: int, block: int) -> np.ndarray:
    """Game x seat: the names of what the seats were dealt."""
    game, rules = prepared.game, prepared.rules
    deals, place = np.unique(games["number"] // block, return_inverse=True)
    states = (game.new_deal(rules, seed) for seed in derived(stream, deals).tolist())
    names = [[game.view.lot(rules, state, seat) for seat in range(prepared.n_players)] for state in states]
    return np.array(names)[place]


def rates_by_lot(prepared: PreparedGame, games: Games, stream: int, block: int, player: int = 0) -> Lots:
    """How often a player won with each; nothing for a game that deals nothing of the kind.

    On one deal a player has each of them in one rotation at most: the games that are counted here are independent.
    """
    if not prepared.game.lot or not len(games):
        return {}
    held = lots_of(prepared, games, stream, block)[np.arange(len(games)), seat_of(games, block, player)]
    won = payoffs(games, block, player)
    return {str(name): rate_over(won[held == name], int((held == name).sum())) for name in np.unique(held)}


def rates_of_all(prepared: PreparedGame, games: Games, stream: int) -> Lots:
    """How often each won, whoever had it: for equal players, who play every deal once."""
    lots, won = lots_of(prepared, games, stream, 1), shares(games)
    return {str(name): rate_over(won[lots == name], int((lots == name).sum())) for name in np.unique(lots)}
