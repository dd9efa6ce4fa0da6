"""What the ranks of a training have in common: parameters that are the same on all of them after each step."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.concepts.training_ledger import Ledger, Step, grouped
from numscope.analysis.learn.observation import Observation

_LEFT = """
    select p.operation, p.address, p.hash from operands p
    where p.operation in (select unnest(?::bigint[])) and p.role in ('output', 'out', 'mutated') and p.hash is not null
    order by p.operation
"""


def replicas(ledger: Ledger) -> Iterator[Observation]:
    """Yield of each parameter that several processes have whether a step left the same numbers on all of them."""
    processes = {step.process for step in ledger.steps}
    if len(processes) < 2:
        return
    steps = {(step.process, step.number): step for step in ledger.steps}
    left = _left(ledger)
    by_name = grouped(ledger.parameters, lambda one: (one.model, one.name))
    for (model, name), copies in by_name.items():
        if {one.process for one in copies} != processes or len(copies) != len(processes):
            continue
        for number in sorted({number for _, _, number in left}):
            held = [left.get((one.process, one.address, number)) for one in copies]
            step = _last(steps, processes, number)
            if None not in held and step is not None:
                value = "the same on all ranks" if len(set(held)) == 1 else "not the same on all ranks"
                yield Observation(
                    "ranks", f"{model}.{name}", value, step.operation, number, step.file, step.line
                )


def _left(ledger: Ledger) -> dict[tuple[int, int, int], str]:
    """Return what each step left in each parameter, by process, address and number of the step."""
    writes = {
        write.operation: (parameter.process, write.step)
        for parameter in ledger.parameters
        for write in ledger.updates(parameter)
        if write.by_optimizer
    }
    found = {}
    for row in ledger.trace.ask(_LEFT, [list(writes)]).to_pylist():
        process, number = writes[row["operation"]]
        found[process, int(row["address"] or 0), number] = str(row["hash"])
    return found


def _last(steps: dict[tuple[int, int], Step], processes: set[int], number: int) -> Step | None:
    found = [steps[process, number] for process in processes if (process, number) in steps]
    return max(found, key=lambda step: step.operation, default=None)
