"""Value functions that ship by name: those of Hepworth (2016), which value moves, and plain ones.

Hepworth's functions, as his program has them: Prestige 1 for a purchase; Points gained by a purchase, its noble
included; Gems tokens taken net of returned ones, 1 for a reserve; Nobles the bonuses that the nobles on the table miss
less than before; WinLoss 1 or -1 when the game is over; Buys purchases that are possible; Turn decisions from the root.
"""

SUM = "WinLoss*{win: 100} + Points*{points: %g} + Nobles*{nobles: %g} + Prestige*{cards: 1} + Gems*{gems: 1}"
VALUES = {
    "default": "points",
    "Prestige": "change(cards)",
    "Points": "change(points)",
    "Gems": "change(gathered)",
    "Nobles": "change(noble_progress)",
    "WinLoss": "change(winloss)",
    "Buys": "affordable",
    "Lead": "lead",
    "Turn": "ply",
    "allEval": f"change({SUM % (2, 2)})",
    "allEval2": f"change(({SUM % (1.5, 2.5)})*{{decay: 0.9}}**ply)",
    "linear": "{win: 100}*winloss + {points: 2}*points + {nobles: 2}*noble_progress + {cards: 1}*cards"
    " + {gems: 1}*gathered",
}
