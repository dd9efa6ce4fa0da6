"""Cutoff frequencies of filters put as a share of the rate of the samples, or of twice it, in place of half of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SHARE_OF_HALF_THE_RATE
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.concepts.value_sources import ValueSources, value_sources
from numscope.trace import Operand, Operation

KIND = "meaning"
# scipy.signal's filter designs, and at which place each takes its cutoff.
_DESIGNS = {
    "butter": 1,
    "bessel": 1,
    "iirfilter": 1,
    "firwin": 1,
    "cheby1": 2,
    "cheby2": 2,
    "ellip": 3,
    "iirnotch": 0,
    "iirpeak": 0,
}
_CUTOFFS = ("Wn", "cutoff", "w0")
_ABSOLUTE = ("fs", "analog", "nyq")  # with these the cutoff is no share
_RATE = re.compile(r"rate|(^|_)(fs|sr|fps|hz)(_|$)|sfreq|sampling")
_HALF = re.compile(r"nyq|half")
_NAMES = (ast.Name, ast.Attribute, ast.Subscript)
_DEEPEST = 4


@dataclass(frozen=True)
class _Factor:
    """What a product is multiplied or divided by. names: its own, and those behind it. numbers: that it may be."""

    names: tuple[str, ...]
    numbers: frozenset[float]


@dataclass(frozen=True)
class _Product:
    number: float
    above: tuple[_Factor, ...] = ()
    below: tuple[_Factor, ...] = ()


def filter_cutoffs(evidence: Evidence) -> Iterator[Finding]:
    """Yield filters without `fs` whose cutoff is divided by the rate of the samples, or by twice it."""
    found: set[tuple[str, int]] = set()
    designs = in_order(evidence, _DESIGNS)
    rates = _rates(evidence) if designs else frozenset()
    for call, operation in designs:
        program = evidence.program(call)
        flow = value_sources(program.tree)
        statement = sources.statement(program.text, program.line_of(call.file, call.line))
        for node in _shares(statement, call.name.rpartition(".")[2], flow):
            product = _product(node, flow, _DEEPEST)
            file, line = program.place(node.lineno)
            if not _is_of_whole_rate(product, rates) or (file, line) in found:
                continue
            found.add((file, line))
            problem = (
                f"`{call.name.rpartition('.')[2]}` takes a cutoff as a share of half the rate, `2 * cutoff / rate`; "
                f"`{ast.unparse(node)}` is {product.number / 2:g} times that"
            )
            place = replace(call, file=file, line=line)
            yield finding_of(KIND, place, operation.id, 1, problem, SHARE_OF_HALF_THE_RATE)


def _shares(statement: ast.stmt | None, name: str, flow: ValueSources) -> Iterator[ast.expr]:
    """Yield the expressions that a line's filter designs take as cutoffs; of several at once each."""
    for call in sources.calls_in(statement, name):
        keywords = {one.arg: one.value for one in call.keywords}
        place = _DESIGNS[name]
        given = next((keywords[one] for one in _CUTOFFS if one in keywords), None)
        given = call.args[place] if given is None and place < len(call.args) else given
        if given is not None and not any(one in keywords for one in _ABSOLUTE):
            for node in _ends(given, flow):
                inner = node.args[0] if isinstance(node, ast.Call) and node.args else node
                yield from inner.elts if isinstance(inner, (ast.List, ast.Tuple)) else [node]


def _ends(node: ast.expr, flow: ValueSources) -> list[ast.expr]:
    """Return the expressions that a name may stand for, other than names."""
    return [one for one in flow.behind(node) if not isinstance(one, _NAMES)]


def _product(node: ast.expr, flow: ValueSources, depth: int) -> _Product:
    """Return an expression as a product; what is none is a factor of it."""
    number = _number(node)
    if number is not None:
        return _Product(number)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Div)):
        left, right = _product(node.left, flow, depth), _product(node.right, flow, depth)
        if isinstance(node.op, ast.Mult):
            return _Product(left.number * right.number, left.above + right.above, left.below + right.below)
        return _Product(
            left.number / (right.number or 1.0), left.above + right.below, left.below + right.above
        )
    ends = _ends(node, flow) if isinstance(node, _NAMES) else []
    if depth and len(ends) == 1 and isinstance(ends[0], ast.BinOp):
        return _product(ends[0], flow, depth - 1)
    numbers = frozenset(one for end in ends if (one := _number(end)) is not None)
    names = tuple(
        last_name(one).lower() for one in flow.behind(node) if isinstance(one, (ast.Name, ast.Attribute))
    )
    return _Product(1.0, (_Factor(names, numbers),))


def _number(node: ast.expr) -> float | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _is_of_whole_rate(product: _Product, rates: frozenset[float]) -> bool:
    """Return whether this is a frequency over the rate of the samples, or over twice it."""
    if product.number not in (0.5, 1.0) or len(product.above) != 1 or len(product.below) != 1:
        return False
    rate = product.below[0]
    if any(map(_HALF.search, rate.names)):
        return False
    return any(map(_RATE.search, rate.names)) or any(
        np.isclose(one, list(rates)).any() for one in rate.numbers
    )


def _rates(evidence: Evidence) -> frozenset[float]:
    """Return the rates of the points that the program laid out: by their step, or by what it divides counts by."""
    steps = [operand_at(one, 2, "step") for _, one in in_order(evidence, ["arange"])]
    counts = [operand_at(one, 1, "x2") for _, one in in_order(evidence, ["divide"]) if _is_of_counts(one)]
    return frozenset(
        [1 / step for step in map(_literal, steps) if step] + [rate for rate in map(_literal, counts) if rate]
    )


def _is_of_counts(operation: Operation) -> bool:
    return bool(operation.inputs) and (operation.inputs[0].dtype or "").startswith("int")


def _literal(operand: Operand | None) -> float:
    literal = None if operand is None else operand.literal
    return float(literal) if isinstance(literal, (int, float)) else 0.0
