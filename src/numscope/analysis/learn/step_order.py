"""In which order a step of a training does what it does, and how gradients arrive: values that rules are made of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise

from numscope.analysis.concepts.training_ledger import Ledger, grouped
from numscope.analysis.learn.observation import Observation, observed
from numscope.operations.traits import Trait, has_sql

_BACKWARD, _STEP = "the backward pass", "the step of the optimiser"
# Calls of models, what the program's own code calls around them, the backward pass, and steps.
_EVENTS = f"""
    select id, process, coalesce(step, 0) as step, file, line, model as name from module_calls
    where not met and phase = 'forward' and module = ''
    union all
    select o.id, o.process, coalesce(m.step, 0), user_file, user_line, case
        when m.phase = 'optimizer' then '{_STEP}' when {has_sql("o.traits", Trait.GRAPH_NODE)} then '{_BACKWARD}'
        else o.name end
    from modules m join called_operations o on m.operation = o.id
    where o.depth = 0 and m.module is null and not coalesce(raised, false)
        and (m.phase is not null or not {has_sql("o.traits", Trait.VIEW | Trait.UNINITIALISED)})
        and o.id > (select min(id) from module_calls)
    order by 1
"""
_ARRIVING = f"""
    select o.id, o.name, o.process, coalesce(m.step, 0) as step, o.user_file as file, o.user_line as line
    from called_operations o join called_operations node on o.parent = node.id join modules m on m.operation = node.id
    where node.name like '%AccumulateGrad' and {has_sql("node.traits", Trait.GRAPH_NODE)} order by o.id
"""


def order(ledger: Ledger) -> Iterator[Observation]:
    """Yield of all that a step does outside of models what it does next."""
    steps = {(step.process, step.number) for step in ledger.steps}
    rows = [row for row in ledger.trace.ask(_EVENTS).to_pylist() if (row["process"], row["step"]) in steps]
    for same in grouped(rows, lambda row: (row["process"], row["step"])).values():
        events = [next(members) for _, members in groupby(same, key=lambda row: str(row["name"]))]
        for first, second in pairwise(events):
            yield observed("order", first["name"], second["name"], second)


def arrivals(ledger: Ledger) -> Iterator[Observation]:
    """Yield what is done with a gradient that arrives at a parameter: it is kept, or added to one that is there."""
    for row in ledger.trace.ask(_ARRIVING).to_pylist():
        yield observed("only", "a gradient that arrives at its parameter", row["name"], row)
