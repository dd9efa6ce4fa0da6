"""The place of the largest correlation taken for the delay: of a full correlation the delay 0 is in the middle."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import FROM_THE_MIDDLE
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
_CORRELATIONS = ("correlate",)
_BETWEEN = ("absolute", "abs", "divide", "multiply")
_SCALES = ("divide", "multiply", "true_divide")


def offset_lags(evidence: Evidence) -> Iterator[Finding]:
    """Yield the places of largest full correlations that are scaled to a time as they are."""
    correlated = {}
    for _, operation in in_order(evidence, _CORRELATIONS):
        lengths = [one.shape[0] for one in operation.inputs[:2] if one.shape and len(one.shape) == 1]
        made = operation.outputs[0] if operation.outputs else None
        if len(lengths) == 2 and made is not None and made.shape == (sum(lengths) - 1,):
            correlated[made.hash] = lengths
            for reader in evidence.readers(operation, 4):
                if last_name(reader) in _BETWEEN and any(one.shape == made.shape for one in reader.outputs):
                    correlated |= {one.hash: lengths for one in reader.outputs}
    found: set[int] = set()
    for call, operation in in_order(evidence, ["argmax"]) if correlated else ():
        lengths = correlated.get(operation.inputs[0].hash if operation.inputs else None, [])
        place = numbers_of(operation.outputs[0]) if operation.outputs else None
        if (
            call.id in found
            or not lengths
            or place is None
            or place.size != 1
            or not _is_scaled(evidence, operation)
        ):
            continue
        found.add(call.id)
        problem = (
            f"place {int(place):,} of a full correlation is taken for the delay: none is at place {lengths[1] - 1:,}, "
            f"so that this is {int(place) - lengths[1] + 1:,}"
        )
        yield finding_of(KIND, call, operation.id, 1, problem, FROM_THE_MIDDLE)


def _is_scaled(evidence: Evidence, operation: Operation) -> bool:
    """Return whether the number itself is multiplied or divided, and neither taken as an index nor moved."""
    made = {one.hash for one in operation.outputs}
    readers = [
        one for one in evidence.readers(operation, 3) if any(given.hash in made for given in one.inputs)
    ]
    return bool(readers) and last_name(readers[0]) in _SCALES
