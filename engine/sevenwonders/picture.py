"""A position as one SVG picture."""


def svg(rules, state, viewer: int | None = None) -> str:
    """The whole table as an SVG document."""
    return '<svg xmlns="http://www.w3.org/2000/svg"/>'
