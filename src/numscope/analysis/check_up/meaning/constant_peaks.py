"""The strongest frequency of a spectrum that is 0: the mean of the values, which was not taken away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import MEAN_AWAY
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
_TRANSFORMS = ("rfft", "fft", "fft_rfft", "fft_fft")
_SIZES = ("absolute", "abs", "square", "power", "multiply", "real", "sqrt", "divide")
_LARGEST = ("argmax",)
_TAKES = ("__getitem__", "take")


def constant_peaks(evidence: Evidence) -> Iterator[Finding]:
    """Yield transforms of values around a mean far from 0 whose largest size is looked for, found at 0, and taken."""
    largest = [
        (call, one)
        for call, one in in_order(evidence, _LARGEST)
        if one.outputs and not one.outputs[0].shape and _number(one) == 0
    ]
    transforms = in_order(evidence, (*_TRANSFORMS, "absolute")) if largest else []
    found: set[int] = set()
    known: set[str | None] = set()
    for call, transform in transforms:
        known |= {one.hash for one in transform.outputs}
        values = _values(transform)
        unseen = last_name(transform) != "absolute" or transform.inputs[0].hash not in known
        if call.id in found or values is None or values.ndim != 1 or len(values) < 8 or not unseen:
            continue
        peak = _peak(evidence, transform, {one.id for _, one in largest})
        if peak is not None and _is_taken(evidence, peak):
            found.add(call.id)
            mean, spread = abs(float(values.mean())), float(values.std())
            problem = (
                f"the strongest frequency is 0, that of the mean: {mean:.4g}, beside a spread of {spread:.3g}, and "
                "nothing takes it away first"
            )
            yield finding_of(KIND, call, transform.id, 1, problem, MEAN_AWAY)


def _values(operation: Operation) -> Any:
    """Return what a transform is of; of the sizes of a spectrum whose transform was not seen what has this spectrum."""
    values = numbers_of(operation.inputs[0]) if operation.inputs else None
    if last_name(operation) != "absolute" or values is None or values.ndim != 1:
        return values
    if values.dtype.kind != "c" or len(values) < 8 or values[0].imag:
        return None
    mirrored = np.allclose(values[1:], values[:0:-1].conj(), atol=1e-9 * np.abs(values).max())
    return np.fft.ifft(values).real if mirrored else np.fft.irfft(values)


def _number(operation: Operation) -> float | None:
    number = numbers_of(operation.outputs[0])
    return None if number is None or number.size != 1 else float(number)


def _peak(evidence: Evidence, transform: Operation, largest: set[int]) -> Operation | None:
    """Return the search for the largest of what was made of a transform, its sizes."""
    wave = [transform]
    for _ in range(4):
        following: list[Operation] = []
        for operation in wave[:4]:
            for later in evidence.readers(operation):
                if later.id in largest:
                    return later
                if last_name(later) in _SIZES or _keeps_the_first(later):
                    following.append(later)
        wave = following
    return None


def _keeps_the_first(operation: Operation) -> bool:
    """Return whether an operation takes a part that begins where the whole does."""
    if last_name(operation) not in _TAKES or not operation.inputs or not operation.outputs:
        return False
    whole, part = numbers_of(operation.inputs[0]), numbers_of(operation.outputs[0])
    taken = whole is not None and part is not None and part.ndim == 1 and len(part) > 2
    return bool(taken and np.array_equal(whole[:2], part[:2]))


def _is_taken(evidence: Evidence, peak: Operation) -> bool:
    """Return whether the place is looked up in an array that begins with 0, as one of frequencies does."""
    places = {one.hash for one in peak.outputs}
    for reader in evidence.readers(peak):
        looked = last_name(reader) in _TAKES and any(one.hash in places for one in reader.operands)
        table = numbers_of(reader.inputs[0]) if looked and reader.inputs else None
        if table is not None and table.ndim == 1 and len(table) > 2 and table[0] == 0 and table[1] != 0:
            return True
    return False
