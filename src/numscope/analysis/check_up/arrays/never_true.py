"""Conditions that no element can fulfil, whatever the data: `x == nan`, and `member & visits > 10` without brackets."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from itertools import chain

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import ASK_ISNAN, IN_BRACKETS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
_EQUALITIES = ("equal", "not_equal", "eq", "ne")
_ORDERS = ("greater", "greater_equal", "less", "less_equal", "gt", "ge", "lt", "le", *_EQUALITIES)
_BITS = (ast.BitAnd, ast.BitOr)


def never_true(evidence: Evidence) -> Iterator[Finding]:
    """Yield comparisons with NaN, and comparisons of what `&` made of conditions and numbers."""
    found: set[int] = set()
    for call, operation in chain(_with_nan(evidence), _of_bits(evidence)):
        if call.id in found:
            continue
        bits = _bits(call)
        said = _missed(operation) if bits is None else _said_of_bits(evidence, call, operation, bits)
        if said is not None:
            found.add(call.id)
            yield finding_of(KIND, call, operation.id, 1, said, ASK_ISNAN if bits is None else IN_BRACKETS)


def _with_nan(evidence: Evidence) -> list[tuple[Call, Operation]]:
    return [
        (call, one)
        for call, one in in_order(evidence, _EQUALITIES, lambda call: "nan" in _text(call))
        if any(isinstance(given.literal, float) and math.isnan(given.literal) for given in one.inputs)
    ]


def _of_bits(evidence: Evidence) -> list[tuple[Call, Operation]]:
    return in_order(evidence, _ORDERS, lambda call: _bits(call) is not None)


def _text(call: Call) -> str:
    statement = sources.statement(call.text, call.line)
    return "" if statement is None else ast.unparse(statement)


def _missed(operation: Operation) -> str | None:
    """Return how many elements are NaN that a comparison does not find; None if there are none, or a number."""
    values = [
        numbers for one in operation.inputs if one.is_array() and (numbers := numbers_of(one)) is not None
    ]
    if len(values) != 1 or values[0].dtype.kind not in "fc":
        return None
    missing = int((values[0] != values[0]).sum())
    return (
        f"nothing equals NaN, not even NaN: the comparison finds none of the {missing:,} elements that are"
        if missing
        else None
    )


def _bits(call: Call) -> ast.BinOp | None:
    """Return the `a & b` on the left of a line's comparison: `&` and `|` bind closer than `>` does."""
    for node in ast.walk(sources.statement(call.text, call.line) or ast.Pass()):
        if (
            isinstance(node, ast.Compare)
            and isinstance(node.left, ast.BinOp)
            and isinstance(node.left.op, _BITS)
        ):
            return node.left
    return None


def _said_of_bits(evidence: Evidence, call: Call, operation: Operation, bits: ast.BinOp) -> str | None:
    maker = evidence.maker(operation.inputs[0], operation.id) if operation.inputs[0].is_array() else None
    kinds = sorted(one.dtype or "" for one in maker.inputs) if maker is not None else []
    results = numbers_of(operation.outputs[0]) if operation.outputs else None
    if maker is None or call.line != getattr(maker.user_site, "line", None) or results is None:
        return None
    if len(kinds) != 2 or "bool" not in kinds or kinds == ["bool", "bool"] or results.size < 2:
        return None
    sign = "&" if isinstance(bits.op, ast.BitAnd) else "|"
    return (
        f"`{ast.unparse(bits)}` comes first, of a condition and whole numbers, bit by bit, and is then compared: that "
        f"holds for {int(results.sum()):,} of {results.size:,} elements; `{sign}` binds closer than a comparison"
    )
