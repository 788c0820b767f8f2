"""A finished game as one HTML page to step through."""

from engine.errors import InputError
from studies.interactive.session import Session
from studies.report.replay_page import Frame, places_of, replay_page, with_names


def replay_of(session: Session) -> str:
    """The page. It uncovers everything, so there is one only when the game is over."""
    if not session.over:
        raise InputError("the replay shows what is covered: there is one when the game is over")
    game, rules, captions = session.game, session.rules, ["the deal"]
    captions += [f"{session.called(told.seat)}: {told.words}" for told in session.log(None)]
    captions[-1] += f" - {session.ending()}"
    names = [seat.name for seat in session.seats]
    pictures = [with_names(game.view.svg(rules, state), names) for state in session.states]
    moves = zip(session.states, session.actions, strict=False)
    marks = [(), *(places_of(game.view, rules, state, action) for state, action in moves)]
    frames = [Frame(*frame) for frame in zip(pictures, captions, marks, strict=True)]
    note = " ".join(f"Player {number} is {seat.text}." for number, seat in enumerate(session.seats, 1))
    return replay_page(f"{game.title}, seed {session.seed}", note, frames)
