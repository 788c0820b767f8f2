"""Memory that players of one thread use one after the other."""

from engine.game import Game
from engine.match import new_mind
from engine.mind import Mind, Needs


class Room:
    """Working space of one thread, handed from player to player: new memory for each costs more than all the rest."""

    def __init__(self) -> None:
        self._minds: dict[str, Mind] = {}

    def furnish(self, game: Game, mind: Mind, needs: Needs) -> Mind:
        """The mind with as much of this space as it needs; whoever had it before must have left."""
        had = self._minds.get(game.name, mind)
        sizes = Needs(*(len(getattr(had, name)) for name in Needs._fields))
        if any(size < need for size, need in zip(sizes, needs, strict=True)):
            had = new_mind(game, Needs(*map(max, sizes, needs)))
        self._minds[game.name] = had
        return mind._replace(**{name: getattr(had, name)[:need] for name, need in needs._asdict().items()})
