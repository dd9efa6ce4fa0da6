"""What is looked at in each step of a training, as values that rules are made of."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from numscope.analysis.concepts.training_ledger import Ledger, Parameter, grouped
from numscope.analysis.learn.beginnings import beginnings
from numscope.analysis.learn.observation import Observation, observed
from numscope.analysis.learn.replicas import replicas
from numscope.analysis.learn.rows_taken import rows_taken
from numscope.analysis.learn.step_calls import changes, draws, optimizers, step_calls
from numscope.analysis.learn.step_order import arrivals, order
from numscope.analysis.learn.trends import trends
from numscope.trace import Trace

_RETURNED = """
    select call.id, call.model, call.module, call.step, call.training, call.file, call.line, p.dtype, p.shape,
        p.deviation, p.requires_grad, given.shape as given, given.hash as content, call.process
    from module_calls call join module_operands p on p.operation = call.id and p.role = 'returned' and p.item = 1
        left join module_operands given on given.operation = call.id and given.role = 'given' and given.item = 1
    where not call.met and call.phase = 'forward' and call.module not like '<%' order by call.id
"""
_GRADIENTS = """
    select o.id, o.process, p.name, p.shape, p.mean, p.deviation, coalesce(step.integer, 0) as step, user_file as file,
        user_line as line
    from operands p join called_operations o on p.operation = o.id
        left join attributes step on step.operation = o.id and step.place is null and step.name = 'step'
    where o.id in (select unnest(?::bigint[])) and p.role = 'input' and p.kind = 'array' and p.mean is not null
    order by o.id, p.place
"""
_GIVEN = """
    select call.id, call.model, call.module, call.step, call.file, call.line, p.name, p.deviation, p.shape
    from module_calls call join module_operands p on p.operation = call.id
    where not call.met and call.phase = 'forward' and call.module = '' and p.role = 'given' and p.kind = 'array'
    order by call.id
"""
_OWN = """
    select call.id, call.model, call.module, call.step, call.file, call.line, p.name, p.address, call.process
    from module_calls call join module_operands p on p.operation = call.id
    where not call.met and p.role = 'parameter' and p.kind = 'array' and call.module not like '<%'
    order by call.id
"""


def observations(trace: Trace) -> Iterator[Observation]:
    """Yield what a run shows of every kind; nothing if no optimiser stepped."""
    ledger = Ledger(trace)
    if ledger.steps:
        yield from _layers(ledger)
        yield from _updates(ledger)
        gradients = list(_gradients(ledger))
        yield from gradients
        yield from _tied(ledger)
        yield from _given(ledger)
        yield from step_calls(ledger)
        yield from optimizers(ledger)
        yield from order(ledger)
        yield from arrivals(ledger)
        yield from draws(ledger)
        yield from beginnings(ledger)
        yield from replicas(ledger)
        yield from rows_taken(ledger)
        yield from trends(ledger, [one for one in gradients if one.kind == "gradient"])
        yield from changes(ledger)


def _layers(ledger: Ledger) -> Iterator[Observation]:
    contents: dict[tuple[int, str, bool], str | None] = {}
    for row in ledger.trace.ask(_RETURNED).to_pylist():
        learns = "" if row["requires_grad"] else ", without gradients"
        subject = f"{_layer(row)}{learns}"

        def seen(
            kind: str, value: str | float, row: dict[str, Any] = row, subject: str = subject
        ) -> Observation:
            return observed(kind, subject, value, row)

        shape, given = row["shape"] or [], row["given"]
        yield seen("dtype", row["dtype"])
        yield seen("mode", "training mode" if row["training"] else "evaluation mode")
        if len(shape) > 1:
            yield seen("shape", str(tuple(shape[1:])))
        if shape and given:
            yield seen("samples", "as long" if shape[0] == given[0] else "of another length")
        if row["deviation"]:
            yield seen("scale", float(row["deviation"]))
        key = (row["process"], row["model"] or "", bool(row["requires_grad"]))
        if not row["module"] and row["content"] and row["requires_grad"]:
            yield seen("batch", "the same" if contents.get(key) == row["content"] else "another")
            contents[key] = row["content"]


def _layer(row: dict[str, Any]) -> str:
    return f"{row['model']}.{row['module']}" if row["module"] else f"{row['model']}"


def _given(ledger: Ledger) -> Iterator[Observation]:
    """Yield how large the numbers are that each call of a model was given, and how long the second axis is."""
    for row in ledger.trace.ask(_GIVEN).to_pylist():
        subject = f"{_layer(row)} as {row['name'] or 'its input'}"
        if row["deviation"]:
            yield observed("given", subject, float(row["deviation"]), row)
        if len(row["shape"] or ()) > 1:
            yield observed("length", subject, float(row["shape"][1]), row)


def _updates(ledger: Ledger) -> Iterator[Observation]:
    """Yield for each step and parameter whether the step changed it."""
    for parameter in ledger.parameters:
        changed = {write.step for write in ledger.updates(parameter) if write.by_optimizer}
        for step in ledger.steps:
            if step.process == parameter.process and parameter.lives_at(step.operation):
                value = "it is changed" if step.number in changed else "it is not changed"
                subject = _name(parameter)
                yield Observation("update", subject, value, step.operation, step.number, step.file, step.line)


def _name(parameter: Parameter) -> str:
    return f"{parameter.model}.{parameter.name}"


def _gradients(ledger: Ledger) -> Iterator[Observation]:
    by_name = grouped(ledger.parameters, lambda one: (one.process, one.name))
    rows = ledger.trace.ask(_GRADIENTS, [[step.operation for step in ledger.steps]]).to_pylist()
    for row in rows:
        parameters = by_name.get((row["process"], row["name"]), [])
        square = row["mean"] ** 2 + row["deviation"] ** 2
        norm = math.sqrt(square * math.prod(row["shape"] or ()))
        if len(parameters) == 1:
            subject = _name(parameters[0])
            yield observed("flow", subject, "not zero" if norm else "zero", row)
            if norm:
                yield observed("gradient", subject, norm, row)


def _tied(ledger: Ledger) -> Iterator[Observation]:
    """Yield for each step and layer's parameter whether it is another layer's too."""
    rows = ledger.trace.ask(_OWN).to_pylist()
    for members in grouped(
        rows, lambda row: (row["process"], row["step"], int(row["address"] or 0))
    ).values():
        by_name = grouped(members, lambda row: f"{_layer(row)}.{row['name']}")
        for name, (row, *_) in by_name.items():
            others = [other for other in by_name if other != name]
            value = f"it is that of {min(others)} too" if others else "it is its own"
            yield observed("tied", name, value, row)
