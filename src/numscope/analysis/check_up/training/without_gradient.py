"""Parameters that get no gradient, with the line that cuts them off from the loss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.training.set_up import called_names, given_names
from numscope.analysis.concepts.training_ledger import Parameter, grouped
from numscope.trace import Operation

KIND = "training"
_LOOK = "gradients T"
_MOST_HOPS = 40
_LEAST_STEPS = 2
_RETURNED = """
    select call.id, call.file, call.line, call.time_ns + coalesce(call.duration_ns, 0) as end_ns, p.address, p.hash,
        p.requires_grad, call.process
    from module_calls call join module_operands p on p.operation = call.id
    where not call.met and call.model = ? and call.module = ? and p.role = 'returned' and call.process = ?
        and call.id >= ?
    order by call.id limit 1
"""
_READERS = """
    select distinct o.id from operands p join called_operations o on p.operation = o.id
    where p.hash = ? and p.address = ? and p.role in ('input', 'argument') and o.id > ? and o.process = ?
        and o.time_ns >= ? and o.parent is null and user_file is not null order by o.id limit 4
"""
# Of each parameter, in the life of its memory, the last operation that read it.
_LAST_READS = """
    with wanted as (
        select unnest(?::integer[]) as number, unnest(?::ubigint[]) as address, unnest(?::bigint[]) as met,
            unnest(?::bigint[]) as ended
    ), last as (
        select number, max(p.operation) as operation, arg_max(p.place, p.operation) as place
        from wanted join operands p on p.address = wanted.address and p.operation between met and ended
            join operations o on p.operation = o.id
        where p.role = 'input' and p.kind = 'array' and o.parent is null group by number
    )
    select number from last left join attributes a on a.operation = last.operation and a.place = last.place
        and a.name = 'requires_grad'
    where coalesce(a.integer, 0) <> 1 and exists (
        select 1 from attributes other join operands r on r.operation = last.operation and r.place = other.place
        where other.operation = last.operation and other.name = 'requires_grad' and other.integer = 1
            and r.role = 'output')
"""

# Where the program itself detaches a parameter again and again, as `self.rate.detach()`.
_DETACHED = """
    select o.user_file as file, o.user_line as line
    from operand_layouts p join operations o on p.operation = o.id
    where p.address = ? and p.role = 'input' and o.process = ? and o.id between ? and ?
        and split_part(o.name, '::', 2) = 'detach' and o.parent is null and o.user_visible
    group by all having count(*) >= ? order by min(o.id) limit 1
"""


class _Layer(NamedTuple):
    process: int
    model: str
    name: str
    met: int


def without_gradient(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that cut trained models' parameters off from the loss."""
    ledger = evidence.ledger
    if len(ledger.steps) < _LEAST_STEPS:
        return
    trained = {one.process for one in ledger.parameters if ledger.learns(one)}
    cut = [
        one
        for one in ledger.parameters
        if one.requires_grad
        and one.process in trained
        and _never(ledger.gradients_of(one))
        and not ledger.updates(one)
    ]
    frozen = _frozen_since(evidence, cut)
    cut = [one for one in cut if one not in frozen]
    found: dict[tuple[str, int], tuple[str, list[Parameter]]] = {}
    detached = {one: place for one in cut if (place := _detached(evidence, one)) is not None}
    for one, place in detached.items():
        found.setdefault(place, ("the program detaches them here", []))[1].append(one)
    cut = [one for one in cut if one not in detached]
    # Models of one class differ in when they were met.
    by_layer = grouped(cut, lambda one: (one.process, one.model, one.name.rpartition(".")[0], one.met))
    for (process, model, layer, met), members in by_layer.items():
        cause = _cause(evidence, _Layer(process, model, layer, met))
        if cause is not None:
            found.setdefault(cause[:2], (cause[2], []))[1].extend(members)
    for place, (why, members) in found.items():
        names = ", ".join(one.name for one in members[:3])
        more = f" and {len(members) - 3} more" if len(members) > 3 else ""
        problem = (
            f"{len(members)} of {len(ledger.parameters)} parameters have no gradient in any of "
            f"{len(ledger.steps):,} steps: {why} ({names}{more})"
        )
        yield Finding(KIND, *place, None, members[0].met, len(ledger.steps), problem, _FIX, _LOOK)


_FIX = "let the loss depend on them, or freeze them on purpose with `requires_grad_(False)`"


def _never(gradients: dict[int, str | None]) -> bool:
    """Return whether no step found a gradient; a parameter of a model that got none at all is not listed."""
    return not any(gradients.values())


def _frozen_since(evidence: Evidence, parameters: list[Parameter]) -> set[Parameter]:
    """Return those frozen after their first call: the last result made with one has a graph, and it has none."""
    if not parameters:
        return set()
    end = len(evidence.trace)
    given = [
        list(range(len(parameters))),
        [one.address for one in parameters],
        [one.met for one in parameters],
        [end if one.end is None else one.end for one in parameters],
    ]
    return {parameters[number] for number in evidence.trace.ask(_LAST_READS, given)["number"].to_pylist()}


def _detached(evidence: Evidence, parameter: Parameter) -> tuple[str, int] | None:
    """Return the line that takes a parameter without its gradient, about once a step."""
    end = len(evidence.trace) if parameter.end is None else parameter.end
    steps = len(evidence.ledger.steps) // 2
    given = [parameter.address, parameter.process, parameter.met, end, max(steps, _LEAST_STEPS)]
    rows = evidence.trace.ask(_DETACHED, given).to_pylist()
    return (rows[0]["file"], rows[0]["line"]) if rows else None


def _cause(evidence: Evidence, layer: _Layer) -> tuple[str, int, str] | None:
    """Return file, line and reason; None if the layer did not run."""
    given = [layer.model, layer.name, layer.process, layer.met]
    rows: list[dict[str, Any]] = evidence.trace.ask(_RETURNED, given).to_pylist()
    if not rows:
        return None
    row = rows[0]
    if not row["requires_grad"]:
        return _ungraded(evidence, row)
    last, name = row, "its result"
    operation: Operation | None = None
    for _ in range(_MOST_HOPS):
        following = _next(evidence, last)
        if following is None:
            break
        operation, output = following
        name = operation.name.rpartition("::")[2]
        if output is None or not output["requires_grad"]:
            break
        last = output
    site = operation.user_site if operation else None
    if site is None or site.file is None or site.line is None:
        return (row["file"], row["line"], "the loss does not depend on its result") if row["file"] else None
    if name.startswith("detach"):
        return site.file, site.line, "the layer's result is detached here"
    why = f"what {name} returns here is the last that depends on them, and no loss uses it"
    return site.file, site.line, why


def _ungraded(evidence: Evidence, row: dict[str, Any]) -> tuple[str, int, str] | None:
    """Return the call of a layer whose result has no graph; None if its model is not trained.

    A teacher runs so as well. That a model is to be trained says its own part that is, or the optimiser's construction.
    """
    ledger = evidence.ledger
    call = next(one for one in ledger.calls if one.id == row["id"])
    if call.file and any(map(ledger.learns, ledger.model_of(call))):
        return call.file, call.line, _UNGRADED
    outer = next((one for one in reversed(ledger.calls) if one.id <= call.id and not one.module), call)
    step = next((one for one in ledger.steps if one.process == call.process), None)
    if outer.file is None or step is None:
        return None
    place = outer.file, outer.line
    return (
        (*place, _UNGRADED) if called_names(ledger.trace, place) & given_names(ledger.trace, step) else None
    )


_UNGRADED = "the layer runs here without recording gradients"


def _next(evidence: Evidence, row: dict[str, Any]) -> tuple[Operation, dict[str, Any] | None] | None:
    """Return the last operation that reads a result, and what it leaves."""
    given = [row["hash"], row["address"], row["id"], row["process"], row["end_ns"] or 0]
    ids = evidence.trace.ask(_READERS, given)["id"].to_pylist()
    if not ids:
        return None
    (operation,) = evidence.fetch(ids[:1])
    attributes = evidence.trace.ask(
        """
        select p.hash, p.address, coalesce(a.integer, 0) = 1 as requires_grad, o.id, o.process, o.time_ns as end_ns
        from operands p join operations o on p.operation = o.id left join attributes a on a.operation = o.id
            and a.place = p.place and a.name = 'requires_grad'
        where o.id = ? and p.role in ('output', 'mutated') and p.kind = 'array' order by p.place limit 1
        """,
        [operation.id],
    ).to_pylist()
    return operation, (attributes[0] if attributes else None)
