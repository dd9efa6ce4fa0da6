"""Residuals that are squared before a least-squares solver squares them: it minimises their fourth powers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import NOT_SQUARED
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
_SOLVERS = ("least_squares", "leastsq")
_SQUARES = ("square", "power", "multiply")
# What the program's own function computed last before the solver went on, once it had been asked.
_LAST = """
    select max(o.id) as made from called_operations o
    where o.parent = ? and not o.in_library and o.id <
        (select min(id) from called_operations where parent = ? and in_library and id >
            (select min(id) from called_operations where parent = ? and not in_library))
"""


def squared_residuals(evidence: Evidence) -> Iterator[Finding]:
    """Yield the squares that a function of the program gives to a solver of least squares."""
    found: set[tuple[str, int]] = set()
    for _, operation in in_order(evidence, _SOLVERS):
        made = evidence.trace.ask(_LAST, [operation.id] * 3)["made"][0].as_py()
        last = None if made is None else next(iter(evidence.fetch([made])), None)
        call = None if last is None else evidence.call_of(last)
        if last is None or call is None or (call.file, call.line) in found or not _is_square(last):
            continue
        found.add((call.file, call.line))
        size = max(1, int(np.prod(last.outputs[0].shape or (1,))))
        problem = (
            f"`{last_name(operation)}` squares and adds up what it is given: these {size:,} are squares "
            "already, so that it "
            "minimises fourth powers"
        )
        yield finding_of(KIND, call, last.id, 1, problem, NOT_SQUARED)


def _is_square(operation: Operation) -> bool:
    name = last_name(operation)
    if name not in _SQUARES or not operation.outputs or len(operation.outputs[0].shape or ()) != 1:
        return False
    if name == "power":
        return any(one.literal == 2 for one in operation.inputs)
    values = [numbers_of(one) for one in operation.inputs if one.is_array()]
    return name == "square" or (len(values) == 2 and np.array_equal(values[0], values[1]))
