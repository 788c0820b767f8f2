"""Value functions that ship by name."""

VALUES = {
    "default": "{win: 100}*winloss + lead + {money: 5}*turns_to_go*money/cards",
    "Lead": "lead",
    "Points": "points",
}
