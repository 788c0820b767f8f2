"""`bottega list-plugins`: what was added from elsewhere."""

from agents.catalog import AGENTS
from engine.catalog import GAMES
from engine.plugins import PLUGINS
from optimisers.catalog import OPTIMISERS

CATALOGS = (GAMES, AGENTS, OPTIMISERS)  # that have let their plug-ins in
HEAD = ("kind", "name", "from", "version", "content")


def run() -> None:
    """List the games, agents and optimisers that plug-ins brought, and those that were left out."""
    if not PLUGINS:
        print("there are no plug-ins: install a package that brings some, or name a file with --plugin")
        return
    rows = [HEAD]
    for plugin in PLUGINS:
        rows.append((plugin.kind.lower(), plugin.name, plugin.package, plugin.version or "-", plugin.content))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    below = ["", *(f"left out: {plugin.failure}" if plugin.failure else plugin.file for plugin in PLUGINS)]
    for row, where in zip(rows, below, strict=True):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        if where:
            print(f"  {where}")
