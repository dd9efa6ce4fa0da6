"""A copy of a model that is asked when the training is over, with the weights from before its first step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.training_ledger import Ledger, ModuleCall, Parameter, grouped
from numscope.trace import Trace

KIND = "parameter"
_COPIED = """
    select o.id, o.process, i.address as source, r.address as copy, user_file as file, user_line as line
    from called_operations o join operand_layouts i on i.operation = o.id and i.role = 'input'
        join operand_layouts r on r.operation = o.id and r.role = 'output'
    where split_part(o.name, '::', 2) = 'clone' and i.address <> r.address and user_file is not null
    order by o.id
"""


@dataclass(frozen=True)
class Copy:
    """Where a parameter was copied, and of which one."""

    operation: int
    source: tuple[int, int]
    file: str
    line: int


def stale_copies(ledger: Ledger) -> Iterator[Finding]:
    """Yield copies that no step reached and that are called after the last one, where the trained model is not."""
    last = {step.process: step.operation for step in ledger.steps}
    late = [call for call in ledger.calls if call.module == "" and call.id > last.get(call.process, call.id)]
    asked = {one for call in late for one in ledger.model_of(call) if ledger.learns(one)}
    copies = first_copies(ledger) if late else {}
    for calls in grouped(late, lambda call: (call.process, call.model)).values():
        made, originals = _origin(ledger, calls[0], copies)
        if made is not None and originals and not asked.intersection(originals):
            problem = (
                f"the copy that line {calls[0].line} asks has the weights from before the first of "
                f"{len(ledger.steps):,} steps: nothing changes it later, and {originals[0].model} itself is not "
                "called after the last step"
            )
            yield Finding(
                KIND, made.file, made.line, None, made.operation, len(calls), problem, _RENEW, "summary T"
            )


_RENEW = "renew the copy where the model got better: `best.load_state_dict(model.state_dict())`"


def first_copies(ledger: Ledger) -> dict[tuple[int, int], Copy]:
    """Return the parameters' copies from before the first step that nothing wrote later, by place."""
    first = ledger.steps[0].operation
    return {
        place: copy
        for place, copy in last_copies(ledger.trace, first).items()
        if not any(write.operation > first for write in ledger.writes.get(place, []))
    }


def last_copies(trace: Trace, before: int) -> dict[tuple[int, int], Copy]:
    """Return what was copied before an operation, by the place of the copy; the last one of each place."""
    return {
        (row["process"], row["copy"]): Copy(
            row["id"], (row["process"], row["source"]), row["file"], row["line"]
        )
        for row in trace.ask(_COPIED).to_pylist()
        if row["id"] < before
    }


def _origin(
    ledger: Ledger, call: ModuleCall, copies: dict[tuple[int, int], Copy]
) -> tuple[Copy | None, list[Parameter]]:
    """Return where all parameters of a call's model were copied, and the trained ones that they were copied of."""
    own = [copies.get(one.place) for one in ledger.model_of(call)]
    learning = {one.place: one for one in ledger.parameters if ledger.learns(one)}
    originals = [learning.get(copy.source) for copy in own if copy is not None]
    if not own or None in own or None in originals:
        return None, []
    return own[0], [one for one in originals if one is not None]
