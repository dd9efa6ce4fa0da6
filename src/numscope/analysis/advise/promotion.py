"""Arrays that became wider by accident: float32 that meets something which is float64, or an integer."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.advise.evidence import Evidence, elements, layout
from numscope.analysis.advise.finding import Finding, Wording, finding_of
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation

# A wider operand this many times smaller than the array is a constant, a mean, a row of weights.
_SMALL = 8


def promotion(evidence: Evidence) -> Iterator[Finding]:
    """Lines in which a small or integer operand made the result of a large array's arithmetic wider."""
    for operations in evidence.lines():
        by_wording: dict[Wording, list[Operation]] = {}
        for operation in operations:
            wording = _accident(operation)
            if wording is not None:
                by_wording.setdefault(wording, []).append(operation)
        for wording, found in by_wording.items():
            yield finding_of(found, wording, sum(operation.bytes_out for operation in found))


def _accident(operation: Operation) -> Wording | None:
    """What made the result wider than its largest input, if that was hardly meant."""
    asked = any(argument.name in ("dtype", "casting", "signature") for argument in operation.arguments)
    if operation.out or asked or len(operation.outputs) != 1 or not operation.traits & Trait.ELEMENTWISE:
        return None
    made = operation.outputs[0]
    given = [operand for operand in operation.inputs if operand.is_array()]
    if made.kind != "array" or not given or elements(made) < 2:
        return None
    main = max(given, key=elements)
    wider = [operand for operand in given if operand is not main and _widens(main, operand, made)]
    signs = {operand.dtype for operand in given}
    if signs == {"uint64", "int64"} and made.dtype == "float64":
        return _wording(
            f"{operation.name} of uint64 and int64 gives float64, which can't hold all of either",
            "give both the same dtype, `a.astype(np.int64)` where the values allow it",
        )
    if not wider:
        return None
    cause = wider[0]
    what = f"a NumPy scalar of {cause.dtype}" if not cause.shape else layout(cause)
    if _kind(cause) in "iu":
        fix = f"make the integers {main.dtype} once, where they come from: `.astype(np.{main.dtype})`"
    elif not cause.shape:
        fix = (
            f"use a Python number, `float(c)`, which leaves the array's dtype alone, or `np.{main.dtype}(c)`"
        )
    else:
        fix = (
            f"make it {main.dtype} where it comes from: `dtype=np.{main.dtype}` or `.astype(np.{main.dtype})`"
        )
    return _wording(f"{operation.name} made {layout(main)} into {made.dtype}, because of {what}", fix)


def _wording(problem: str, fix: str) -> Wording:
    return Wording("promotion", "time of these calls, bytes of the wider results", problem, fix)


def _widens(main: Operand, other: Operand, made: Operand) -> bool:
    """Whether `other` is why the floating-point array `main` became `made`, though it is small or integer."""
    if _kind(main) not in "fc" or _kind(made) not in "fc" or elements(main) < elements(made):
        return False
    if _item_bytes(made) <= _item_bytes(main) or (_kind(main), _kind(made)) == ("f", "c"):
        return False
    if _kind(other) in "iu":
        return True
    return _item_bytes(other) == _item_bytes(made) and elements(main) >= _SMALL * elements(other)


def _kind(operand: Operand) -> str:
    return _dtype(operand).kind


def _item_bytes(operand: Operand) -> int:
    return _dtype(operand).itemsize


def _dtype(operand: Operand) -> np.dtype[np.generic]:
    try:
        return np.dtype(operand.dtype or "V0")
    except TypeError:  # a dtype of another library, or of many fields
        return np.dtype("V0")
