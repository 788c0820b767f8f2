"""A finished game as one HTML page to step through."""

from engine.errors import InputError
from studies.interactive.session import Session
from studies.report.replay_page import Frame, replay_page


def replay_of(session: Session) -> str:
    """The page. It uncovers everything, so there is one only when the game is over."""
    if not session.over:
        raise InputError("the replay shows what is covered: there is one when the game is over")
    game, rules, captions = session.game, session.rules, ["the deal"]
    captions += [f"{session.called(told.seat)}: {told.words}" for told in session.story(None)]
    captions[-1] += f" - {session.ending()}"
    frames = [Frame(game.view.svg(rules, state), said) for state, said in zip(session.states, captions, strict=True)]
    note = " ".join(f"Player {number} is {seat.text}." for number, seat in enumerate(session.seats, 1))
    return replay_page(f"{game.title}, seed {session.seed}", note, frames)
