"""A density of a histogram that is added up as if it were shares: it lacks the widths of the classes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SHARES
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
_SUMS = ("sum", "cumsum", "nansum")
_SCALES = ("multiply", "divide", "true_divide")


def densities(evidence: Evidence) -> Iterator[Finding]:
    """Yield sums over a histogram's density, or a part of it, that nothing multiplies by the widths."""
    made = [density for _, one in in_order(evidence, ["histogram"]) if (density := _density(one)) is not None]
    found: set[int] = set()
    for call, operation in in_order(evidence, _SUMS) if made else ():
        added = numbers_of(operation.inputs[0]) if operation.inputs else None
        if call.id in found or added is None or added.size < 2 or _scales(evidence, call, operation):
            continue
        widths = next((width for density, width in made if np.isin(added, density).all()), None)
        if widths is None:
            continue
        found.add(call.id)
        problem = (
            f"adds up {added.size:,} densities as if they were shares: each has to be multiplied by the width of its "
            f"class, {widths:g}, first"
        )
        yield finding_of(KIND, call, operation.id, 1, problem, SHARES)


def _density(histogram: Operation) -> tuple[Any, float] | None:
    """Return the densities and the mean width of classes that are not 1 wide; None if counts were asked for."""
    asked = any(one.name == "density" and one.literal is True for one in histogram.operands)
    values = [numbers_of(one) for one in histogram.outputs] if asked else []
    if len(values) != 2 or values[0] is None or values[1] is None:
        return None
    widths = np.diff(values[1])
    return None if np.allclose(widths, 1) else (values[0][values[0] != 0], float(widths.mean()))


def _scales(evidence: Evidence, call: Call, operation: Operation) -> bool:
    """Return whether the statement, or what reads the sum next, multiplies or divides."""
    node = sources.statement(call.text, call.line)
    scaled = (one.op for one in ast.walk(node) if isinstance(one, ast.BinOp)) if node is not None else ()
    if any(isinstance(one, (ast.Mult, ast.Div, ast.MatMult)) for one in scaled):
        return True
    return any(last_name(reader) in _SCALES for reader in evidence.readers(operation))
