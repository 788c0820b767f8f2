"""Memory that players of one thread use one after the other."""

from engine.game import Game
from engine.match import new_workspace
from engine.workspace import Needs, Workspace


class Room:
    """Working space of one thread, handed from player to player: new memory for each costs more than all the rest."""

    def __init__(self) -> None:
        self._minds: dict[str, Workspace] = {}

    def furnish(self, game: Game, workspace: Workspace, needs: Needs) -> Workspace:
        """The workspace with as much of this space as it needs; whoever had it before must have left."""
        had = self._minds.get(game.name, workspace)
        sizes = Needs(*(len(getattr(had, name)) for name in Needs._fields))
        if any(size < need for size, need in zip(sizes, needs, strict=True)):
            had = new_workspace(game, Needs(*map(max, sizes, needs)))
        self._minds[game.name] = had
        return workspace._replace(**{name: getattr(had, name)[:need] for name, need in needs._asdict().items()})
