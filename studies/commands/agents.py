"""`bottega agents`: the players there are, their knobs, and what they can strive for."""

from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from agents.agent import UNLIMITED, Agent
from agents.catalog import AGENTS, find_agent
from engine.catalog import find_game
from engine.space import word

COMMON = {
    "value": "what it strives for: a named value of the game, an expression over its features, or a network: @net.json",
    "w.NAME": "a weight NAME of that value",
    "budget": "forward-model calls per decision",
    "milliseconds": "time per decision (for playing with people: such games do not repeat)",
    "name": "what it is called in tables",
}


def run(
    agent: Annotated[str | None, typer.Argument(help="An agent; without one, all are listed.")] = None,
    values: Annotated[str | None, typer.Option(help="List the named values and the features of this game.")] = None,
) -> None:
    """List the agents, or one agent's parameters with their defaults and search spaces."""
    console = Console()
    if values is not None:
        show_values(console, values)
    elif agent is None:
        console.print(agent_table())
    else:
        console.print(knob_table(find_agent(agent)))


def agent_table() -> Table:
    """One row an agent."""
    table = Table("agent", "what it does", "calls per decision", "knobs", "games")
    for agent in AGENTS.values():
        budget = "as it needs" if agent.budget == UNLIMITED else f"{agent.budget:,}"
        table.add_row(agent.name, agent.title, budget, ", ".join(agent.knobs()), ", ".join(agent.games or ["all"]))
    return table


def knob_table(agent: Agent) -> Table:
    """One row a knob, then what every player takes."""
    table = Table("knob", "default", "searched over", "only when", "meaning", title=agent.title, title_justify="left")
    for knob in agent.knobs().values():
        only = str(knob.when or "") if not knob.verb else f"the game has {knob.verb}"
        table.add_row(knob.name, word(knob.default), str(knob.domain or "-"), only, knob.doc)
    table.add_section()
    for name, meaning in COMMON.items():
        if agent.valued or name not in ("value", "w.NAME"):
            table.add_row(name, "", "-", "", meaning)
    return table


def show_values(console: Console, name: str) -> None:
    """A game's named values and features."""
    game = find_game(name)
    table = Table("value", "as an expression")
    for title, text in game.values.items():
        table.add_row(title, escape(text))
    console.print(table)
    console.print("features: " + ", ".join(game.FEATURES))
