"""Every agent of the catalogue keeps the contract, on every game that it plays. No agent is excepted from anything."""

import pytest

from agents.catalog import AGENTS, player_spec
from agents.conformance import CHECKS, check_agent
from engine import catalog
from engine.errors import InputError
from tests.engine.tables import GAMES

FIRST = {agent.module: name for name, agent in reversed(AGENTS.items())}  # of those that are compiled alike
PAIRS = [  # which happens in one process only
    pytest.param(game, agent, marks=pytest.mark.xdist_group(f"{game}-{FIRST[AGENTS[agent].module]}"))
    for game in sorted(GAMES)
    for agent in AGENTS
    if not AGENTS[agent].games or game in AGENTS[agent].games
]


@pytest.mark.parametrize(("game", "agent"), PAIRS)
@pytest.mark.parametrize("promised", CHECKS)
def test_every_agent_keeps(promised, game, agent):
    CHECKS[promised](GAMES[game], agent)


def test_an_agent_is_checked_in_all_games_unless_some_are_named(monkeypatch):
    checked = []
    monkeypatch.setattr("agents.conformance.CHECKS", {"is asked": lambda game, agent: checked.append(game.name)})
    for agent, games in (("mcts", ()), ("buy_order", ()), ("mcts", ("splinter",))):
        check_agent(AGENTS[agent], *games)
    assert checked == [*catalog.GAMES, "splendor", "splinter"]


def test_an_agent_whose_name_is_taken_is_not_checked_as_the_other():
    with pytest.raises(InputError, match="mcts: something else of that name is in the catalogue"):
        check_agent(AGENTS["random"]._replace(name="mcts"))


def test_the_defaults_of_a_game_give_way_to_what_a_player_is_given():
    game = GAMES["splendor"]._replace(agent_defaults={"mcts": {"d": 11, "om": "random", "value": "points"}})
    usual, given = (player_spec("mcts", settings, game) for settings in ({}, {"d": 2, "value": "winloss"}))
    assert (usual.params.d, usual.params.om.name, str(usual.value)) == (11, "RANDOM", "points")
    assert (given.params.d, given.params.om.name, str(given.value)) == (2, "RANDOM", "winloss")
    assert player_spec("osla", {}, game) == player_spec("osla", {}, GAMES["splendor"])
    with pytest.raises(InputError, match="mcts in splendor: d = 0 is not accepted"):
        player_spec("mcts", {}, game._replace(agent_defaults={"mcts": {"d": 0}}))


def test_leaving_draws_out_is_a_knob_of_the_games_that_can_do_it():
    for agent in AGENTS.values():
        taken = {name: "draws" in agent.knobs(game) for name, game in GAMES.items()}
        declared = "draws" in agent.module.Params._fields
        assert taken == {name: declared and hasattr(game.verbs, "stop_draws") for name, game in GAMES.items()}
    with pytest.raises(InputError, match="there is no parameter 'draws'"):
        player_spec("greedy", {"draws": True}, GAMES["splinter"])


def test_names_of_variants_take_their_own_knobs_with_their_own_defaults():
    game = GAMES["splendor"]
    bmrh, srh = (AGENTS[name].knobs(game) for name in ("bmrh", "srh"))
    assert (bmrh["mo"].default, srh["mo"].default) == (True, False)
    assert "mr" in srh.keys() - bmrh.keys()
    assert {"ms", "dcy", "mu", "sigma"} == bmrh.keys() - srh.keys()
    assert 0 in srh["n"].domain.values
    with pytest.raises(InputError, match="there is no parameter 'genes'"):
        player_spec("srh", {"genes": "actions"}, game)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"c": "big"}, "c = 'big' is not accepted; it takes a number from 0 to 1000"),
        ({"d": 0}, "d = 0 is not accepted"),
        ({"depht": 3}, "there is no parameter 'depht'"),
        ({"value": "pointz"}, "pointz"),
        ({"budget": "lots"}, "budget = 'lots' is not accepted"),
    ],
)
def test_bad_settings_are_refused_by_name(settings, message):
    with pytest.raises(InputError, match=message):
        player_spec("mcts", settings, GAMES["splendor"])


def test_an_agent_of_another_game_is_refused_by_name():
    with pytest.raises(InputError, match="buy_order only plays splendor, not splinter"):
        player_spec("buy_order", {}, GAMES["splinter"])
