"""`irfft` of the spectrum of an odd number of values gives one value less: it can't know how many there were."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import HOW_MANY
from numscope.trace import Operation

KIND = "meaning"
_FORWARD = ("rfft", "fft_rfft", "fft_r2c")
_BACKWARD = ("irfft", "fft_irfft", "fft_c2r")


def odd_lengths(evidence: Evidence) -> Iterator[Finding]:
    """Yield inverse transforms without a length, of spectra as long as those of an odd number of values alone."""
    backward = [(call, one) for call, one in in_order(evidence, _BACKWARD) if _without_length(one)]
    forward = [one for _, one in in_order(evidence, _FORWARD)] if backward else []
    found: set[int] = set()
    for call, operation in backward:
        length = _length(operation.inputs)
        known = {
            _length(one.inputs) for one in forward if one.id < operation.id and _length(one.outputs) == length
        }
        made = _length(operation.outputs)
        if call.id not in found and len(known) == 1 and made is not None and known == {made + 1}:
            found.add(call.id)
            problem = (
                f"the spectrum is of {made + 1:,} values, an odd number, and `{call.name.rpartition('.')[2]}` gives "
                f"{made:,}: those are at other times"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, HOW_MANY)


def _without_length(operation: Operation) -> bool:
    given = operand_at(operation, 1, "n")
    return given is None or given.kind == "none"


def _length(operands: tuple[object, ...]) -> int | None:
    shape = getattr(operands[0], "shape", None) if operands else None
    return shape[0] if shape and len(shape) == 1 else None
