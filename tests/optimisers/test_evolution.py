"""Evolution of weights and of expressions, alone and against rivals."""

import random

import numpy as np
import pytest

from engine.catalog import GAMES
from engine.errors import InputError
from engine.expression import Op, depth, feature, nodes, size
from engine.expression_parse import parse
from engine.network import write_network
from engine.space import Knob, Range
from engine.value import evaluate
from optimisers.catalog import make
from optimisers.evolution import chance
from optimisers.genetic import Params, VectorGenetics
from optimisers.optimiser import Outcome
from optimisers.programming import ExpressionGenetics, Grammar
from optimisers.programming import Params as GPParams
from optimisers.space import Space, space_of
from tests.engine.networks import linear_network
from tests.engine.tables import random_position
from tests.optimisers.spaces import Everything

SPLINTER_START = [  # the first population of Câmara et al.: value1 to value7
    (1, 0, 0, 0, 1, 0, 0), (1, 0, 0, 0, 0.5, 0, 0), (0, 1, 1, 0, 0, 1, 0), (0, 1, 1, 1, 0, 0.5, 0),
    (1, 0, 0, 0, 0.7, 0, 0), (0, 1, 1, 1, 0, 0.7, 0), (1, 1, 1, 1, 0.7, 0.7, 0), (0.5, 1, 1, 1, 0.5, 0.5, 1),
    (1, 0.5, 1, 1, 0.5, 0.5, 1), (0.7, 0.4, 0.3, 0.3, 0.7, 0.6, 1),
]  # fmt: skip
BEST = (0.6, 0.9, 0.5, 0.8, 0.6, 0.75, 0.3)  # where the synthetic strength has its top
WEIGHTS = [f"v{i}" for i in range(1, 8)]
SEVEN = Space(tuple(Knob(name, float, 0.5, Range(0.0, 1.0), "", None) for name in WEIGHTS)).starting_at(
    dict(zip(WEIGHTS, row, strict=True)) for row in SPLINTER_START
)


def strength(values):
    return -sum((values[name] - best) ** 2 for name, best in zip(WEIGHTS, BEST, strict=True))


def rank_games(values, rng, n=20):
    """Games against the first population: the better of two wins more often."""
    rivals = [strength(dict(zip(WEIGHTS, row, strict=True))) for row in SPLINTER_START]
    lead = 4 * (strength(values) - np.array(rivals)[rng.integers(len(rivals), size=n)])
    return Outcome((rng.random(n) < 1 / (1 + np.exp(-lead))).astype(float))


def evolve(name, domain, budget, params, play, seed=1, in_flight=1):
    """A whole search; the optimiser and its recommendation."""
    optimiser = make(name, domain, seed, budget, params)
    flying = optimiser.ask(in_flight)
    for i in range(budget):
        candidate = flying.pop(0)
        optimiser.tell(candidate, play(candidate, np.random.default_rng((seed, i))))
        flying += optimiser.ask(1)
    return optimiser, optimiser.recommend().values


@pytest.mark.parametrize(
    "params",
    [
        {"selection": "truncation", "crossover": "one_point"},
        {"selection": "truncation", "survivors": 0.3, "mutation": "step"},
        {"crossover": "uniform"},
        {"crossover": "blend", "elites": 2},
        {"replacement": "steady"},
    ],
    ids=lambda params: " ".join(map(str, params.values())),
)
def test_ga_improves_the_start_population_of_splinter_on_a_synthetic_ranking(params):
    best_at_start = max(strength(dict(zip(WEIGHTS, row, strict=True))) for row in SPLINTER_START)
    optimiser, found = evolve(
        "ga", SEVEN, 400, {"population": 10, **params}, lambda c, rng: rank_games(c.values, rng), in_flight=3
    )
    assert [tuple(c.values.values()) for c in optimiser.candidates[:10]] == SPLINTER_START
    assert strength(found) > best_at_start + 0.2 * abs(best_at_start)


def test_elites_play_again_and_all_their_games_count():
    optimiser, _ = evolve("ga", SEVEN, 100, {"population": 10, "elites": 2}, lambda c, rng: rank_games(c.values, rng))
    elites = [c for c in optimiser.candidates if c.note["role"] == "elite"]
    assert len(elites) >= 18
    assert {c.note["generation"] for c in elites} == set(range(1, 11)) & {c.note["generation"] for c in elites}
    member = optimiser.method.members[optimiser.method.asked[elites[0].id]]
    assert sum(games[0] for games in member.games.values()) >= 40


def test_a_lucky_elite_is_found_out():
    """One member wins its first games by luck; playing again takes the crown off it."""
    lucky = tuple(SPLINTER_START[0])

    def play(candidate, rng):
        first = candidate.id == 0
        bad = tuple(candidate.values.values()) == lucky
        return Outcome(np.ones(20) if first else (rng.random(20) < (0.2 if bad else 0.5)).astype(float))

    _, found = evolve("ga", SEVEN, 120, {"population": 10, "elites": 2}, play)
    assert tuple(found.values()) != lucky


def test_generations_do_not_wait_for_the_slowest():
    optimiser = make("ga", SEVEN, 1, 100, {"population": 10})
    asked = optimiser.ask(14)
    assert [c.note["generation"] for c in asked] == [0] * 10 + [1] * 4
    assert len(asked) == 14


def test_genomes_round_trip():
    space = space_of(Everything)
    genetics = VectorGenetics(space, Params())
    rng = np.random.default_rng(1)
    for _ in range(200):
        point = space.sample(rng)
        again = genetics.values(genetics.encode(point))
        assert again.keys() == point.keys()
        assert all(again[name] == pytest.approx(point[name]) for name in point if isinstance(point[name], float))
        assert all(again[name] == point[name] for name in point if not isinstance(point[name], float))


def test_chance_is_seeded_in_one_place_and_left_as_it_was():
    random.seed(5)
    first = random.random()
    random.seed(5)
    with chance(1, 2):
        inside = random.random()
    assert random.random() == first
    with chance(1, 2):
        assert random.random() == inside


FEATURES = ("own_mobility", "opp_mobility", "own_material", "own_king_friends")
HIDDEN = parse("own_material*own_king_friends - 2*opp_mobility", FEATURES)


@pytest.fixture(scope="module")
def positions():
    """The features of random Splinter positions."""
    game = GAMES["splinter"]
    rules = game.prepare(game.Params())
    places = [game.FEATURES.index(name) for name in FEATURES]
    states = [random_position(game, rules, seed, seed % 40) for seed in range(300)]
    return np.array([[game.verbs.feature(rules, state, 0, place) for place in places] for state in states], float)


def preferences(tree, rows, rng, n, noise):
    """How often the expression prefers the better of two positions, where the judge errs at times."""
    mine, truth = evaluate(tree, FEATURES, rows), evaluate(HIDDEN, FEATURES, rows)
    a, b = rng.integers(len(rows), size=(2, n))
    differ = truth[a] != truth[b]
    a, b = a[differ], b[differ]
    agree = np.where(mine[a] == mine[b], 0.5, (mine[a] > mine[b]) == (truth[a] > truth[b]))
    return np.where(rng.random(len(a)) < noise, 1 - agree, agree)


def test_gp_finds_a_hidden_formula_from_noisy_comparisons(positions):
    def play(candidate, rng):
        return Outcome(preferences(candidate.values["value"], positions, rng, 150, 0.1))

    params = {"replacement": "generational", "population": 60, "tournament": 5}
    _optimiser, found = evolve("gp", Grammar(FEATURES), 2500, params, play, seed=2, in_flight=4)
    agreement = preferences(found["value"], positions, np.random.default_rng(99), 20_000, 0.0).mean()
    assert agreement > 0.995, (found, agreement)


def test_gp_can_leave_out_formulas_that_differ_by_a_factor_and_a_constant(positions):
    def play(candidate, rng):
        return Outcome(preferences(candidate.values["value"], positions, rng, 20, 0.1))

    params = {"replacement": "generational", "population": 60, "tournament": 5, "alike": "order"}
    optimiser, _ = evolve("gp", Grammar(FEATURES), 600, params, play, seed=2, in_flight=4)
    rows = np.random.default_rng(1).normal(0, 10, (64, len(FEATURES)))
    seen = [c for c in optimiser.candidates if c.note["role"] != "elite"]
    results = np.array([evaluate(c.values["value"], FEATURES, rows) for c in seen])
    centred = results - results.mean(1, keepdims=True)
    keys = (centred / np.maximum(1e-9, results.std(1, keepdims=True))).round(6) + 0.0
    assert len({key.tobytes() for key in keys}) == len(keys)  # no two that play the same were played


@pytest.fixture
def genetics():
    return ExpressionGenetics(Grammar(FEATURES), GPParams(max_depth=5, max_nodes=20))


def test_gp_keeps_its_limits_and_its_grid(genetics):
    with chance(1):
        trees = [genetics.create(i) for i in range(40)]
        for _ in range(1000):
            mother, father = random.sample(trees, 2)
            child = random.choice((genetics.cross(mother, father), genetics.mutate(mother)))
            assert depth(child) <= 5
            assert size(child) <= 20
            assert all(node.number in genetics.grid for node in nodes(child) if node.op == Op.CONST)
            assert parse(str(child), FEATURES) == child
            trees[random.randrange(40)] = child
    assert len(genetics.grid) == 17
    assert (min(genetics.grid), max(genetics.grid)) == (-2, 2)


def test_first_generation_is_ramped_half_and_half(genetics):
    with chance(2):
        full = [genetics.create(i) for i in range(1, 80, 2)]
    assert {depth(tree) for tree in full} >= {1, 2, 3}
    assert all(genetics._expression(genetics.to_tree(tree)) == tree for tree in full)


def test_each_mutation_does_what_it_says(genetics):
    tree = parse("own_mobility*2 + opp_mobility*(own_material - 1)", FEATURES)
    with chance(3):
        for _ in range(50):
            assert size(genetics._point(tree)) == size(tree)
            hoisted = genetics._hoist(tree)
            assert hoisted in list(nodes(tree))[1:]
            moved = genetics._constant(tree)
            assert [n.op for n in nodes(moved)] == [n.op for n in nodes(tree)]
            assert sum(a != b for a, b in zip(nodes(moved), nodes(tree), strict=True) if a.op == Op.CONST) <= 1
        assert any(genetics._subtree(tree) != tree for _ in range(10))


def test_free_constants_leave_the_grid():
    genetics = ExpressionGenetics(Grammar(FEATURES), GPParams(constants="free"))
    with chance(4):
        numbers = [n.number for i in range(40) for n in nodes(genetics.create(i)) if n.op == Op.CONST]
    assert any(number not in genetics.grid for number in numbers)
    assert all(abs(number) <= 2 for number in numbers)


def test_with_free_constants_those_of_a_start_change_one_at_a_time():
    genetics = ExpressionGenetics(Grammar(FEATURES), GPParams(constants="free"))
    start = parse("2*own_mobility - 1.5*opp_mobility + 0.5*own_material", FEATURES)
    with chance(5):
        for _ in range(200):
            child = genetics.mutate(start)
            numbers = [node.number for node in nodes(child) if node.op == Op.CONST]
            kept = sum(number in numbers for number in (2.0, 1.5, 0.5))
            if size(child) == size(start):
                assert kept >= 2, child


def test_equal_values_make_equal_keys(genetics):
    def key(text):
        return genetics.key(parse(text, FEATURES))

    assert key("own_mobility + opp_mobility") == key("opp_mobility + own_mobility")
    assert key("2*own_mobility - own_mobility") == key("own_mobility")
    assert key("own_mobility") != key("opp_mobility")


def test_a_positive_factor_and_a_constant_make_no_new_formula(genetics):
    by_order = ExpressionGenetics(Grammar(FEATURES), GPParams(alike="order"))

    def key(text, genetics=by_order):
        return genetics.key(parse(text, FEATURES))

    plain = "own_mobility*own_material - opp_mobility"
    assert key(f"2*({plain}) - 1.5") == key(f"0.125*({plain})") == key(plain)
    assert key(f"-1*({plain})") != key(plain)
    assert key("2") == key("-1.5")
    assert key(f"2*({plain})", genetics) != key(plain, genetics)
    assert key("own_mobility + opp_mobility", genetics) == key("opp_mobility + own_mobility", genetics)


def test_a_network_is_a_leaf_that_is_moved_about_whole(tmp_path):
    write_network(linear_network({"own_mobility": 1, "opp_mobility": -1}), tmp_path / "net.json")
    text = f'net("{tmp_path}/net.json")'
    genetics = ExpressionGenetics(Grammar(FEATURES, given=(f"2*{text} + own_material", "own_king_friends")), GPParams())
    start, other = genetics.create(0), genetics.create(1)
    assert genetics._expression(genetics.to_tree(start)) == start
    with chance(1):
        children = [genetics.cross(other, start) for _ in range(30)] + [genetics.mutate(start) for _ in range(30)]
    found = [node for child in children for node in nodes(child) if node.op == Op.NET]
    assert set(found) == {parse(text)}
    assert genetics.key(parse(text)) == genetics.key(parse("own_mobility - opp_mobility"))
    with pytest.raises(InputError, match="unknown feature 'opp_mobility'"):
        Grammar(("own_mobility",), given=(text,))


def test_parsimony_prefers_the_shorter_of_equals():
    grammar = Grammar(FEATURES, given=("own_mobility", "own_mobility*own_material*2 + opp_mobility - 1"))
    _, found = evolve("gp", grammar, 2, {"population": 2}, lambda c, rng: Outcome([0.5] * 10))
    assert found == {"value": feature("own_mobility")}


def test_bad_grammars_and_operators_are_refused():
    with pytest.raises(InputError, match="no features"):
        Grammar(())
    with pytest.raises(InputError, match="nonsense"):
        Grammar(FEATURES, given=("nonsense + 1",))
    with pytest.raises(InputError, match=r"operators are some of .* found sin"):
        make("gp", Grammar(FEATURES), 1, 10, {"operators": "+ sin"})
    with pytest.raises(InputError, match="for knobs use ga"):
        make("gp", SEVEN, 1, 10)
    with pytest.raises(InputError, match="for expressions use gp"):
        make("ga", Grammar(FEATURES), 1, 10)


def duel(optimiser, candidate, rng, n=12):
    """Games against the named rivals; before there are any, against the first point of the start population."""
    mine = strength(candidate.values)
    rivals = [optimiser.candidates[i].values for i in candidate.rivals] or [SEVEN.starts[0]]
    lead = 4 * np.repeat([mine - strength(values) for values in rivals], n // len(rivals))
    return Outcome((rng.random(len(lead)) < 1 / (1 + np.exp(-lead))).astype(float))


@pytest.mark.parametrize(("name", "sides"), [("coevolution", 2), ("self_play", 1)])
def test_rivals_are_champions_and_drive_each_other_upwards(name, sides):
    optimiser = make(name, SEVEN, 1, 600, {"population": 12})
    for i in range(600):
        (candidate,) = optimiser.ask()
        optimiser.tell(candidate, duel(optimiser, candidate, np.random.default_rng(i)))
    halls = optimiser.method.halls
    assert len(halls) == sides
    assert all(len(hall) > 5 for hall in halls)
    for candidate in optimiser.candidates:
        assert set(candidate.rivals) <= set(halls[(candidate.note["side"] + 1) % sides])
        assert all(rival < candidate.id for rival in candidate.rivals)
    by_generation = {}
    for candidate in optimiser.candidates:
        by_generation.setdefault((candidate.note["side"], candidate.note["generation"]), set()).add(candidate.rivals)
    assert all(len(rivals) == 1 for rivals in by_generation.values())
    assert strength(optimiser.recommend().values) > max(map(strength, SEVEN.starts)) / 2


def test_a_generation_meets_the_latest_champion_and_earlier_ones():
    optimiser = make("self_play", SEVEN, 1, 200, {"population": 5, "rivals": 3})
    for i in range(60):
        (candidate,) = optimiser.ask()
        optimiser.tell(candidate, duel(optimiser, candidate, np.random.default_rng(i)))
    hall = optimiser.method.halls[0]
    (candidate,) = optimiser.ask()  # the first of a generation
    assert candidate.rivals[0] == hall[-1]
    assert len(set(candidate.rivals)) == 3
    assert set(candidate.rivals) <= set(hall)
