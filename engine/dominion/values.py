"""Value functions that ship by name.

`default` adds to the lead what the turns to go will bring: more than the rival's by how much better the own deck pays.
Cards that draw and Actions that pay count for less than Treasures, and Actions for which there will be no Action to
spend count against it.
"""

PAYS = "(money + {draw: 0.7}*plus_cards + {pay: 0.7}*(plus_coins - money))/cards"
CLASHES = "max(0, density_minus_actions - density_plus_actions - {terminals: 0.1})"
RATE = f"{PAYS} - {{clash: 2}}*{CLASHES} - rival_money/rival_cards"
VALUES = {
    "default": f"{{win: 100}}*winloss + lead + {{future: 4}}*turns_to_go*({RATE})",
    "Lead": "lead",
    "Points": "points",
    "Money": "money/cards",
}
