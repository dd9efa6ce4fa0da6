"""Angles that are written in degrees and given to a function that takes radians."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import (
    Call,
    Evidence,
    finding_of,
    first_faults,
    in_order,
    last_name,
    operand_at,
)
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import RADIANS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import OF_ANGLES
from numscope.trace import Operand, Operation

KIND = "meaning"
# Of a circle, and what it is cut into.
_CIRCLE, _STEP = 360, 5
_MARKS = (30, 45, 60, 90, 120, 135, 180, 270, 360)
_LEAST_ANGLES, _LEAST_MARKS = 4, 2
_REMAINDERS = ("remainder", "mod", "fmod", "__mod__")
_TO_DEGREES = ("degrees", "rad2deg")
_LARGEST_IN_RADIANS = 7


def degrees(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that give angles in degrees, by the look of their values, to what takes radians."""
    yield from _by_values(evidence)
    yield from _by_maker(evidence)


def _by_maker(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines that give to what takes radians the numbers that a step before made degrees of."""
    makers: dict[str | None, tuple[Call, str]] = {
        made.hash: (call, said)
        for call, operation in in_order(evidence, (*_REMAINDERS, *_TO_DEGREES))
        if (said := _says_degrees(operation))
        for made in operation.outputs
        if made.kind in ("array", "scalar") and made.hash
    }
    told: set[object] = set()
    for call, operation in in_order(evidence, OF_ANGLES) if makers else ():
        angles = next((one for one in operation.inputs if one.hash in makers and _are_degrees(one)), None)
        place = _named_at(call)
        if angles is None or angles.statistics is None or (place.file, place.line) in told:
            continue
        told.add((place.file, place.line))
        maker, said = makers[angles.hash]
        least, largest = angles.statistics.minimum, angles.statistics.maximum
        given = f"from {least:.6g} to {largest:.6g}" if angles.shape else f"{largest:.6g}"
        where = place_beside(maker.file, maker.line, call.file)
        problem = (
            f"{last_name(operation)} takes radians, and is given degrees: {given}, {said.format(where=where)}"
        )
        yield finding_of(KIND, place, operation.id, 1, problem, RADIANS)


def _says_degrees(operation: Operation) -> str:
    """Return how an operation says that what it makes are degrees; empty if it does not."""
    if last_name(operation) in _TO_DEGREES:
        return "which {where} made of radians"
    return "the remainder by 360 that {where} takes" if _is_by_circle(operation) else ""


def _are_degrees(angles: Operand) -> bool:
    """Return whether numbers are too large for radians, and not one whole number alone, which is everywhere."""
    told = angles.statistics
    if told is None or max(abs(told.minimum), abs(told.maximum)) <= _LARGEST_IN_RADIANS:
        return False
    return bool(angles.shape) or not float(told.mean).is_integer()


def _is_by_circle(operation: Operation) -> bool:
    divisor = operand_at(operation, 1, "x2")
    return divisor is not None and not divisor.is_array() and divisor.literal in (_CIRCLE, float(_CIRCLE))


def _named_at(call: Call) -> Call:
    """Return the place where all readers of the angles are mended: that of a name given to a name, or the call's."""
    around = sources.function_around(call.text, call.line)
    given = [
        one.args[0]
        for one in sources.calls_in(sources.statement(call.text, call.line), call.name)
        if one.args
    ]
    names = {one.id for one in given if isinstance(one, ast.Name)}
    bound = [
        one
        for one in ast.walk(around or ast.Pass())
        if isinstance(one, ast.Assign)
        and names & {name for target in one.targets for name in sources.names_in(target)}
    ]
    if len(names) == len(bound) == 1 and isinstance(bound[0].value, ast.Name) and bound[0].lineno < call.line:
        return replace(call, line=bound[0].lineno)
    return call


def _by_values(evidence: Evidence) -> Iterator[Finding]:
    found = evidence.operations(
        evidence.named(*OF_ANGLES),
        f"role = 'input' and kind = 'array' and list_product(shape) >= {_LEAST_ANGLES}",
    )
    yield from first_faults(evidence, KIND, found, _problem, RADIANS)


def _problem(operation: Operation) -> str | None:
    shown = _shown(operation)
    name = function_name(operation.name)
    return f"{name} takes radians, and is given {shown}: angles in degrees, by their look" if shown else None


def _shown(operation: Operation) -> str:
    """Return the angles of an operation as text; empty if they are not all of those that people write in degrees."""
    angles: Any = numbers_of(operation.inputs[0]) if operation.inputs else None
    if angles is None or not np.isfinite(angles).all():
        return ""
    known = np.unique(np.abs(angles))
    if len(known) < _LEAST_ANGLES or known[-1] > _CIRCLE or (known % _STEP).any():
        return ""
    if np.isin(known, _MARKS).sum() < _LEAST_MARKS:
        return ""
    first = ", ".join(f"{one:g}" for one in np.ravel(angles)[:4])
    return f"{first}, ..." if angles.size > 4 else first
