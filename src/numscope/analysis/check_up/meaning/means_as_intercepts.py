"""The constant of an ARIMA model taken for the intercept of its recursion: it is the mean of the series.

The model is of what is left of the mean: `y - mean = phi * (y_before - mean)`, so the intercept is `mean * (1 - phi)`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import INTERCEPT_OF_A_MEAN
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.concepts.value_sources import ValueSources, value_sources

KIND = "meaning"
_MODEL, _NUMBERS = "ARIMA", "params"
_CONSTANT, _MEMORY = (0, "const"), (1, "ar.L1")


def means_as_intercepts(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that add the mean of a model to its memory of the value before."""
    found: set[tuple[str, int]] = set()
    for call, ids in evidence.operations(
        call for call in evidence.named("__add__", "__radd__", "add") if f"{_MODEL}(" in call.text
    ):
        if (call.file, call.line) not in found and _adds_mean(evidence, call):
            found.add((call.file, call.line))
            said = (
                f"adds the constant of `{_MODEL}` to its memory times a value: that constant is the mean of the "
                "series, which the recursion leaves for mean / (1 - memory)"
            )
            yield finding_of(KIND, call, ids[0], len(ids), said, INTERCEPT_OF_A_MEAN)


def _adds_mean(evidence: Evidence, call: Call) -> bool:
    program = evidence.program(call)
    flow = value_sources(program.tree)
    line = program.line_of(call.file, call.line)
    for node in ast.walk(program.tree):
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add) or node.lineno != line:
            continue
        for constant, product in ((node.left, node.right), (node.right, node.left)):
            if not isinstance(product, ast.BinOp) or not isinstance(product.op, ast.Mult):
                continue
            if _is_number(flow, constant, _CONSTANT) and _remembers(flow, product):
                return True
    return False


def _remembers(flow: ValueSources, product: ast.BinOp) -> bool:
    """Return whether a product is of a model's memory and a value from which no mean was taken."""
    return any(
        _is_number(flow, memory, _MEMORY)
        and not any(isinstance(one, ast.BinOp) and isinstance(one.op, ast.Sub) for one in flow.behind(value))
        for memory, value in ((product.left, product.right), (product.right, product.left))
    )


def _is_number(flow: ValueSources, node: ast.expr, places: tuple[int | str, ...]) -> bool:
    """Return whether an expression is this one of a model's numbers as it stands, and nothing was computed of it."""
    behind = list(flow.behind(node))
    taken = next((at for at, one in enumerate(behind) if _is_taken(flow, one, places)), None)
    if taken is None or any(isinstance(one, ast.BinOp) for one in behind[:taken]):
        return False
    models = [one for one in behind if isinstance(one, ast.Call) and last_name(one.func) == _MODEL]
    return len(models) == 1 and _has_mean(models[0])


def _is_taken(flow: ValueSources, node: ast.expr, places: tuple[int | str, ...]) -> bool:
    """Return whether an expression takes one of these numbers of what a model found."""
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Constant)
        and node.slice.value in places
        and any(last_name(one) == _NUMBERS for one in flow.behind(node.value))
    )


def _has_mean(model: ast.Call) -> bool:
    """Return whether a model remembers one value, of a series as it is, and has a constant."""
    given = {one.arg: one.value for one in model.keywords}
    order, trend = given.get("order"), given.get("trend")
    numbers = [getattr(one, "value", None) for one in order.elts] if isinstance(order, ast.Tuple) else []
    plain = trend is None or getattr(trend, "value", None) == "c"
    return numbers[:2] == [1, 0] and plain and not {"exog", "seasonal_order"} & set(given)
