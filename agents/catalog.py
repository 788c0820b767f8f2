"""The only list of agents, and how a player is written: `mcts:c=1.4,d=6,value=allEval2,budget=2000`.

A new agent is one file and one line here, or a plug-in.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from agents import deepening, greedy, mcts, minimax, move_planner, osla, random_search, rhea, uniform
from agents.agent import UNLIMITED, Agent
from agents.dominion import big_money, card_value, fifth_card, menu, planner
from agents.mcts import Ending, Expansion, Recommend, Tree
from agents.move_planner import Moves
from agents.opponents import OpponentModel
from agents.rhea import Genes
from agents.sevenwonders import rule_ai
from agents.splendor import buy_order
from engine.errors import InputError
from engine.expression import LIMIT
from engine.game import Game
from engine.match import Player, compile_act, new_workspace
from engine.plugins import no_such, open_catalog
from engine.reading import within
from engine.space import Steps, check_names, read_settings
from engine.value import Value, default_value, value_of
from engine.workspace import Room

SPLENDOR = ("splendor",)
DOMINION = ("dominion",)
SEVENWONDERS = ("sevenwonders",)
AGENTS: dict[str, Agent] = {
    agent.name: agent
    for agent in (
        Agent("random", "Random actions", uniform, valued=False),
        Agent("osla", "One-step look-ahead by sampling", osla),
        Agent("greedy", "The best of all actions", greedy, budget=UNLIMITED),
        Agent("minimax", "Full-width search", minimax, {"prune": False}, budget=UNLIMITED),
        Agent("alphabeta", "Full-width search with pruning", minimax, {"prune": True}, budget=UNLIMITED),
        Agent("deepening", "Alpha-beta, deeper and deeper, that remembers positions", deepening),
        Agent("random_search", "The best of many random lines", random_search, budget=UNLIMITED),
        Agent("mcts", "Monte Carlo tree search", mcts, lines="simulations"),
        Agent(
            "uct",
            "Tree search by wins: everybody's moves, lines to the end",
            mcts,
            {
                "tree": Tree.ALL,
                "ending": Ending.END,
                "d": 1000,
                "ep": 1.0,
                "ps": 1,
                "om": OpponentModel.NOTHING,
            },
            {"c": 0.5, "rt": Recommend.ROBUST, "simulations": 1000, "expansion": Expansion.SAMPLED},
            budget=UNLIMITED,
        ),
        Agent("bmrh", "Rolling horizon with branching mutation", rhea, {"genes": Genes.ACTIONS}),
        Agent(
            "srh",
            "Rolling horizon over seeds",
            rhea,
            {"genes": Genes.SEEDS},
            {"mo": False},
            {"n": Steps((0, 1, 5, 10, 20, 50, 100, 200), accepts=(0, 10**9))},
        ),
        Agent("index_move", "Evolved plans of move numbers", move_planner, {"moves": Moves.INDEX}, budget=UNLIMITED),
        Agent("exact_move", "Evolved plans of moves", move_planner, {"moves": Moves.EXACT}, budget=UNLIMITED),
        Agent(
            "buy_order", "Evolved orders of cards to buy", buy_order, {"deny": False}, budget=UNLIMITED, games=SPLENDOR
        ),
        Agent(
            "buy_and_deny",
            "Evolved orders of cards to buy or deny",
            buy_order,
            {"deny": True},
            budget=UNLIMITED,
            games=SPLENDOR,
        ),
        Agent("card_value", "The dearest card", card_value, budget=UNLIMITED, valued=False, games=DOMINION),
        Agent("big_money", "Treasures and Provinces", big_money, budget=UNLIMITED, valued=False, games=DOMINION),
        Agent("fifth_card", "The best fifth card", fifth_card, budget=UNLIMITED, valued=False, games=DOMINION),
        Agent(
            "planner",
            "Branch and bound over purchases",
            planner,
            budget=UNLIMITED,
            games=DOMINION,
            program=planner.program,
        ),
        Agent(
            "menu",
            "A buy menu",
            menu,
            budget=UNLIMITED,
            valued=False,
            games=DOMINION,
            domains_under=menu.domains,
            check=menu.check,
        ),
        Agent("rule_ai", "Goods, shields, points", rule_ai, budget=UNLIMITED, valued=False, games=SEVENWONDERS),
    )
}
COMMON = ("value", "budget", "milliseconds", "name")  # what every player takes besides its own knobs; and w.<weight>
WEIGHT = "w."
LONGEST = 10**9  # milliseconds a decision may take


class PlayerSpec(NamedTuple):
    """A player as it is written down: plain data that pickles, hashes and prints; `make_player` turns it into one."""

    name: str
    agent: str
    params: Any  # the agent's Params
    value: Value | None  # what it strives for, weights filled in
    budget: int = 0  # forward-model calls per decision
    milliseconds: float = 0.0  # per decision; 0: no such limit


def find_agent(name: str) -> Agent:
    """The agent of that name, or an error that lists the near ones."""
    if name not in AGENTS:
        raise no_such("AGENT", name, AGENTS)
    return AGENTS[name]


def parse_player(text: str, game: Game, budget: int | None = None, milliseconds: float = 0.0) -> PlayerSpec:
    """The player that `agent:knob=value,...` describes; budget and milliseconds hold unless the text has its own."""
    name, values = read_settings(text, "player")
    return player_spec(name, values, game, text, budget, milliseconds)


def player_spec(
    name: str,
    values: Mapping[str, Any],
    game: Game,
    label: str = "",
    budget: int | None = None,
    milliseconds: float = 0.0,
) -> PlayerSpec:
    """An agent with its settings, checked against its knobs and the game."""
    agent, where = find_agent(name), f"player {label or name}"
    if agent.games and game.name not in agent.games:
        raise InputError(f"{where}: {name} only plays {', '.join(agent.games)}, not {game.name}")
    own = {key: text for key, text in values.items() if key not in COMMON and not key.startswith(WEIGHT)}
    check_names((*agent.knobs(game), *COMMON), own, where)
    params = agent.params(own, game, where)
    weights = weights_in(values, where)
    value = None
    if agent.valued:
        value = value_of(values.get("value", default_value(game, name)), game, weights)
    elif weights or "value" in values:
        raise InputError(f"{where}: {name} strives for nothing: it takes no value and no weights")
    patience = within(values.get("milliseconds", milliseconds), "milliseconds", where, 0, LONGEST, fraction=True)
    calls = values.get("budget", budget)
    if calls is None:
        calls = UNLIMITED if patience > 0 or (agent.lines and getattr(params, agent.lines)) else agent.budget
    calls = within(calls, "budget", where, 0, UNLIMITED)
    shown = str(values.get("name", label or name))
    return PlayerSpec(shown, name, params, value, calls, patience)


def weights_in(values: Mapping[str, Any], where: str) -> dict[str, float]:
    """The weights among a player's settings."""
    return {
        key[len(WEIGHT) :]: within(text, key, where, -LIMIT, LIMIT, fraction=True)
        for key, text in values.items()
        if key.startswith(WEIGHT)
    }


def check_rules(player: PlayerSpec, rule_params: Any) -> None:
    """Refuse a player who cannot play under these rules: a menu with a card that is not there."""
    if check := AGENTS[player.agent].check:
        check(player.params, rule_params, f"player {player.name}")


def make_player(player: PlayerSpec, game: Game, rule_params: Any, room: Room | None = None) -> Player:
    """A player ready to sit down at a table with these rules; every thread needs its own."""
    agent = AGENTS[player.agent]
    needs = agent.module.needs(player.params, player.budget, game.max_actions(rule_params))
    check_rules(player, rule_params)
    program = agent.program(player.value, game.FEATURES) if player.value else ()
    knobs = [float(knob) for knob in player.params]
    workspace = new_workspace(game, needs, knobs, program, player.budget, player.milliseconds, room)
    return Player(player.name, compile_act(game, agent.module.act), workspace)


open_catalog("AGENT", AGENTS, Agent)
