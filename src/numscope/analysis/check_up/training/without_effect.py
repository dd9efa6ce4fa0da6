"""Calls of a model from which nothing learns: no gradient goes on to what they were given, and their own is dropped.

A generator's verdict is asked of a discriminator whose own gradients are then set to zero: that is right as long as the
gradient goes on to the generator. If what the discriminator was given is detached, the whole pass is for nothing.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.training_ledger import Ledger, ModuleCall, grouped
from numscope.operations.traits import Trait, has_sql
from numscope.user_code import is_user_file

T = TypeVar("T")
KIND = "training"
_LEAST = 2
# Calls that were given tensors, none of which has a gradient, and that returned one which has.
_ENDS = """
    select operation from module_operands where kind = 'array' group by operation
    having count(*) filter (role = 'given') > 0
        and not coalesce(bool_or(requires_grad) filter (role = 'given'), false)
        and coalesce(bool_or(requires_grad) filter (role = 'returned'), false)
"""
_OWN = """
    select call.id, call.process, p.address from module_calls call join module_operands p on p.operation = call.id
    where not call.met and p.role = 'parameter' and p.kind = 'array' order by call.id
"""
_BACKWARD = """
    select operation, forward, process from modules join operations o on operation = o.id
    where phase = 'backward' and forward is not null and model is not null order by operation
"""
# Where gradients arrive, and what is added to one that is there.
_ARRIVED = f"""
    select o.id, o.process, p.address, p.hash, o.name from called_operations o
        join operands p on p.operation = o.id and p.kind = 'array' and p.address is not null
        left join called_operations node on o.parent = node.id
    where (o.name like '%AccumulateGrad' and {has_sql("o.traits", Trait.GRAPH_NODE)})
        or (node.name like '%AccumulateGrad' and {has_sql("node.traits", Trait.GRAPH_NODE)})
    order by o.id
"""
# Memory of a gradient that is gone may hold another tensor: content is compared, too.
_READ = """
    select o.id, o.process, p.address, p.hash from operands p join called_operations o on p.operation = o.id
        left join modules m on m.operation = o.id
    where p.address in (select unnest(?::ubigint[])) and p.role = 'input' and o.parent is null
        and coalesce(m.phase, 'forward') = 'forward' and o.name not like '%zero\\_' escape '\\' order by o.id
"""


@dataclass
class _Pass:
    """A call of a model, its parameters' addresses, and the operations of the backward pass through it."""

    call: ModuleCall
    parameters: set[int] = field(default_factory=set)
    backward: list[int] = field(default_factory=list)


def without_effect(evidence: Evidence) -> Iterator[Finding]:
    """Yield calls whose gradients end in parameters of the model alone, and are dropped before its step."""
    ledger = evidence.ledger
    if len(ledger.steps) < _LEAST:
        return
    ends = {row["operation"] for row in evidence.trace.ask(_ENDS).to_pylist()}
    passes = _passes(ledger)
    dropped = _Dropped(ledger, passes)
    for (file, line), same in grouped(passes, lambda one: (one.call.file, one.call.line)).items():
        looked = [one for one in same if one.backward and one.parameters]
        found = [one for one in looked if one.call.id in ends and dropped.are_those_of(one)]
        # Behind the last pass there may be no other.
        if file and is_user_file(file) and len(found) >= max(_LEAST, len(looked) - 1):
            problem = (
                f"nothing learns from this call of {found[0].call.model} ({len(found)} of {len(looked)}): what it is "
                "given has no gradient, and the gradients of its own parameters are dropped before they are stepped"
            )
            yield Finding(KIND, file, line, None, found[0].call.id, len(found), problem, _FIX, "gradients T")


_FIX = "do not detach what the call is given if its maker is to learn, or leave the backward pass out"


def _passes(ledger: Ledger) -> list[_Pass]:
    """Return the calls of whole models with what belongs to each, in order."""
    by_process = grouped(
        (_Pass(call) for call in ledger.calls if call.module == ""), lambda one: one.call.process
    )
    starts = {process: [one.call.id for one in passes] for process, passes in by_process.items()}

    def around(process: int, operation: int) -> _Pass | None:
        at = bisect_right(starts.get(process, []), operation) - 1
        return by_process[process][at] if at >= 0 else None

    for row in ledger.trace.ask(_OWN).to_pylist():
        found = around(row["process"], row["id"])
        if found is not None and row["address"]:
            found.parameters.add(int(row["address"]))
    for row in ledger.trace.ask(_BACKWARD).to_pylist():
        found = around(row["process"], row["forward"])
        if found is not None:
            found.backward.append(row["operation"])
    return [one for passes in by_process.values() for one in passes]


class _Dropped:
    """Whether gradients of a pass were dropped: another pass brought new ones before the step, and nobody read them."""

    def __init__(self, ledger: Ledger, passes: list[_Pass]) -> None:
        self._passes = grouped((one for one in passes if one.backward), lambda one: one.call.process)
        self._steps: dict[tuple[int, int], list[int]] = defaultdict(list)
        for parameter in ledger.parameters:
            self._steps[parameter.place] += [
                one.operation for one in ledger.updates(parameter) if one.by_optimizer
            ]
        for steps in self._steps.values():
            steps.sort()  # memory may have held one parameter after another
        rows = ledger.trace.ask(_ARRIVED).to_pylist()
        self._arrived = grouped(rows, lambda row: int(row["process"]))
        addresses = sorted({int(row["address"]) for row in rows})
        self._read = grouped(
            ledger.trace.ask(_READ, [addresses]).to_pylist(), lambda row: int(row["process"])
        )

    def are_those_of(self, one: _Pass) -> bool:
        """Return whether a pass's gradients were dropped, and there is a later step that they could have reached."""
        process, end = one.call.process, max(one.backward)
        steps = (_following(self._steps.get((process, place), []), end) for place in one.parameters)
        step = min((step for step in steps if step is not None), default=None)
        if step is None:
            return False
        # Two calls of one backward pass were both made before it.
        others = [
            min(other.backward)
            for other in _between(self._passes[process], end, step, lambda later: later.call.id)
            if other.parameters & one.parameters and max(other.backward) < step
        ]
        if not others:
            return False
        begin, following = min(one.backward), min(others)
        arrived = self._arrived.get(process, [])
        if any(row["name"].endswith("::add_") for row in _between(arrived, following, step, _number)):
            return False
        new = {(row["address"], row["hash"]) for row in _between(arrived, begin, following, _number)}
        looked = _between(self._read.get(process, []), end, following, _number)
        return not any((row["address"], row["hash"]) in new for row in looked)


def _number(row: dict[str, Any]) -> int:
    return int(row["id"])


def _following(ordered: list[int], number: int) -> int | None:
    """Return the first of numbers in order that is larger; None: there is none."""
    at = bisect_right(ordered, number)
    return ordered[at] if at < len(ordered) else None


def _between(ordered: list[T], after: int, before: int, number: Callable[[T], int]) -> list[T]:
    """Return those whose numbers lie between two, of a list in the order of their numbers."""
    return ordered[bisect_right(ordered, after, key=number) : bisect_left(ordered, before, key=number)]
