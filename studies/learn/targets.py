"""What a network is to learn of a position."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from agents.catalog import PlayerSpec
from engine.errors import InputError
from engine.game import points
from engine.interpreter import value
from engine.match import FIXTURE, RESULT, describe_fault
from engine.value import Value, compile_value, parse_value
from studies.learn.record import Recorded, look_ahead
from studies.play.setup import PreparedGame, seat_player

Measure = Callable[[Recorded], np.ndarray]  # the target of every view of a game


class Target(NamedTuple):
    """A target of learning: `share` of the win, `points_to_come`, `search`, or any value of the game at its end.

    By `search`, the teacher sits down at all seats of the position and plays on for so many decisions; the target is
    what its value says then, as a mean of several ways in which unseen things and chance may fall.
    """

    kind: str = "share"
    teacher: PlayerSpec | None = None
    plies: int = 4
    samples: int = 4


def measure_of(target: Target, prepared: PreparedGame) -> Measure:
    """How a target is measured, or an error that says what there is."""
    if target.kind == "share":
        return lambda game: game.result.payoffs[game.views.player]
    if target.kind == "points_to_come":
        return lambda game: (
            np.array([points(prepared.rules, game.final, int(player)) for player in game.views.player])
            - game.views.points
        )
    if target.kind == "search":
        return search_measure(target, prepared)
    program = position_program(parse_value(target.kind, prepared.game), prepared)
    return lambda game: np.array(
        [value(prepared.rules, game.final, int(player), program, 0) for player in game.views.player]
    )


def position_program(given: Value, prepared: PreparedGame) -> np.ndarray:
    """The program of a value of positions."""
    if given.change:
        raise InputError(f"learning: {given} values moves, not positions; it is no target")
    return compile_value(given, prepared.game.FEATURES)


def search_measure(target: Target, prepared: PreparedGame) -> Measure:
    """What a teacher finds, looking ahead from each position."""
    game, n = prepared.game, prepared.n_players
    teacher = target.teacher
    if teacher is None or target.plies < 1 or target.samples < 1:
        raise InputError("learning: target search takes a teacher, and plies and samples from 1 on")
    if teacher.value is None:
        raise InputError(f"learning: teacher {teacher.name} strives for nothing, so it cannot value positions")
    program = position_program(teacher.value, prepared)
    teachers = [seat_player(prepared, teacher) for _ in range(n)]
    acts, workspaces = tuple(t.act for t in teachers), tuple(t.workspace for t in teachers)
    pool, fixture = game.new_states(1), np.zeros(1, FIXTURE).view(np.recarray)[0]
    fixture.seats[:n] = range(n)

    def measure(recorded: Recorded) -> np.ndarray:
        result = np.zeros(1, RESULT).view(np.recarray)[0]
        found = np.zeros(len(recorded.views))
        for i, view in enumerate(recorded.views):
            found[i] = look_ahead(
                prepared.rules,
                recorded.positions[view.position],
                int(view.player),
                pool,
                fixture,
                acts,
                workspaces,
                result,
                recorded.rng,
                program,
                target.plies,
                target.samples,
            )
            if np.isnan(found[i]):
                raise InputError(describe_fault(game, teachers, fixture, result))
        return found

    return measure
