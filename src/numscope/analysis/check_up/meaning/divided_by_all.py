"""Means by hand that count missing values: a sum leaves them out, and the number of all rows does not."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import BY_THEIR_COUNT
from numscope.analysis.concepts.syntax import last_name
from numscope.trace import Operation

KIND = "sum"
_SUMS = ("sum", "nansum")


def divided_by_all(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that add up what is there and divide by the number of all rows, the missing ones among them."""
    found: set[int] = set()
    for call, operation in in_order(evidence, _SUMS, _divides_by_all):
        missing, rows = _missing(operation) if call.id not in found else (0, 0)
        if not missing or missing == rows:
            continue
        found.add(call.id)
        said = (
            f"adds up {rows - missing:,} values and divides by all {rows:,} rows, of which {missing:,} are missing: "
            "these count as 0"
        )
        yield finding_of(KIND, call, operation.id, 1, said, BY_THEIR_COUNT)


def _missing(operation: Operation) -> tuple[int, int]:
    """Return how many of the numbers that are added up to one are missing, and how many there are."""
    given = [one for one in operation.inputs if one.is_array() and one.name in (None, "values")]
    made = [one for one in operation.outputs if one.kind in ("scalar", "float") or one.shape == ()]
    skips = any(one.name == "skipna" and one.literal is False for one in operation.arguments)
    if len(given) != 1 or not made or skips or given[0].statistics is None or len(given[0].shape or ()) != 1:
        return 0, 0
    result = made[-1].statistics
    if result is not None and result.nans:
        return 0, 0
    return given[0].statistics.nans, (given[0].shape or (0,))[0]


def _divides_by_all(call: Call) -> bool:
    """Return whether a line divides its one sum by a length: `x.sum() / len(x)`, `np.nansum(x) / x.size`."""
    if "GroupBy" in call.full_name:
        return False
    nodes = list(ast.walk(sources.statement(call.text, call.line) or ast.Pass()))
    divisions = [one for one in nodes if isinstance(one, ast.BinOp) and isinstance(one.op, ast.Div)]
    is_of_sum = any(_is_sum(one.left) and _is_length(one.right) for one in divisions)
    return is_of_sum and sum(map(_is_sum, nodes)) == 1


def _is_sum(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) in _SUMS


def _is_length(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return last_name(node.func) == "len"
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Attribute) and node.value.attr == "shape"
    return isinstance(node, ast.Attribute) and node.attr == "size"
