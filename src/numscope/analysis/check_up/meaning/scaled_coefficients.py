"""Coefficients of `Polynomial.fit` read as those of x: they are of x moved and scaled to the range from -1 to 1."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import CONVERTED
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.syntax import last_name, parsed
from numscope.analysis.concepts.value_sources import value_sources

KIND = "meaning"
_CLASSES = ("Polynomial", "Chebyshev", "Legendre", "Hermite", "HermiteE", "Laguerre")
# Who knows of the range names it.
_KNOWN = ("convert", "domain", "window", "mapparms")


def scaled_coefficients(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that read the coefficients of such a fit where its range is another one, and never convert it."""
    found: set[int] = set()
    for call, operation in in_order(evidence, ["fit"], lambda call: "_polybase" in call.full_name):
        given = operand_at(operation, 1, "x")
        numbers = None if given is None else numbers_of(given)
        kind = operand_at(operation, 0, "cls")
        named = any(one.name in ("domain", "window") for one in operation.operands)
        if numbers is None or numbers.size < 2 or named or kind is None or kind.literal not in _CLASSES:
            continue
        low, high = float(numbers.min()), float(numbers.max())
        line = _read_at(call)
        if line is None or line in found or (abs(low + 1) < 1e-9 and abs(high - 1) < 1e-9):
            continue
        problem = (
            f"`{kind.literal}.fit` moves and scales x from {low:.4g} to {high:.4g} to -1 to 1: its `coef` are of that, "
            "not of x"
        )
        found.add(line)
        yield finding_of(KIND, replace(call, line=line), operation.id, 1, problem, CONVERTED)


def _read_at(call: Call) -> int | None:
    """Return the first line that reads `coef` of what a fit on this line may have given."""
    tree = parsed(call.text)
    if any(isinstance(node, ast.Attribute) and node.attr in _KNOWN for node in ast.walk(tree)):
        return None
    flow = value_sources(tree)
    lines = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr == "coef"
        and any(_is_fit(one, call.line) for one in flow.behind(node.value))
    ]
    return min(lines, default=None)


def _is_fit(node: ast.expr, line: int) -> bool:
    here = node.lineno <= line <= (node.end_lineno or node.lineno)
    return here and isinstance(node, ast.Call) and last_name(node.func) == "fit"
