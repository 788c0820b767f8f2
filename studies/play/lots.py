"""Wins by what a deal gave to a seat, of games that have such a thing: the boards of 7 Wonders."""

from typing import Any, NamedTuple

import numpy as np

from engine.game import deal
from engine.jit import jit
from studies.play.deals import derived
from studies.play.games import Games, payoffs, seat_of, shares
from studies.play.rates import Rate, rate_over
from studies.play.setup import PreparedGame

AT_ONCE = 1024  # deals that are laid out beside each other
Lots = dict[str, Rate]  # by the name of what a seat was dealt


class Dealt(NamedTuple):
    """Game x seat: what the seats were dealt, as places in the names."""

    held: np.ndarray
    names: list[str]


def lots_of(prepared: PreparedGame, games: Games, stream: int, block: int) -> Dealt | None:
    """What the seats of these games were dealt; nothing for a game that deals nothing of the kind."""
    game, rules = prepared.game, prepared.rules
    if not game.lot or not len(games):
        return None
    deals, place = np.unique(games["number"] // block, return_inverse=True)
    seeds, states = derived(stream, deals), game.new_states(min(len(deals), AT_ONCE))
    held = np.empty((len(deals), prepared.n_players), np.int64)
    for first in range(0, len(deals), AT_ONCE):
        part = seeds[first : first + AT_ONCE]
        deal_all(rules, states, part)
        held[first : first + AT_ONCE] = game.view.lots(states[: len(part)])[:, : prepared.n_players]
    return Dealt(held[place], game.view.lot_names(rules))


@jit
def deal_all(rules: Any, states: Any, seeds: Any) -> None:
    """A deal for each seed."""
    for i in range(len(seeds)):
        deal(rules, states[i], seeds[i])


def rates_by_lot(dealt: Dealt | None, games: Games, block: int, player: int = 0) -> Lots:
    """How often a player won with each; nothing where nothing of the kind was dealt.

    On one deal a player has each of them in one rotation at most: the games that are counted here are independent.
    """
    if dealt is None:
        return {}
    held = dealt.held[np.arange(len(games)), seat_of(games, block, player)]
    return rates_of(held, payoffs(games, block, player), dealt.names)


def rates_of_all(dealt: Dealt, games: Games) -> Lots:
    """How often each won, whoever had it: for equal players, who play every deal once."""
    return rates_of(dealt.held, shares(games), dealt.names)


def rates_of(held: np.ndarray, won: np.ndarray, names: list[str]) -> Lots:
    """How often each won, in the order of their names."""
    found = sorted(np.unique(held).tolist(), key=lambda lot: names[lot])
    return {names[lot]: rate_over(won[held == lot], int((held == lot).sum())) for lot in found}
