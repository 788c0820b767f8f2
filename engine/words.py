"""Words for people that every game uses."""


def many(number: int, thing: str) -> str:
    """So many things: `1 point`, `2 points`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
