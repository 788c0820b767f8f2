"""Splendor as a parameterised family of games, for 2-4 players."""

from engine.game import Game
from engine.splendor import rules, view
from engine.splendor.features import FEATURES
from engine.splendor.params import ODD_RULES, PRESETS, WEIGHTS, Params, max_actions, prepare, write_content
from engine.splendor.state import RULES, STATE
from engine.splendor.values import VALUES

GAME = Game(
    name="splendor",
    title="Splendor",
    Params=Params,
    presets=PRESETS,
    STATE=STATE,
    RULES=RULES,
    verbs=rules,
    prepare=prepare,
    max_actions=max_actions,
    FEATURES=FEATURES,
    player_counts=(2, 3, 4),
    view=view,
    random_weights=WEIGHTS,
    length_limit="decision_limit",
    odd_rules=ODD_RULES,
    values=VALUES,
    strong_value="allEval",
    write_content=write_content,
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
