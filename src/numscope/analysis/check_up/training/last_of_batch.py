"""The last sample of a batch in place of the last step: `out[-1]` of a recurrent layer that takes the batch first."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import LAST_STEP
from numscope.trace import Operation

KIND = "sample-axis"
_RECURRENT = ("lstm", "gru", "rnn_tanh", "rnn_relu")


def last_of_batch(evidence: Evidence) -> Iterator[Finding]:
    """Yield what takes the last of a batch out of such a layer's results, and gives it to another layer."""
    made: dict[tuple[str | None, int | None], tuple[Operation, int]] = {}
    for _, operation in in_order(evidence, _RECURRENT):
        first = next((one.literal for one in operation.operands if one.name == "batch_first"), None)
        out = operation.outputs[0] if operation.outputs else None
        if first is not None and out is not None and out.shape is not None and len(out.shape) == 3:
            made[out.hash, out.address] = operation, 0 if first else 1
    found: set[int] = set()
    for call, operation in in_order(evidence, ["linear"]) if made else ():
        given = operation.inputs[0]
        source = next((one for one in made.items() if _is_last_of(given, *one)), None)
        if source is not None and call.id not in found:
            found.add(call.id)
            (layer, axis) = source[1]
            shape = layer.outputs[0].shape or ()
            problem = (
                f"gets all {shape[1 - axis]:,} steps of the last of {shape[axis]:,} samples, in place of "
                "the last step of "
                f"each sample: the batch is axis {axis}"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, LAST_STEP)


def _is_last_of(given: object, key: tuple[str | None, int | None], made: tuple[Operation, int]) -> bool:
    """Return whether an operand shows, in the memory of a result, the last along the batch and no other."""
    layer, axis = made
    out = layer.outputs[0]
    shape, strides = out.shape, out.strides
    address, own = getattr(given, "address", None), getattr(given, "shape", None)
    if shape is None or strides is None or out.address is None or shape[axis] < 2 or address is None:
        return False
    rest = tuple(length for number, length in enumerate(shape) if number != axis)
    step = strides[1 - axis]
    own_strides = getattr(given, "strides", None)
    return (
        own == rest
        and address == out.address + (shape[axis] - 1) * strides[axis]
        and own_strides is not None
        and own_strides[0] == step
        and key[1] == out.address
    )
