"""Value functions that ship by name, and the settings of agents that suit this game.

`default` adds to the lead what the turns to go will bring: more than the rival's by how much better the own deck pays.
Cards that draw and Actions that pay count for less than Treasures, and Actions for which there will be no Action to
spend count against it.

`Decks` is a network over the effects of all cards (Fenner 2014): points that the deck will still make if it buys
nothing but points. Its other outputs are what a hand earns and how fast the deck can change, for the `planner`.
`Decks24` only knows the effects of the base set.
"""

import json
from pathlib import Path
from typing import Any

# Chosen by matches: no deeper tree did better than one look at every move and at what it does to the decks.
AGENT_DEFAULTS: dict[str, dict[str, Any]] = {
    "mcts": {"d": 1, "expansion": "full", "norm": True},
    "planner": {"value": "Decks"},
}

PAYS = "(money + {draw: 0.7}*plus_cards + {pay: 0.7}*(plus_coins - money))/cards"
CLASHES = "max(0, density_minus_actions - density_plus_actions - {terminals: 0.1})"
RATE = f"{PAYS} - {{clash: 2}}*{CLASHES} - rival_money/rival_cards"
HERE = Path(__file__).parent
VALUES = {
    "default": f"{{win: 100}}*winloss + lead + {{future: 4}}*turns_to_go*({RATE})",
    "Lead": "lead",
    "Points": "points",
    "Money": "money/cards",
    "Decks": f'net({json.dumps(str(HERE / "decks.json"))}, "points")',
    "Decks24": f'net({json.dumps(str(HERE / "decks-24.json"))}, "points")',
}
