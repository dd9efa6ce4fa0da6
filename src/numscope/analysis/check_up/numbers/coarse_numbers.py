"""Times and places far from zero in a short type, whose steps are as large as what the program asks of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.trace import Operand, Operation

KIND = "cast"
_DIFFERENCES = ("diff", "ediff1d", "gradient", "subtract", "sub", "__sub__")
# These hand numbers on as they are.
_HANDS_ON = (
    *(
        "__getitem__",
        "__iter__",
        "slice",
        "select",
        "transpose",
        "unbind",
        "reshape",
        "ravel",
        "to_numpy",
        "unpack",
    ),
    *("as_strided", "view", "copy", "detach"),
)
_SHORT = "role = 'input' and dtype in ('float32', 'float16') and len(shape) = 1 and shape[1] >= 16"
_LEAST, _FAR = 16, 100
# Of the steps from one number to the next that are not 0, most are so many steps of the type, or fewer; all together
# they go so many steps of the type one way, and not to and fro as last digits do.
_UNITS, _AWAY, _ONE_WAY = 2, 10, 0.2
_FIX = "read them as float64, or subtract the first value before the change of type"


def coarse_numbers(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that make short floating-point numbers whose differences are then a few steps of their type."""
    found: set[tuple[str, int]] = set()
    for call, ids in evidence.operations(evidence.named(*_DIFFERENCES), _SHORT):
        for operation in evidence.fetch(ids[:MOST_CALLS]):
            given = _along(operation)
            said = _problem(given) if given is not None else None
            if given is None or said is None:
                continue
            place, first = _made(evidence, call, operation, given)
            if (place.file, place.line) not in found:
                found.add((place.file, place.line))
                where = place_beside(call.file, call.line, place.file)
                problem = f"{said}, and {where} takes differences of them"
                yield finding_of(KIND, place, first.id, len(ids), problem, _FIX)
            break


def _along(operation: Operation) -> Operand | None:
    """Return the array of which an operation takes differences along itself, or from its first or least element."""
    given = [one for one in operation.inputs if one.kind in ("array", "scalar")]
    if not given or not given[0].is_array():
        return None
    if last_name(operation) in _DIFFERENCES[:3]:
        return given[0]
    first, second = (numbers_of(one) for one in given) if len(given) == 2 else (None, None)
    if first is None or second is None or first.ndim != 1 or not first.size:
        return None
    if second.size == 1:
        return given[0] if second.ravel()[0] in (first[0], first.min()) else None
    return given[0] if second.shape == first.shape and np.array_equal(first[:-1], second[1:]) else None


def _problem(given: Operand) -> str | None:
    """Return what is wrong with numbers whose steps from one to the next are steps of their type."""
    numbers: Any = numbers_of(given)
    if numbers is None or numbers.size < _LEAST or not np.isfinite(numbers).all():
        return None
    wide = numbers.astype(float)
    size, steps = float(np.abs(wide).max()), np.diff(wide)
    unit = float(np.spacing(np.abs(numbers).max()))
    moved = np.abs(steps[steps != 0])
    if not moved.size or np.ptp(wide) * _FAR > size or np.median(moved) > _UNITS * unit:
        return None
    away = abs(float(wide[-1] - wide[0]))
    if away < max(_AWAY * unit, _ONE_WAY * float(moved.sum())):
        return None
    return (
        f"{numbers.size:,} numbers around {size:.6g} are {given.dtype}, whose steps are {unit:.3g} there: from one to "
        f"the next it is 0 in {int((steps == 0).sum()):,} of {steps.size:,} cases, else mostly {np.median(moved):.3g}"
    )


def _made(evidence: Evidence, call: Call, operation: Operation, given: Operand) -> tuple[Call, Operation]:
    """Return where the program made these numbers: behind what only hands them on."""
    for _ in range(6):
        maker = evidence.own_maker(given, operation.id)
        site = (maker.user_site or maker.site) if maker is not None else None
        if maker is None or site is None:
            break
        call, operation = replace(call, file=site.file, line=site.line, function=site.function), maker
        whole = next((one for one in maker.inputs if one.dtype == given.dtype), None)
        if whole is None or last_name(maker) not in _HANDS_ON:
            break
        given = whole
    return call, operation
