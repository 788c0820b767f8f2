"""One game played again, decision by decision: told as text by `bottega replay`, drawn as a page for MLflow."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from engine.errors import InputError
from engine.game import Ended, Game, points, step
from engine.match import RESULT, Player, begin, decide, describe_fault
from studies.play.deals import SHOW, fixtures, stream_seed
from studies.play.setup import prepare_game, seat_player
from studies.report.replay_page import Frame, places_of, replay_page, with_names
from studies.search.plan import ProvenPlan
from studies.spec.players import Values


class Moment(NamedTuple):
    """A position and what is played in it; at the end nothing is."""

    state: Any  # the one record of the game: read it before going on
    seat: int
    action: int | None


def walk(game: Game, rules: np.record, players: Sequence[Player], fixture: np.record) -> Iterator[Moment]:
    """Every decision of a game, before it is carried out, and then the end."""
    state = game.new_states(1)[0]
    result = np.zeros(1, RESULT).view(np.recarray)[0]
    acts, workspaces = tuple(player.act for player in players), tuple(player.workspace for player in players)
    begin(rules, state, fixture, workspaces)
    while state.ended == Ended.PLAYING:
        seat = int(state.to_move)
        if not decide(rules, state, fixture, acts, workspaces, result, state.turn):
            raise InputError(describe_fault(game, players, fixture, result))
        yield Moment(state, seat, int(result.action))
        step(rules, state, result.action)
    yield Moment(state, int(state.to_move), None)


def ending(rules: np.record, state: Any, names: Sequence[str]) -> str:
    """The end of a game in words."""
    scores = ", ".join(f"{name} {points(rules, state, seat)}" for seat, name in enumerate(names))
    return f"{Ended(int(state.ended)).name.lower()} after {state.turn} decisions; points: {scores}"


def page_of(game: Game, rules: np.record, players: Sequence[Player], fixture: np.record, title: str) -> str:
    """The game as one HTML page."""
    seated = [players[fixture.seats[seat]].name for seat in range(len(players))]
    names = [name.partition(":")[0] for name in seated]
    note = " ".join(f"Player {seat} is {name}." for seat, name in enumerate(seated, 1))
    frames: list[Frame] = []
    said = "the deal"
    marks: tuple[str, ...] = ()
    for moment in walk(game, rules, players, fixture):
        picture = with_names(game.view.svg(rules, moment.state), names)
        if moment.action is None:
            frames.append(Frame(picture, f"{said} - {ending(rules, moment.state, names)}", marks))
        else:
            frames.append(Frame(picture, said, marks))
            marks = places_of(game.view, rules, moment.state, moment.action)
            move = game.view.say(rules, moment.state, moment.action)
            said = f"player {moment.seat + 1} ({names[moment.seat]}): {move}"
    return replay_page(title, note, frames)


def champion_replay(plan: ProvenPlan, champion: Values) -> str:
    """One game of the champion against its opponents, on a deal that nobody has played."""
    stream = stream_seed(plan.study.seed, SHOW)
    job = plan.job(champion, stream, 0, 1, proof=True)
    prepared = prepare_game(job.setup)
    others = job.opponents.of_deal(stream, 0, prepared.n_players - 1)
    players = [seat_player(prepared, player) for player in (job.player, *others)]
    title = f"{prepared.game.title}: the champion of {plan.study.name}, {plan.against}"
    fixture = fixtures(stream, np.array([0]), prepared.n_players, prepared.n_players)[0]
    return page_of(prepared.game, prepared.rules, players, fixture, title)
