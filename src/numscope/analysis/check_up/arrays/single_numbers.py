"""A mean of a single number: `np.max(x - k, 0)` is the largest of all, where the larger of each and 0 was meant."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import ELEMENT_BY_ELEMENT
from numscope.trace import Operation

KIND = "meaning"
_EXTREMES = ("max", "amax", "min", "amin", "nanmax", "nanmin")
_SUMMARIES = ("mean", "sum", "std", "var", "median", "average", "nanmean", "cumsum")


def single_numbers(evidence: Evidence) -> Iterator[Finding]:
    """Yield the extremes along the only axis of an array, of which a mean or a sum is taken as of many numbers."""
    found: set[int] = set()
    for call, operation in in_order(evidence, _EXTREMES):
        axis = operand_at(operation, 1, "axis")
        given = operation.inputs[0] if operation.inputs else None
        if call.id in found or axis is None or axis.literal not in (0, 1) or given is None:
            continue
        if given.shape is None or len(given.shape) != 1 or given.shape[0] < 2:
            continue
        summary = _summary(evidence, operation)
        if summary is not None:
            found.add(call.id)
            problem = (
                f"`{last_name(operation)}` takes {axis.literal} as the axis and gives one number of "
                f"{given.shape[0]:,}; `{last_name(summary)}` then takes this as if it were many"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, ELEMENT_BY_ELEMENT)


def _summary(evidence: Evidence, operation: Operation) -> Operation | None:
    """Return what summarises the one number that an operation gave."""
    made = {one.hash for one in operation.outputs if one.shape in ((), None)}
    for reader in evidence.readers(operation):
        first = reader.inputs[0] if reader.inputs else None
        if last_name(reader) in _SUMMARIES and first is not None and first.hash in made and not first.shape:
            return reader
    return None
