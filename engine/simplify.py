"""Shorter expressions of the same value, by sympy.

sympy knows + - * and whole powers, and must not touch what our protected operators mean: x/x is 1 even at 0, but 2*x/x
is not always 2. So division by anything but a number, other powers, min, max, comparisons and conditions go through it
as functions of our own, each with the few rules that always hold.
"""

import functools
from types import SimpleNamespace
from typing import Any

from engine.expression import Expression, Op, apply, constant, nodes, size
from engine.interpreter import operate

SYMMETRIC = (Op.MIN, Op.MAX, Op.EQ, Op.NE)
TURNED = {Op.GT: Op.LT, Op.GE: Op.LE}  # a > b is b < a
EQUAL_OPERANDS = {Op.DIV: 1, Op.EQ: 1, Op.NE: 0, Op.LT: 0, Op.LE: 1}  # what an operator gives for twice the same


def simplify(tree: Expression) -> Expression:
    """The shortest of several equal forms; the tree itself if none is shorter."""
    leaves = {str(node): node for node in nodes(tree) if not node.args}
    algebra = SimpleNamespace(**vars(load_algebra()), leaves=leaves)
    sympy = algebra.sympy
    form = to_sympy(tree, algebra)
    forms = [form, sympy.expand(form), sympy.factor_terms(form), sympy.factor_terms(sympy.expand(form))]
    if sum(leaf.op != Op.CONST for leaf in leaves.values()) <= 8:  # factoring many variables can take minutes
        forms.append(sympy.factor(form))
    return min([tree, *(from_sympy(form, algebra) for form in forms)], key=size)


@functools.cache
def load_algebra() -> SimpleNamespace:
    """sympy (slow to import) with a function for each operator that it must not look into."""
    import sympy

    def opaque(op: Op) -> Any:
        def rewrite(cls: Any, *args: Any) -> Any:
            return known_result(sympy, op, cls, args)

        return type(op.name, (sympy.Function,), {"eval": classmethod(rewrite), "op": op, "is_real": True})

    kept = (Op.DIV, Op.POW, Op.MIN, Op.MAX, Op.LT, Op.LE, Op.EQ, Op.NE, Op.IF)
    return SimpleNamespace(sympy=sympy, functions={op: opaque(op) for op in kept})


def known_result(sympy: Any, op: Op, cls: Any, args: tuple[Any, ...]) -> Any:
    """What the operator gives whatever the features are, or None."""
    if op == Op.IF:
        condition, then, other = args
        if then == other:
            return then
        return (then if condition > 0 else other) if condition.is_Number else None
    a, b = args
    if a == b and op in EQUAL_OPERANDS:
        return sympy.Integer(EQUAL_OPERANDS[op])
    if a == b and op in (Op.MIN, Op.MAX):
        return a
    if a.is_Number and b.is_Number:
        return number(sympy, operate(int(op), float(a), float(b)))
    if op == Op.DIV and b.is_Number:
        return sympy.Integer(1) if abs(b) < 1e-9 else a / b
    if op in SYMMETRIC and sympy.default_sort_key(a) > sympy.default_sort_key(b):
        return cls(b, a)
    return None


def number(sympy: Any, value: float) -> Any:
    """A number as sympy likes it: whole ones as integers."""
    return sympy.Integer(int(value)) if value == int(value) else sympy.Float(value)


def to_sympy(node: Expression, algebra: SimpleNamespace) -> Any:
    """An expression in sympy's terms."""
    sympy = algebra.sympy
    args = [to_sympy(arg, algebra) for arg in node.args]
    match node.op:
        case Op.CONST:
            return number(sympy, node.number)
        case Op.FEATURE | Op.WEIGHT | Op.NET:
            return sympy.Symbol(str(node), real=True)
        case Op.NEG:
            return -args[0]
        case Op.ADD:
            return args[0] + args[1]
        case Op.SUB:
            return args[0] - args[1]
        case Op.MUL:
            return args[0] * args[1]
        case Op.POW if args[1].is_Integer and 0 <= args[1] <= 8:
            return args[0] ** args[1]
        case Op.GT | Op.GE:
            return algebra.functions[TURNED[node.op]](args[1], args[0])
    return algebra.functions[node.op](*args)


def from_sympy(form: Any, algebra: SimpleNamespace) -> Expression:
    """A sympy expression in our terms."""
    sympy = algebra.sympy
    if form.is_Number:
        return constant(float(form))
    if form.is_Symbol:
        return algebra.leaves[form.name]
    if form.is_Pow:
        base, exponent = form.args
        if exponent.is_Integer and exponent > 0:
            return apply(Op.POW, from_sympy(base, algebra), constant(float(exponent)))
        return apply(Op.DIV, constant(1.0), from_sympy(base**-exponent, algebra))
    if not (form.is_Add or form.is_Mul):
        return apply(form.op, *(from_sympy(arg, algebra) for arg in form.args))
    terms = sorted(form.args, key=sympy.default_sort_key) if form.is_Mul else list(form.as_ordered_terms())
    return sum_of(terms, algebra) if form.is_Add else product_of(terms, algebra)


def sum_of(terms: list[Any], algebra: SimpleNamespace) -> Expression:
    """a + b - c, beginning with a term that is added if there is one."""
    terms = sorted(terms, key=lambda term: term.could_extract_minus_sign())
    tree = from_sympy(terms[0], algebra)
    for term in terms[1:]:
        minus = term.could_extract_minus_sign()
        tree = apply(Op.SUB if minus else Op.ADD, tree, from_sympy(-term if minus else term, algebra))
    return tree


def product_of(factors: list[Any], algebra: SimpleNamespace) -> Expression:
    """a*b*c, with a leading -1 as a sign."""
    negative = factors[0] == -1
    trees = [from_sympy(factor, algebra) for factor in factors[int(negative) :]]
    tree = functools.reduce(lambda left, right: apply(Op.MUL, left, right), trees)
    return apply(Op.NEG, tree) if negative else tree
