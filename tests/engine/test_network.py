"""Networks as values: they give what a forward pass gives, wherever they stand, and wrong files are refused by name."""

import json
import math
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.catalog import GAMES
from engine.errors import InputError
from engine.expression import Op, apply, constant, feature, features, net, weights, with_weights
from engine.expression_parse import parse
from engine.forward import SECTION_HEADER
from engine.interpreter import FEATURES, NETWORKS, TOKENS, value
from engine.network import LARGEST, read_network, to_json, write_network
from engine.simplify import simplify
from engine.value import Value, compile_value, evaluate, parse_value
from tests.engine.networks import linear_network, make_network, networks, numpy_forward, plain_forward
from tests.engine.tables import random_position

NAMES = ("points", "cards", "lead", "turn", "tokens")
ROWS = st.lists(st.floats(-50, 50), min_size=len(NAMES), max_size=len(NAMES))


def outputs_of(network, row):
    """Every output on one row of features."""
    parts = [net("n", network, part.name) for part in network.outputs]
    return [evaluate(part, NAMES, np.array([row]))[0] for part in parts]


@settings(max_examples=200, deadline=None)
@given(networks(NAMES), ROWS)
def test_a_network_gives_what_a_forward_pass_by_matrices_gives(network, row):
    expected = numpy_forward(network, dict(zip(NAMES, row, strict=True)))
    np.testing.assert_allclose(outputs_of(network, row), expected, rtol=1e-9, atol=1e-9)


@settings(max_examples=200, deadline=None)
@given(networks(NAMES), ROWS)
def test_compiled_networks_equal_plain_python_to_the_last_bit(network, row):
    assert outputs_of(network, row) == plain_forward(network, dict(zip(NAMES, row, strict=True)))


@settings(max_examples=60, deadline=None)
@given(networks(NAMES, size=LARGEST / 6), st.lists(st.sampled_from([0.0, 1e12, -1e12]), min_size=5, max_size=5))
def test_networks_of_the_largest_numbers_stay_finite(network, row):
    assert all(map(math.isfinite, outputs_of(network, row)))


@settings(max_examples=100, deadline=None)
@given(networks(NAMES), networks(NAMES), ROWS)
def test_networks_stand_inside_expressions_and_know_nothing_of_each_other(one, two, row):
    a, b = net("a", one, "out0"), net("b", two, "out0")
    tree = apply(Op.SUB, apply(Op.MUL, constant(3), a), apply(Op.MAX, b, feature("points")))
    values = dict(zip(NAMES, row, strict=True))
    first, second = plain_forward(one, values)[0], plain_forward(two, values)[0]
    assert evaluate(tree, NAMES, np.array([row]))[0] == 3 * first - max(second, values["points"])


@settings(max_examples=60, deadline=None)
@given(networks(NAMES))
def test_a_file_reads_back_as_the_same_network(network):
    assert type(network).model_validate_json(to_json(network)) == network


@pytest.fixture
def files(tmp_path):
    """A file with one output over points and cards, and one with two outputs over three features."""
    write_network(linear_network({"points": 2, "cards": 0.5}), tmp_path / "one.json")
    two = make_network(np.random.default_rng(3), ("lead", "turn", "points"), (4, 2), ("tanh", "sigmoid"))
    write_network(two, tmp_path / "two.json")
    return tmp_path


def test_a_network_prints_as_it_is_written_and_reads_back(files):
    one, two = files / "one.json", files / "two.json"
    for text in (f'100*lead + net("{one}")', f'net("{two}", "out1")**2', f'-net("{one}")'):
        tree = parse(text)
        assert str(tree) == text
        assert parse(str(tree)) == tree
        assert pickle.loads(pickle.dumps(tree)) == tree
        assert hash(parse(text)) == hash(tree)


def test_a_file_name_may_hold_quotes_brackets_and_commas(files):
    odd = files / "a\"(b,c'.json"
    odd.write_bytes((files / "one.json").read_bytes())
    tree = net(str(odd), read_network(str(odd)))
    assert parse(str(tree)) == tree


def test_features_are_computed_once_for_all_that_use_them(files):
    tree = parse(f'points + net("{files}/one.json") + net("{files}/two.json", "out0")')
    assert features(tree) == ["points", "cards", "lead", "turn"]
    assert compile_value(tree, NAMES)[FEATURES] == 4


def test_a_network_runs_once_however_often_it_is_used(files):
    program = compile_value(parse(f'net("{files}/two.json", "out0")'), NAMES)
    twice = compile_value(parse(" + ".join(f'net("{files}/two.json", "out{i}")' for i in (0, 1, 0))), NAMES)
    size = program[TOKENS] - program[NETWORKS]
    assert size > SECTION_HEADER
    assert twice[TOKENS] - twice[NETWORKS] == size + 4  # one more output is written into the table


def test_the_value_of_a_file_is_its_network_on_the_position(files):
    game = GAMES["splendor"]
    rules = game.prepare(game.Params())
    state = random_position(game, rules, 5, 40)
    read = {name: value(rules, state, 1, compile_value(feature(name), game.FEATURES), 0) for name in game.FEATURES}
    given = parse_value(f"@{files}/one.json", game)
    assert str(given) == f'net("{files}/one.json")'
    assert value(rules, state, 1, compile_value(given, game.FEATURES), 0) == 2 * read["points"] + 0.5 * read["cards"]


def test_a_network_may_look_at_ply_and_value_moves(tmp_path):
    write_network(linear_network({"ply": 10, "points": 1}), tmp_path / "n.json")
    game = GAMES["splendor"]
    rules = game.prepare(game.Params())
    state = game.new_deal(rules, 1)
    given = parse_value(f'change(net("{tmp_path}/n.json"))', game)
    assert given.change
    assert parse_value(str(given), game) == given
    assert value(rules, state, 0, compile_value(given, game.FEATURES), 3) == 30


def test_simplification_does_not_look_into_networks(files):
    one = f'net("{files}/one.json")'
    assert str(simplify(parse(f"{one} + points + {one} + 0*cards"))) == f"2*{one} + points"
    assert simplify(parse(f"{one}/{one}")) == constant(1)


def test_a_value_carries_its_networks_to_machines_without_the_file(files):
    game = GAMES["splendor"]
    value = parse_value(f"100*winloss + net('{files}/one.json')", game)
    (files / "one.json").unlink()
    again = pickle.loads(pickle.dumps(value))
    assert np.array_equal(compile_value(value, game.FEATURES), compile_value(again, game.FEATURES))


def changed(**changes):
    """A network's data with keys changed; None removes one, dots lead inwards."""
    data = json.loads(to_json(linear_network({"points": 2, "cards": 0.5})))
    for key, new in changes.items():
        *way, last = key.split("__")
        part = data
        for step in way:
            part = part[int(step) if step.isdigit() else step]
        if new is None:
            del part[last]
        else:
            part[int(last) if last.isdigit() else last] = new
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not a JSON file: EOF"),
        ("[]", "found list is not accepted; it takes an object"),
        (changed(layers=None), "layers is missing"),
        (changed(depth=3), "depth is not a key there; a network has inputs, layers, outputs and about"),
        (changed(layers__0__activation="sigmoi"), "layers.0.activation = 'sigmoi' is not accepted; it takes 'linear'"),
        (changed(layers__0__weights__1__0=math.nan), "layers.0.weights.1.0 = nan is not accepted; it takes a finite"),
        (changed(layers__0__weights__1__0=2e9), "layers.0.weights.1.0 = 2000000000.0 is not accepted"),
        (changed(layers__0__weights__1__0="2"), "layers.0.weights.1.0 = '2' is not accepted; it takes a valid number"),
        (changed(layers__0__biases=[1, 2]), "layers.0.weights.0: found 1 weights; it takes 2, one a bias"),
        (changed(layers__0__weights=[[1]]), "layers.0.weights: found 1 rows; it takes 2, one an input"),
        (changed(outputs__0={"name": "sum", "scale": math.inf}), "outputs.0.scale = inf is not accepted"),
        (changed(outputs=[{"name": "a"}, {"name": "b"}]), "outputs: found 2; it takes 1, one a unit of the last layer"),
        (changed(inputs__1={"feature": "points"}), "inputs.1.feature: 'points' is there twice"),
        (changed(inputs__1={"feature": "cards", "scale": 0}), "inputs.1.scale: 0 is not accepted"),
        (changed(inputs__1={"feature": "cadrs"}), "inputs.1.feature: unknown feature 'cadrs'; did you mean cards"),
        (changed(layers__0__biases=[]), "layers.0.biases: found 0 entries; it takes at least 1"),
        (changed(inputs__0={"feature": ""}), "inputs.0.feature = '' is not accepted; it takes"),
        (changed(layers=[]), "layers: found 0 entries; it takes at least 1"),
    ],
)
def test_a_wrong_file_is_refused_with_its_name_the_key_and_what_is_accepted(tmp_path, text, message):
    file = tmp_path / "wrong.json"
    file.write_text(text)
    with pytest.raises(InputError) as refusal:
        parse_value(f"@{file}", GAMES["splendor"])
    assert message in str(refusal.value)
    assert "wrong.json" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_other_mistakes_are_refused_too(files):
    game = GAMES["splendor"]
    for text, message in {
        f"@{files}/oen.json": "no such file; did you mean one.json",
        f"@{files}": "cannot be read",
        f"@{files}/two.json": "no output is named; it has out0, out1",
        f'net("{files}/two.json", "out7")': "unknown output 'out7'; did you mean out",
        "net(points)": 'it is net("file") or net("file", "output")',
    }.items():
        with pytest.raises(InputError) as refusal:
            parse_value(text, game)
        assert message in str(refusal.value)


def test_a_table_without_a_feature_of_the_network_is_refused():
    tree = net("n", linear_network({"points": 1, "gold": 1}))
    with pytest.raises(InputError, match="unknown feature 'gold'"):
        compile_value(Value(tree), NAMES)


def test_weights_of_a_network_have_names_and_can_be_set_by_them(tmp_path):
    network = linear_network({"points": 1, "cards": 2})
    write_network(network, tmp_path / "net.json")
    value = parse_value(f'{{p: 3}}*points + net("{tmp_path}/net.json")', GAMES["splendor"]).expression
    assert weights(value) == {"p": 3, "net.0.bias.0": 0, "net.0.0.0": 1, "net.0.1.0": 2}
    changed = with_weights(value, {"net.0.1.0": 5.0, "net.0.bias.0": 7.0})
    rows = np.array([[2.0, 10.0]])
    assert evaluate(value, ("points", "cards"), rows) == [6 + 2 + 20]
    assert evaluate(changed, ("points", "cards"), rows) == [6 + 7 + 2 + 50]
    assert network.weights("net")["net.0.1.0"] == 2  # the network itself is as it was
    with pytest.raises(InputError, match=r"no weight 'net\.0\.9\.0'; it has p, net\.0\.bias"):
        with_weights(value, {"net.0.9.0": 1.0})
