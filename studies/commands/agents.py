"""`bottega agents`: the players there are, their knobs, and what they can strive for."""

from typing import Annotated, Any

import typer
from rich.console import Group
from rich.table import Table

from agents.agent import UNLIMITED, Agent
from agents.catalog import AGENTS, find_agent
from engine.catalog import GAMES, find_game
from engine.space import plain, word
from studies.commands.options import Json, show, with_origin
from studies.report.console import table_of

COMMON = {
    "value": "what it strives for: a named value of the game, an expression over its features, or a network: @net.json",
    "w.NAME": "a weight NAME of that value",
    "budget": "forward-model calls per decision",
    "milliseconds": "time per decision (for playing with people: such games do not repeat)",
    "name": "what it is called in tables",
}


Row = dict[str, Any]


def run(
    agent: Annotated[str | None, typer.Argument(help="An agent; without one, all are listed.")] = None,
    values: Annotated[str | None, typer.Option(help="List the named values and the features of this game.")] = None,
    json: Json = False,
) -> None:
    """List the agents, or one agent's parameters with their defaults and search spaces."""
    if values is not None:
        game = find_game(values)
        show({"values": dict(game.values), "features": list(game.FEATURES)}, json, value_table)
    elif agent is None:
        show(agent_rows(), json, agent_table)
    else:
        found = find_agent(agent)
        show(knob_rows(found), json, lambda rows: knob_table(found.title, rows))


def agent_rows() -> list[Row]:
    """Every agent as plain data."""
    return [
        {
            "agent": agent.name,
            "title": agent.title,
            "budget": None if agent.budget == UNLIMITED else agent.budget,
            "knobs": list(agent.knobs()),
            "games": list(agent.games or GAMES),
        }
        for agent in AGENTS.values()
    ]


def agent_table(rows: list[Row]) -> Table:
    """One row an agent."""
    cells = [
        [
            row["agent"],
            with_origin(row["title"], "AGENT", row["agent"]),
            "as it needs" if row["budget"] is None else f"{row['budget']:,}",
            ", ".join(row["knobs"]),
            "all" if len(row["games"]) == len(GAMES) else ", ".join(row["games"]),
        ]
        for row in rows
    ]
    return table_of(["agent", "what it does", "calls", "knobs", "games"], cells)


def knob_rows(agent: Agent) -> list[Row]:
    """Every knob of an agent as plain data, then what every player takes."""
    own = [
        {
            "knob": knob.name,
            "default": plain(knob.default),
            "searched": str(knob.domain) if knob.domain else None,
            "when": str(knob.when or "") if not knob.verb else f"the game has {knob.verb}",
            "meaning": knob.doc,
            "defaults": own_defaults(agent, knob.name),
        }
        for knob in agent.knobs().values()
    ]
    nothing = {"default": None, "searched": None, "when": ""}
    common = [
        {"knob": name, **nothing, "meaning": text, "defaults": own_defaults(agent, name)}
        for name, text in COMMON.items()
        if agent.valued or name not in ("value", "w.NAME")
    ]
    return [*own, *common]


def knob_table(title: str, rows: list[Row]) -> Table:
    """One row a knob."""
    cells = []
    for row in rows:
        default = "" if row["default"] is None else word(row["default"])
        others = "".join(f" [{game} {word(value)}]" for game, value in row["defaults"].items())
        meaning = row["meaning"] + (f"; only when {row['when']}" if row["when"] else "")
        cells.append([row["knob"], (default + others).strip(), row["searched"] or "-", meaning])
    return table_of(["knob", "default", "searched over", "meaning"], cells, title)


def own_defaults(agent: Agent, name: str) -> dict[str, Any]:
    """The games in which a setting of the agent has a default of its own, and what it is."""
    own = [(game.name, game.agent_defaults.get(agent.name, {})) for game in GAMES.values()]
    return {game: plain(settings[name]) for game, settings in own if name in settings}


def value_table(data: Row) -> Group:
    """One row a named value, and the features of the game."""
    return Group(
        table_of(["value", "as an expression"], data["values"].items()), "features: " + ", ".join(data["features"])
    )
