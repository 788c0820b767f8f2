"""What the planners can beyond Hepworth's: rivals that evolve, genes as preferences, first plans by search."""

import numpy as np
import pytest

from agents import move_planner, planner
from agents.breeding import Genes
from agents.splendor.buy_seeker import MOST_TARGETS
from engine.catalog import GAMES
from engine.game import NONE, allows, similarity
from engine.splendor.state import EMPTY
from engine.workspace import OWN
from tests.agents.players import decide, player_of, positions
from tests.agents.thinkers import Place
from tests.engine.splendor_table import Table, words

THESIS = GAMES["splendor"].presets["thesis"]
POPULATION, DEPTH = 8, 4
VARIANTS = [
    "exact_move:near=true",
    "exact_move:coevolve=true",
    "exact_move:near=true,coevolve=true,lines=2,ahead=2",
    "index_move:coevolve=true,lines=2,ahead=3",
    "buy_order:coevolve=true",
    "buy_and_deny:coevolve=true,lines=3",
]
pytestmark = pytest.mark.xdist_group("splendor-planners")  # compiled in one process only


@pytest.fixture(scope="module")
def place():
    return Place("splendor", THESIS)


def thinker_of(place, agent, evaluations, **knobs):
    sizes = {"population": POPULATION, "depth": DEPTH, "evaluations": evaluations, "value": "allEval2"}
    return place.thinker(agent, **sizes, **knobs)


def genes_of(thinker, side=0, length=DEPTH):
    return thinker.memory.genes.reshape(-1, POPULATION, length)[side].copy()


def scores_of(thinker, side=0):
    return thinker.memory.scores.reshape(-1, POPULATION)[side].copy()


@pytest.mark.parametrize("text", VARIANTS)
def test_variants_keep_the_contract(text):
    game = "splendor"
    for params in (GAMES[game].Params(players=2), GAMES[game].Params(players=3, noble_choice=1)):
        rules, states = positions(game, params, 3)
        for budget in (0, 1, 90, 700):
            sizes = f"{text},population=6,evaluations=40,depth=3,budget={budget}"
            one, two = (player_of(sizes, game, params) for _ in range(2))
            for state in states:
                action = decide(one, rules, state)
                assert allows(rules, state, action)
                assert action == decide(two, rules, state)
                purse = one.workspace.budget[OWN]
                assert purse.refused == 0
                assert purse.spent == budget - purse.left <= budget


def nearest(table, wanted):
    """The legal action closest to a wanted one, in words."""
    actions = table.actions()
    return max(actions, key=lambda text: similarity(table.rules, table.state, wanted, actions[text]))


def test_a_take_that_the_bank_cannot_give_means_the_one_that_has_most_of_it():
    table = Table()
    wanted = table.actions()["take 1 white, 1 blue, 1 red"]
    table.state.bank -= words(blue=4)
    near = nearest(table, wanted)
    assert near.startswith("take 1 white, ")
    assert "red" in near
    assert "blue" not in near


def test_a_card_that_cannot_be_paid_means_the_take_that_brings_it_closest():
    table = Table()
    card = table.card(1, "black", blue=4)
    table.put(0, card)
    table.give(0, blue=4)
    wanted = table.actions()[table.can("buy slot 0:")[0]]
    table.state.tokens[0] -= words(blue=4)
    table.state.bank += words(blue=4)
    assert nearest(table, wanted) == "take 2 blue"


def test_a_card_that_is_gone_means_another_one_of_its_deck():
    table = Table()
    for slot, card in ((0, table.card(1, "black", blue=4)), (1, table.card(1, "blue", red=4))):
        table.put(slot, card)
    table.give(0, blue=4, red=4)
    wanted = table.actions()[table.can("buy slot 0:")[0]]
    table.state.board[0] = EMPTY
    assert nearest(table, wanted).startswith("buy slot 1:")


def test_only_a_preference_survives_where_it_cannot_be_played(place):
    workspace = thinker_of(place, "exact_move", 8).workspace
    (state,) = place.positions(1, 0, 1)
    impossible = next(a for other in place.positions(6, 24) for a in place.moves(other) if a not in place.moves(state))
    for genes, stays in ((Genes.NEAR, True), (Genes.EXACT, False)):
        plan = np.array([impossible, NONE], np.int64)
        move = move_planner.gene_move(place.rules, state, workspace, plan, 0, genes)
        assert move in place.moves(state)
        assert bool(plan[0] == impossible) is stays
        assert stays or plan[0] == move
        assert move_planner.gene_move(place.rules, state, workspace, plan, 1, genes) == plan[1] != NONE


@pytest.mark.parametrize("agent", ["exact_move", "index_move", "buy_order"])
def test_a_pair_of_plans_scores_for_both_sides(place, agent):
    thinker = thinker_of(place, agent, POPULATION, coevolve=True)
    for state in place.positions(3, 10):
        thinker.decide(state)
        own, others = scores_of(thinker), scores_of(thinker, 1)
        assert np.allclose(np.sort(own), np.sort(-others))
        assert any(np.allclose(np.roll(-own, shift), others) for shift in range(POPULATION))
        assert thinker.spent <= POPULATION * 2 * DEPTH  # nobody thinks for the opponent


@pytest.mark.parametrize(
    ("agent", "length"), [("exact_move", DEPTH), ("index_move", DEPTH), ("buy_order", MOST_TARGETS)]
)
def test_both_sides_are_bred(place, agent, length):
    (state,) = place.positions(1, 10, 1)
    first, later = (thinker_of(place, agent, n * POPULATION, coevolve=True) for n in (1, 2))
    first.decide(state)
    later.decide(state)
    for side in (0, 1):
        elite = genes_of(first, side, length)[np.argmax(scores_of(first, side))]
        assert not np.array_equal(genes_of(first, side, length), genes_of(later, side, length))
        if agent != "exact_move":  # there genes may have been replaced since
            assert np.array_equal(genes_of(later, side, length)[0], elite)


def test_rivals_that_evolve_get_better(place):
    """Against the rivals of a long evolution, what a plan comes to is less than against random ones."""
    begun, done = (thinker_of(place, "exact_move", n, coevolve=True, near=True) for n in (POPULATION, 40 * POPULATION))
    against = {"random": [], "evolved": []}
    for state in place.positions(12, 8):
        begun.decide(state)
        done.decide(state)
        params = begun.params
        for name, thinker in (("random", begun), ("evolved", done)):
            rivals, workspace = genes_of(thinker, 1), begun.workspace
            for row in range(POPULATION):
                plan, keys = genes_of(begun)[row], np.zeros(DEPTH, np.int64)
                against[name].append(
                    planner.follow(
                        place.rules, state, workspace, begun.memory.replies, params, plan, keys,
                        rivals[row], keys.copy(), Genes.NEAR, DEPTH, DEPTH,
                    )
                )  # fmt: skip
    assert np.mean(against["evolved"]) < np.mean(against["random"])


@pytest.mark.parametrize("agent", ["exact_move", "index_move", "buy_and_deny"])
def test_the_first_plans_are_the_best_of_many(place, agent):
    plain, chosen = thinker_of(place, agent, POPULATION), thinker_of(place, agent, 10 * POPULATION, lines=10)
    for state in place.positions(3, 10):
        plain.decide(state)
        chosen.decide(state)
        assert scores_of(chosen).min() >= np.median(scores_of(plain))
        assert scores_of(chosen).max() >= scores_of(plain).max()  # the same plans come first
        assert chosen.memory.evolution[0].generations == 1


@pytest.mark.parametrize("agent", ["exact_move", "index_move"])
def test_the_first_plans_begin_with_the_best_moves_of_minimax(place, agent):
    thinker, minimax = (
        thinker_of(place, agent, POPULATION, ahead=2),
        place.thinker("minimax", depth=2, value="allEval2"),
    )
    several = 0
    for state in place.positions(5, 10):
        thinker.decide(state)
        moves = place.moves(place.determinized(state))
        firsts = genes_of(thinker)[:, 0].tolist()
        begun = list(dict.fromkeys(firsts if agent == "exact_move" else [moves[gene] for gene in firsts]))
        assert begun[0] == minimax.decide(state)
        values = {move: two_ply(place, thinker, state, move) for move in moves}
        best = [move for move, value in values.items() if value > max(values.values()) - 1e-9]
        assert begun == best[:POPULATION]
        several += len(best) > 1
    assert several


def two_ply(place, thinker, state, move):
    """A move's gain less the best one of the answer."""
    root = place.determinized(state)
    mover = int(root.to_move)
    after = place.after(root, move)
    gain = thinker.line_value(after, mover, 0) - thinker.line_value(root, mover, 0)
    if after.ended:
        return gain
    other, before = int(after.to_move), thinker.line_value(after, int(after.to_move), 1)
    return gain - max(
        thinker.line_value(place.after(after, answer), other, 1) - before for answer in place.moves(after)
    )


@pytest.mark.parametrize("agent", ["index_move", "exact_move", "buy_order", "buy_and_deny"])
def test_remembered_replies_change_the_calls_of_a_decision_and_nothing_else(place, agent):
    remembering, thinking = (thinker_of(place, agent, 60, recall=recall) for recall in (True, False))
    for state in place.positions(4, 20):
        assert remembering.decide(state) == thinking.decide(state)
        assert np.array_equal(scores_of(remembering), scores_of(thinking))
        assert remembering.spent < 0.8 * thinking.spent


def test_replies_to_draws_are_not_remembered(place):
    """Where cards are drawn the model thinks anew: what it knows of a position is not what will come."""
    remembering, thinking = (thinker_of(place, "buy_order", 60, recall=recall, draws=True) for recall in (True, False))
    state = place.positions(1, 20)[0]
    assert remembering.decide(state) == thinking.decide(state)
    assert remembering.spent == thinking.spent
