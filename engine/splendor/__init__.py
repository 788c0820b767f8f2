"""Splendor as a parameterised family of games, for 2-4 players."""

from engine.game import Game, parts_of
from engine.splendor import features, params, rules, state, values, view

GAME = Game(
    **parts_of(rules, params, state, features, values, view),
    name="splendor",
    title="Splendor",
    player_counts=(2, 3, 4),
    random_weights=params.WEIGHTS,
    length_limit="decision_limit",
    strong_value="allEval",
    write_content=params.write_content,
    agent_defaults={  # by studies of ours at 1,000 calls against Greedy(allEval2); they grow with the budget
        "mcts": {"tree": "all", "norm": True, "c": 0.5, "d": 6, "value": "allEval2"},
        "bmrh": {"om": "greedy", "n": 1_000_000, "value": "allEval2"},
        "srh": {"om": "greedy", "n": 1_000_000, "value": "allEval2"},
        "deepening": {"value": "allEval2"},
        **{  # by the own position after ten moves a win is as good later, with more cards
            agent: {"value": "allEval2"}
            for agent in ("random_search", "index_move", "exact_move", "buy_order", "buy_and_deny")
        },
    },
)
