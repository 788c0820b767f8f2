"""The expression language: text, tree, program and simplification agree, whatever the expression."""

import math
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import expression as ex
from engine import expression_parse
from engine.errors import InputError
from engine.expression import Op, apply, constant, feature, weight
from engine.expression_parse import parse
from engine.simplify import simplify
from engine.value import Value, compile_value, evaluate, parse_value, value_of

NAMES = ("points", "cards", "lead", "turn")
NUMBERS = st.one_of(
    st.integers(-20, 20).map(float),
    st.floats(-1e3, 1e3),
    st.sampled_from([0.0, 0.5, 1e-12, 1e149, -1e149, 1e-300]),
)
LEAVES = st.one_of(
    NUMBERS.map(constant),
    st.sampled_from(NAMES).map(feature),
    st.sampled_from("ab").map(lambda name: weight(name, 1.5)),
)


def branches(children):
    """Any operator over the given operands."""
    return st.sampled_from([op for op in Op if op > Op.WEIGHT]).flatmap(
        lambda op: st.tuples(*[children] * ex.ARITY[op]).map(lambda args: apply(op, *args))
    )


TREES = st.recursive(LEAVES, branches, max_leaves=25)


def cut(x):
    """The limit that every result keeps."""
    return max(-1e150, min(1e150, x))


def reference_power(a, b):
    """What the language says a power is, without the compiled code's shortcuts."""
    if a == 0:
        return 1.0 if b <= 0 else 0.0
    if b == int(b) and abs(b) <= 64:
        if b < 0:
            a, b = (1.0 if abs(a) < 1e-9 else cut(1.0 / a)), -b
        result, square = 1.0, a
        for bit in reversed(bin(int(b))[2:]):
            result = result * square if bit == "1" else result
            square = square * square
        return cut(result)
    size = 1e150 if b * math.log(abs(a)) >= 345 else math.pow(abs(a), b)
    return -size if a < 0 and b == int(b) and b % 2 == 1 else size


def reference(tree, values):
    """The expression by plain Python."""
    if tree.op in (Op.CONST, Op.WEIGHT):
        return tree.number
    if tree.op == Op.FEATURE:
        return values[tree.name]
    a, b, c = ([reference(arg, values) for arg in tree.args] + [0.0, 0.0])[:3]
    return {
        Op.NEG: lambda: -a,
        Op.ADD: lambda: cut(a + b),
        Op.SUB: lambda: cut(a - b),
        Op.MUL: lambda: cut(a * b),
        Op.DIV: lambda: 1.0 if abs(b) < 1e-9 else cut(a / b),
        Op.POW: lambda: reference_power(a, b),
        Op.MIN: lambda: min(a, b),
        Op.MAX: lambda: max(a, b),
        Op.LT: lambda: float(a < b),
        Op.LE: lambda: float(a <= b),
        Op.GT: lambda: float(a > b),
        Op.GE: lambda: float(a >= b),
        Op.EQ: lambda: float(a == b),
        Op.NE: lambda: float(a != b),
        Op.IF: lambda: b if a > 0 else c,
    }[tree.op]()


def bits(x):
    """The float's 64 bits; the two zeros are one number here."""
    return struct.pack("d", x + 0.0)


@settings(max_examples=400, deadline=None)
@given(TREES)
def test_printed_text_reads_back_as_the_same_tree(tree):
    assert parse(str(tree)) == tree


@settings(max_examples=400, deadline=None)
@given(TREES, st.lists(NUMBERS, min_size=4, max_size=4))
def test_compiled_program_equals_plain_python_bit_for_bit_and_is_finite(tree, row):
    compiled = evaluate(tree, NAMES, np.array([row]))[0]
    assert math.isfinite(compiled)
    assert bits(compiled) == bits(reference(tree, dict(zip(NAMES, row, strict=True))))


def small_trees(*without):
    """Trees over small whole numbers without some operators."""
    leaves = st.one_of(st.integers(-5, 5).map(constant), st.sampled_from(NAMES).map(feature))
    return st.recursive(leaves, lambda below: branches(below).filter(lambda tree: tree.op not in without), max_leaves=8)


ROWS = np.array([[0.0, 0, 0, 0], [1, 2, 3, 4], [-1, 0, 2, 5], [3, 3, 3, 3], [5, -2, 1, 0]])


@settings(max_examples=60, deadline=None)
@given(small_trees(Op.DIV, Op.POW))
def test_simplified_expression_has_the_same_value_and_is_not_longer(tree):
    short = simplify(tree)
    assert ex.size(short) <= ex.size(tree)
    assert set(ex.features(short)) <= set(ex.features(tree))
    assert np.array_equal(evaluate(tree, NAMES, ROWS), evaluate(short, NAMES, ROWS))


@settings(max_examples=60, deadline=None)
@given(small_trees(*ex.COMPARISONS, Op.IF))
def test_simplified_quotients_and_powers_differ_by_rounding_only(tree):
    before, after = evaluate(tree, NAMES, ROWS), evaluate(simplify(tree), NAMES, ROWS)
    tame = np.abs(before) < 1e9
    assert np.allclose(before[tame], after[tame], rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("points + points + 0*cards", "2*points"),
        ("2*points + 2*cards", "2*(cards + points)"),
        ("lead/lead", "1"),
        ("2*lead/lead", "2*lead/lead"),
        ("min(points, points)", "points"),
        ("cards if 2 > 1 else lead", "cards"),
        ("points/4 + points/4", "0.5*points"),
        ("max(lead, 1) - max(1, lead)", "0"),
        ("{a: 2}*points - -cards", "cards + points*{a: 2}"),
    ],
)
def test_simplify_examples(text, short):
    assert str(simplify(parse(text))) == short


@pytest.mark.parametrize(
    "text",
    [
        "100*winloss + 1.5*points - -2",
        "-x**2",
        "(-x)**2",
        "-(x*y)",
        "-x*y",
        "a - (b - c)",
        "a/(b/c)",
        "a**b**c",
        "(a**b)**c",
        "x**-2",
        "(-2)**x",
        "(a < b) + 1",
        "(a < b) == c",
        "(a if b else c) if d else e",
        "a if b else c if d else e",
        "a if (b if c else d) else e",
        "min(a, b, max(c, d))",
        "min(a, min(b, c))",
        "{points: -1.5}*points",
        "2e-05*x",
    ],
)
def test_text_is_printed_with_the_fewest_parentheses(text):
    assert str(parse(text)) == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("2^x", "**"),
        ("x + (y", "cannot be read at column 5"),
        ("a < b < c", "not accepted"),
        ("f(x)", "not accepted"),
        ("x.y", "not accepted"),
        ("'a'", "not accepted"),
        ("True", "not accepted"),
        ("x[0]", "not accepted"),
        ("1e999", "too large"),
        ("10**400", None),
        ("{a: x}*x", "must be a number"),
        ("(lambda: 0)()", "not accepted"),
        ("min(x)", "not accepted"),
        ("1 + change(x)", "whole value"),
        ("-" * 5000 + "x", "cannot be read"),
        ("+".join("x" * 3000), "cannot be read"),
        ("x" * 30_000, "at most 20000"),
        ("x\0", "cannot be read"),
        ("9" * 400, "too large"),
        ("__import__('os').system('true')", "not accepted"),
        ("a and b", "not accepted"),
    ],
)
def test_bad_text_is_refused_in_one_line(text, says):
    if says is None:
        assert math.isfinite(evaluate(parse(text), NAMES, np.zeros((1, 4)))[0])
        return
    with pytest.raises(InputError) as caught:
        parse(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


GAME = SimpleNamespace(
    FEATURES=NAMES, values={"Points": "change(points)", "half": "lead/2", "both": "change(2*Points + half)"}
)


def test_unknown_feature_lists_the_near_ones():
    with pytest.raises(InputError, match="unknown feature 'point'; did you mean points or Points"):
        parse_value("2*point", GAME)
    with pytest.raises(InputError, match="there are Points, both, cards, half, lead, ply, points, turn"):
        parse_value("zzz", GAME)


def test_named_values_combine_and_say_what_they_value():
    assert parse_value("half", GAME) == Value(parse("lead/2"), change=False)
    assert parse_value("both", GAME) == Value(parse("2*points + lead/2"), change=True)
    assert str(parse_value("change(points*0.9**ply)", GAME)) == "change(points*0.9**ply)"
    with pytest.raises(InputError, match="write change"):
        parse_value("Points + 1", GAME)
    with pytest.raises(InputError, match="one expression"):
        parse_value("change(points, lead)", GAME)


def test_weights_have_defaults_that_can_be_set_by_name():
    tree = parse("{p: 2}*points + {c: 1}*cards")
    assert ex.weights(tree) == {"p": 2.0, "c": 1.0}
    assert str(ex.with_weights(tree, {"c": 0.25})) == "{p: 2}*points + {c: 0.25}*cards"
    with pytest.raises(InputError, match="no weight 'x'; it has p, c"):
        ex.with_weights(tree, {"x": 1.0})
    with pytest.raises(InputError, match="two defaults"):
        ex.weights(parse("{p: 2}*points + {p: 1}*cards"))


def test_a_value_is_taken_as_text_as_a_tree_or_as_it_is():
    tree = parse("{p: 2}*points", NAMES)
    wanted = Value(parse("{p: 3}*points"))
    for given_as in ("{p: 2}*points", tree, Value(tree)):
        assert value_of(given_as, GAME, {"p": 3.0}) == wanted
    assert value_of("change({p: 2}*points)", GAME, {"p": 3.0}) == wanted._replace(change=True)


@settings(max_examples=100, deadline=None)
@given(TREES, st.data())
def test_subtrees_are_counted_found_and_replaced(tree, data):
    listed = list(ex.nodes(tree))
    assert len(listed) == ex.size(tree)
    assert ex.depth(tree) == max((1 + ex.depth(arg) for arg in tree.args), default=0)
    index = data.draw(st.integers(0, len(listed) - 1))
    assert ex.subtree(tree, index) == listed[index]
    assert ex.replace(tree, index, listed[index]) == tree
    grown = ex.replace(tree, index, parse("points + 7"))
    assert ex.subtree(grown, index) == parse("points + 7")
    with pytest.raises(IndexError):
        ex.replace(tree, len(listed), tree)


def test_ply_is_a_feature_of_every_game_and_a_column_where_there_is_one():
    tree = parse("points*0.9**ply", NAMES)
    assert evaluate(tree, NAMES, np.array([[2.0, 0, 0, 0]]))[0] == 2.0
    assert evaluate(tree, (*NAMES, "ply"), np.array([[2.0, 0, 0, 0, 2]]))[0] == pytest.approx(1.62)


def test_each_feature_is_computed_once():
    program = compile_value(parse("points*points + points*cards + 3"), NAMES)
    assert int(program[1]) == 2


def test_threads_read_one_after_the_other(monkeypatch):
    inside, read = [], expression_parse.ast.parse

    def slow(*words, **options):
        inside.append(1)
        time.sleep(0.002)
        assert len(inside) == 1
        inside.pop()
        return read(*words, **options)

    monkeypatch.setattr(expression_parse.ast, "parse", slow)
    with ThreadPoolExecutor(4) as pool:
        trees = list(pool.map(parse, ["points + cards"] * 12))
    assert set(trees) == {parse("points + cards")}
