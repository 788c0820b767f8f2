"""A game in the terminal: numbered moves in words, one line of input after the other; a pipe will do as well."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from rich.console import Console
from rich.table import Table

from engine.errors import InputError
from engine.reading import write_text
from studies.interactive.hints import adviser_of, hint_for
from studies.interactive.replay import replay_of
from studies.interactive.saved import save
from studies.interactive.session import Session
from studies.interactive.thinker import Thinker, thinkers_of

HELP = """\
NUMBER     play that move
m [WORD]   the moves again; with a word, those that have it
p          the position again
h          a hint: what an agent would do, and what the moves are worth
b          take back: to your last decision
l          all moves of the game so far
s FILE     save the game; bottega play --load FILE goes on with it
r FILE     write the game as a page to step through (when it is over)
q          quit"""


class Quit(Exception):  # noqa: N818  (no error: the person has had enough)
    """The person leaves."""


class Terminal:
    """Asks people, lets agents think, until the game is over and the person leaves."""

    def __init__(self, session: Session, milliseconds: float, console: Console) -> None:
        self.session, self.milliseconds, self.console = session, milliseconds, console
        self.told = session.turn  # decisions that have been told

    @cached_property
    def thinkers(self) -> dict[int, Thinker]:
        """The agents by their seats; made when one is to move, because their code may have to be compiled."""
        return thinkers_of(self.session)

    def run(self) -> None:
        """Play the game to its end, or until the person leaves."""
        self.greet()
        try:
            for _ in self.turns():
                self.ask()
        except (Quit, EOFError):
            self.say("")

    def greet(self) -> None:
        """Print the game, the players and the commands."""
        session = self.session
        self.say(f"{session.game.title}, seed {session.seed}")
        for number, seat in enumerate(session.seats):
            who = "you" if session.persons == [number] else "a person" if seat.is_person else seat.text
            self.say(f"  player {number + 1}: {who}" + (f", thinks {seat.pace}" if seat.player else ""))
        self.say("? explains the commands")

    def turns(self) -> Iterator[None]:
        """One after the other, every moment at which a person is asked: its moves, and what to do when all is over."""
        shown = -1, -1
        while True:
            self.let_agents_move()
            session = self.session
            if shown != (session.turn, session.taken_back):
                shown = session.turn, session.taken_back
                self.show()
            yield

    def let_agents_move(self) -> None:
        """Play the agents' moves until a person is to move."""
        while (seat := self.session.to_move) is not None and not self.session.seats[seat].is_person:
            with self.console.status(f"{self.session.called(seat)} is thinking"):
                action = self.thinkers[seat].decide(self.session)
            self.session.play(action)

    def show(self) -> None:
        """What happened since, the position, and the moves."""
        session = self.session
        viewer = self.hand_over()
        self.tell_moves(viewer, self.told)
        self.told = session.turn
        self.say("\n" + session.show(None if session.over else viewer))
        if session.over:
            self.say(f"\n{session.ending()}\nr FILE writes a replay, b takes back, q quits")
        else:
            self.list_moves("")

    def hand_over(self) -> int | None:
        """Who looks at the screen now; before somebody else does, it is cleared and waits for them."""
        session = self.session
        if self.console.is_terminal and len(session.persons) > 1 and not session.over and session.looks_differ():
            self.console.clear()
            self.console.input(f"player {session.to_move + 1}: press Enter when only you look ")  # type: ignore[operator]
        return session.viewer

    def list_moves(self, word: str) -> None:
        """The numbered moves, or those with a word in them."""
        for number, move in enumerate(self.session.moves(), 1):
            if word.lower() in move.words.lower():
                self.say(f"{number:>4}  {move.words}")

    def ask(self) -> None:
        """One line of input, carried out; a mistake is explained."""
        prompt = "what now" if self.session.over else f"player {self.session.to_move + 1}, your move"  # type: ignore[operator]
        line = self.console.input(f"{prompt} > ", markup=False).strip()
        if not self.console.is_terminal:
            self.say(line)  # a pipe echoes nothing
        word, _, rest = line.partition(" ")
        try:
            self.obey(word, rest.strip())
        except InputError as error:
            self.say(str(error))

    def obey(self, word: str, rest: str) -> None:
        """A number or a letter of HELP."""
        session = self.session
        if word.isdecimal():
            self.play(int(word))
        elif word == "b":
            session.take_back()
            self.told = min(self.told, session.turn)
        elif word == "q":
            raise Quit
        elif word == "s":
            save(session, self.milliseconds, self.file(rest))
            self.say(f"saved; go on with: bottega play --load {rest}")
        elif word == "r":
            path = self.file(rest)
            write_text(path, replay_of(session))
            self.say(f"{path}: open it in a browser")
        elif word == "p":
            self.say(session.show(session.viewer))
        elif word == "l":
            self.tell_moves(session.viewer, 0)
        elif word == "m":
            self.list_moves(rest)
        elif word == "h":
            self.give_hint()
        elif word == "?":
            self.say(HELP)
        elif word:
            raise InputError(f"{word!r} is no move and no command; ? lists them")

    def play(self, number: int) -> None:
        """Play the move of that number."""
        moves = self.session.legal()
        if not 1 <= number <= len(moves):
            took = f"it takes 1 to {len(moves)}" if moves else "the game is over"
            raise InputError(f"move {number} is not accepted; {took}")
        self.session.play(moves[number - 1])
        self.told = self.session.turn

    def tell_moves(self, viewer: int | None, first: int) -> None:
        """The moves from that number on, as a person heard of them."""
        for number, told in enumerate(self.session.log(viewer)[first:], first + 1):
            self.say(f"{number:>4}  {self.session.called(told.seat)}: {told.words}")

    def give_hint(self) -> None:
        """The advice, and the moves from best to worst."""
        session = self.session
        if session.over:
            raise InputError("the game is over: there is nothing to advise")
        with self.console.status("thinking"):
            hint = hint_for(session, adviser_of(session, self.milliseconds))
        words = {move.action: move.words for move in session.moves()}
        self.say(f"{hint.adviser} would: {words[hint.action]}")
        table = Table("move", "", "wins at random", "value", box=None, header_style="")
        order = sorted(range(len(hint.wins)), key=lambda i: (-hint.values[i], -hint.wins[i]))
        for i in order[:12]:
            move = session.legal()[i]
            table.add_row(str(i + 1), words[move], f"{100 * hint.wins[i]:.0f} %", f"{hint.values[i]:.4g}")
        self.console.print(table)
        more = f"; the best 12 of {len(order)} are shown" if len(order) > 12 else ""
        self.say(f"value: {hint.value}, one move ahead; {hint.rounds} looks at each{more}")

    def file(self, name: str) -> Path:
        """The file that a command needs."""
        if not name:
            raise InputError("name a file, for example: s game.json")
        return Path(name)

    def say(self, text: str) -> None:
        """Print a text as it is."""
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)
