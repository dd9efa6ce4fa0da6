"""What calls of layers took and returned, as values that can be compared and shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from numscope.trace import Operand, Trace
from numscope.trace.operation import make_operand, slot_fields


@dataclass(frozen=True)
class LayerTensor:
    """One tensor of one call. role: given, returned or parameter. item: which of this role, from 1.

    operand: shape, hash, statistics and value; its name is the argument's, or the way to it in the result.
    """

    call: int
    step: int
    model: str
    module: str
    type: str
    role: str
    item: int
    ended_ns: int
    operand: Operand


_QUERY = """
    select call.id as call, step, model, call.type as layer_type, coalesce(call.module, '') as module,
        time_ns + coalesce(duration_ns, 0) as ended_ns, tensor.*
    from module_calls call join module_operands tensor on tensor.operation = call.id
    where not call.met and {chosen}
    order by call.id, role, item
"""


def layer_tensors(trace: Trace, chosen: str, parameters: list[Any] | None = None) -> Iterator[LayerTensor]:
    """Yield the tensors of calls that the SQL condition `chosen` is true of (columns of both `module_` views)."""
    for row in trace.ask(_QUERY.format(chosen=chosen), parameters).to_pylist():
        of_slot = slot_fields({**row, "position": None})
        operand = make_operand(of_slot, {**row, "text": None}, trace.values)
        yield LayerTensor(
            row["call"],
            row["step"],
            row["model"] or "",
            row["module"],
            row["layer_type"],
            row["role"],
            row["item"],
            row["ended_ns"],
            operand,
        )
