"""The losses of a training: what the backward passes began with."""

from __future__ import annotations

from typing import Any

from numscope.trace import Trace

_LOSSES = """
    with begins as (
        select step, min(operation) as first from modules
        where phase = 'backward' and forward is not null group by step
    ), roots as (select begins.step, forward from begins join modules on operation = first)
    select roots.step, forward, mean, call, user_file as file, user_line as line from roots
        join operand_contents p on p.operation = forward join called_operations o on o.id = forward
    where p.role = 'output' and mean is not null and coalesce(list_product(shape), 1) = 1
    order by roots.step
"""


def training_losses(trace: Trace) -> list[dict[str, Any]]:
    """Return a row a step: `step`, the operation that made the loss (`forward`), its value (`mean`), and its place."""
    rows: list[dict[str, Any]] = trace.ask(_LOSSES).to_pylist()
    return rows
