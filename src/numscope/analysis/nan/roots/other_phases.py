"""Regular grids beside the labels of the data: half past each hour, where the data stand at the full hour.

A lookup by label in such a grid finds nothing. The line that made the grid is to blame, and the offset says what to do.
"""

from __future__ import annotations

import ast
from typing import Any, NamedTuple

import numpy as np

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import imported_modules, last_name
from numscope.analysis.concepts.value_sources import ValueSources, value_sources
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.labels import ASKS_FOR_LABELS
from numscope.trace import Operand, Operation, Site, Trace
from numscope.trace.operation import AFTER

_FEWEST = 3
# Of a step: what is nearer than this is the same number, rounded in another way.
_ROUNDED = 1e-6
_UNITS = (("day", 86_400_000_000), ("hour", 3_600_000_000), ("minute", 60_000_000), ("second", 1_000_000))
_ADVICE = "Begin the grid at a label of the data (`{}`), or take the nearest one (`method='nearest'`)."


class _Grid(NamedTuple):
    """Labels at equal steps. times: whether these are times, in microseconds."""

    labels: Any
    step: float
    times: bool


def other_phase(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that made the labels that `operation` asks for, if all stand at one offset to those of the data.

    None if some are there, if either side has no fixed phase, or if the line is that of `operation` itself.
    """
    site = operation.user_site or operation.site
    if site is None or function_name(operation.name) not in ASKS_FOR_LABELS:
        return None
    arrays = [one for one in operation.operands if one.role not in AFTER and _is_labels(one)]
    own = next((one for one in arrays if one.role == "argument"), None)
    if own is None or own is arrays[-1]:
        return None
    grid = _grid(arrays[-1])
    offset = None if grid is None else _offset(grid, own)
    made = None if offset is None else _line_of_grid(trace, operation, site)
    if grid is None or offset is None or made is None:
        return None
    step, off = (_duration(one) if grid.times else f"{one:.6g}" for one in (grid.step, offset))
    said = (
        f"makes a grid with a label every {step}, and those of the data stand {off} after these: "
        f"{line_of(site, made)} finds none of {len(grid.labels):,}"
    )
    return Root(made, Cause(said, _ADVICE.format("data.index[0]" if grid.times else "labels[0]")))


def _is_labels(operand: Operand) -> bool:
    return operand.is_array() and len(operand.shape or ()) == 1 and (operand.dtype or "")[:1] in "iuftd"


def _values(operand: Operand) -> Any:
    """Return labels as numbers, times in microseconds; None where they were not kept."""
    values = value_of(operand)
    if values is None or np.asarray(values).dtype.kind not in "iufmM":
        return None
    values = np.asarray(values)
    if values.dtype.kind in "mM":
        known = values[~np.isnat(values)].astype(f"{values.dtype.kind}8[us]")
        return np.unique(known.astype(np.int64))
    return np.unique(values[np.isfinite(values)])


def _grid(asked: Operand) -> _Grid | None:
    """Return the labels that are asked for, if they stand at equal steps."""
    labels = _values(asked)
    if labels is None or len(labels) < _FEWEST:
        return None
    steps = np.diff(labels)
    step = steps[0]
    if np.ptp(steps) > _ROUNDED * step:
        return None
    return _Grid(labels, step, not (asked.dtype or "").startswith(("int", "uint", "float")))


def _offset(grid: _Grid, own: Operand) -> float | None:
    """Return how far after a label of the grid each of the data's stands; None if they differ, or some is there."""
    labels = _values(own)
    is_time = not (own.dtype or "").startswith(("int", "uint", "float"))
    if labels is None or len(labels) < _FEWEST or is_time != grid.times:
        return None
    offsets = (labels - grid.labels[0]) % grid.step
    least = _ROUNDED * grid.step
    alike = np.ptp(offsets) <= least
    return float(offsets[0]) if alike and least < offsets[0] < grid.step - least else None


def _line_of_grid(trace: Trace, operation: Operation, site: Site) -> Site | None:
    """Return the line of the call that the text says the labels come from; None if it is that of `operation`."""
    program = program_of(trace, site)
    flow = value_sources(program.tree)
    statement = statement_at(flow.tree, program.line(site))
    calls = [one for one in ast.walk(statement) if isinstance(one, ast.Call)] if statement is not None else []
    asking = [one for one in calls if last_name(one.func) == function_name(operation.name)]
    if len(asking) != 1:
        return None
    for given in (*asking[0].args[:1], *(one.value for one in asking[0].keywords)):
        for node in flow.behind(given):
            if _makes(node, flow):
                made = program.site(node.lineno, site)
                return None if made.place == site.place else made
    return None


def _makes(node: ast.expr, flow: ValueSources) -> bool:
    """Return whether an expression calls a function of a module, and none of the program: `pandas.date_range(...)`."""
    is_call = isinstance(node, ast.Call) and not flow.runs_own_function(node)
    return is_call and _module_of(node.func) in imported_modules(flow.tree)  # type: ignore[attr-defined]


def _module_of(node: ast.expr) -> str:
    """Return the first name of a dotted one."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return getattr(node, "id", "")


def _duration(microseconds: float) -> str:
    """Return a time in the largest unit of which it is a whole number."""
    for unit, size in _UNITS:
        if microseconds % size == 0:
            count = int(microseconds // size)
            return f"{count:,} {unit}{'' if count == 1 else 's'}"
    return f"{microseconds / 1e6:g} seconds"
