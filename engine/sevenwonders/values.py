"""Value functions that ship by name.

`robilliard` is the best evolved function of Robilliard and Fonlupt (2015, figure 1). `evolved` is what genetic
programming over all features made of it, against two rule-based players.
"""

VALUES = {
    "default": "points",
    "points": "points",
    "lead": "lead",
    "robilliard": "(6*goods + 8*shields + 5*yellow_cards + 9.5*yellow_goods + 5*points - 4.875)*yellow_goods"
    " + 4*goods + 5*shields + 5*science_points + 3*yellow_cards + 17*yellow_goods + points - 11.5",
    "evolved": "4.153*goods + 3.866*shields + 5*science_points + 3*yellow_cards + 17*yellow_goods + points"
    " - brown_cards",
}
