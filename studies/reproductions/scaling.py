"""The same study with more or fewer games."""

import math

from studies.play.evaluate import open_table
from studies.study.setup import table_of
from studies.study.spec import AnyStudy, Compare


def scaled(study: AnyStudy, scale: float, where: str) -> AnyStudy:
    """Every number of games times the scale, in whole deals; a search keeps enough for its first candidate."""
    if scale == 1:
        return study
    n_players = open_table(table_of(study.game, where)).n_players

    def deals(games: int) -> int:
        return max(1, round(games * scale / n_players)) * n_players

    if isinstance(study, Compare):
        return study.model_copy(update={"games": deals(study.games)})
    budget, evaluation = study.budget, study.evaluation
    one = evaluation.most * 2 if evaluation.most else evaluation.games
    least = math.ceil(one * budget.repeats / (1 - budget.race)) + n_players
    games = max(least, round(budget.games * scale))
    return study.model_copy(
        update={"budget": budget.model_copy(update={"games": games, "confirm": deals(budget.confirm)})}
    )
