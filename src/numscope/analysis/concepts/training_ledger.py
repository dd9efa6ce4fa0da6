"""The ledger of a training: every parameter with its gradient and its writes, every step, every call of a layer.

No optimiser is asked what it holds: what it writes while it steps says it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from numscope.operations.traits import Trait, has_sql
from numscope.trace import Trace

_CHANGES = int(Trait.WRITES | Trait.ASSIGNS | Trait.OVERWRITES)
_STEPS = f"""
    select o.id, coalesce(step.integer, 0) as number, o.name, user_file, user_line, process
    from called_operations o
        join attributes phase on phase.operation = o.id and phase.place is null and phase.name = 'phase'
        left join attributes step on step.operation = o.id and step.place is null and step.name = 'step'
    where phase.text = 'optimizer' and {has_sql("traits", Trait.FRAME)}
        and not {has_sql("traits", Trait.GRAPH_NODE)}
    order by o.id
"""
_PARAMETERS = """
    select call.id as met, call.model, call.process, p.name, p.shape, p.data_bytes, p.address, p.requires_grad, p.hash,
        call.file, call.line
    from module_operands p join module_calls call on p.operation = call.id
    where p.role = 'parameter' and p.kind = 'array' and call.met order by call.id, p.item
"""
_CALLED = """
    select call.id as met, call.module, call.process, p.name, p.shape, p.data_bytes, p.address, p.requires_grad, p.hash,
        call.file, call.line
    from module_operands p join module_calls call on p.operation = call.id
    where p.role = 'parameter' and p.kind = 'array' and not call.met and starts_with(call.module, '<')
    order by call.id, p.item
"""
_WRITES = f"""
    select w.operation, o.process, w.address, o.name, o.traits, user_file as file, user_line as line,
        phase.operation is not null as by_optimizer, coalesce(step.integer, 0) as step
    from results w join called_operations o on w.operation = o.id
        left join attributes phase on phase.operation = o.id and phase.place is null and phase.name = 'phase'
            and phase.text = 'optimizer'
        left join attributes step on step.operation = o.id and step.place is null and step.name = 'step'
    where w.address in (select unnest(?::ubigint[])) and not {has_sql("traits", Trait.VIEW)}
        and (w.role <> 'output' or {has_sql("traits", _CHANGES)}) and not coalesce(o.raised, false)
    order by w.operation
"""
# New memory at the address of an old parameter, which is gone then.
_ALLOCATED = f"""
    select w.operation, o.process, w.address from results w join called_operations o on w.operation = o.id
    where w.address in (select unnest(?::ubigint[])) and w.role = 'output'
        and not {has_sql("traits", _CHANGES | Trait.VIEW | Trait.FRAME | Trait.GRAPH_NODE)}
        and not exists (
            select 1 from operand_layouts i
            where i.operation = w.operation and i.role = 'input' and i.address = w.address)
    order by w.operation
"""
_GRADIENTS = """
    select p.operation, p.name, p.kind = 'array' as there, p.shape, p.hash
    from operands p where p.operation in (select unnest(?::bigint[])) and p.role = 'input' and p.name is not null
    order by p.operation, p.place
"""
_CALLS = """
    select c.id, module, model, type, phase, step, training, file, line, process, thread, time_ns,
        time_ns + coalesce(duration_ns, 0) as end_ns
    from module_calls c where not met and not coalesce(raised, false) order by c.id
"""
Key = TypeVar("Key")
Row = TypeVar("Row")


@dataclass(frozen=True)
class Step:
    """One step of an optimiser. name: its class. operation: the first that recorded it."""

    operation: int
    number: int
    name: str
    file: str | None
    line: int
    process: int


@dataclass(frozen=True)
class Parameter:
    """One parameter's memory, as its model was first met.

    met: an id, the same for all parameters of a model. file, line: of the call. end: the operation that gave its memory
    to another tensor; None: it has it still.
    """

    name: str
    model: str
    shape: tuple[int, ...]
    address: int
    requires_grad: bool
    hash: str | None
    met: int
    process: int
    file: str | None
    line: int
    end: int | None

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)

    @property
    def place(self) -> tuple[int, int]:
        """Process and address; where memory is used again, several parameters may have one place."""
        return self.process, self.address

    def lives_at(self, operation: int) -> bool:
        """Return whether it had been met, and had its memory, when an operation ran."""
        return self.met <= operation and (self.end is None or operation < self.end)


@dataclass(frozen=True)
class Write:
    """An operation that changed a parameter."""

    operation: int
    name: str
    traits: int
    step: int
    by_optimizer: bool
    file: str | None
    line: int


@dataclass(frozen=True)
class ModuleCall:
    """One call of a layer; module is "" for the model itself."""

    id: int
    module: str
    model: str
    type: str
    phase: str
    step: int
    training: bool
    file: str | None
    line: int
    process: int
    thread: int
    time_ns: int
    end_ns: int


class Ledger:
    """What a trace knows of its trainings; empty if no optimiser stepped."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of all optimisers, one each."""
        found: dict[tuple[int, int], Step] = {}
        for row in self.trace.ask(_STEPS).to_pylist():
            name = row["name"].rpartition("::")[2].partition(".")[0]
            step = Step(
                row["id"], row["number"], name, row["user_file"], row["user_line"] or 0, row["process"]
            )
            found.setdefault((step.process, step.number), step)
        return tuple(found.values())

    def step_after(self, process: int, operation: int) -> Step | None:
        """Return the next step that a process makes after an operation."""
        return next((one for one in self.steps if one.process == process and one.operation > operation), None)

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of all models that were called, each memory once as long as it is not given away."""
        found: dict[tuple[int, int], list[Parameter]] = defaultdict(list)
        start = last = -1
        for row in self._met:
            # Of large models several records follow each other.
            start = start if row["met"] in (last, last + 1) else row["met"]
            last = row["met"]
            parameter = self._parameter({**row, "met": start})
            before = found[parameter.place]
            if not any(one.lives_at(parameter.met) for one in before):
                before.append(parameter)
        return tuple(sorted((one for same in found.values() for one in same), key=lambda one: one.met))

    @cached_property
    def unregistered(self) -> tuple[Parameter, ...]:
        """Parameters of layers that ran inside a model and are not among its submodules."""
        known = {parameter.place for parameter in self.parameters}
        found: dict[tuple[int, int], Parameter] = {}
        for row in self._called:
            parameter = self._parameter({**row, "model": row["module"]})
            if parameter.place not in known:
                found.setdefault(parameter.place, parameter)
        return tuple(found.values())

    @cached_property
    def _met(self) -> list[dict[str, Any]]:
        return self._of_models(_PARAMETERS)

    @cached_property
    def _called(self) -> list[dict[str, Any]]:
        return self._of_models(_CALLED)

    def _of_models(self, query: str) -> list[dict[str, Any]]:
        """Return the answer to a query for parameters: it looks through all operands, in most traces for nothing."""
        if not self.trace.ask("select 1 from module_calls limit 1").num_rows:
            return []
        return self.trace.ask(query).to_pylist()  # type: ignore[no-any-return]

    def _parameter(self, row: dict[str, Any]) -> Parameter:
        place = row["process"], row["address"] or 0
        end = next((one for one in self._allocated.get(place, []) if one > row["met"]), None)
        return Parameter(
            *(row["name"] or "?", row["model"] or "", tuple(row["shape"] or ()), place[1]),
            *(bool(row["requires_grad"]), row["hash"], row["met"], row["process"]),
            row["file"],
            row["line"] or 0,
            end,
        )

    def model_of(self, call: ModuleCall) -> list[Parameter]:
        """Return the parameters of the model that a call belongs to, which may have another one's name."""
        named = self._models.get((call.process, call.model), {})
        # The model is met right after its first call began.
        met = max((one for one in named if one <= call.id + 1), default=None)
        return named[met] if met is not None else []

    @cached_property
    def _models(self) -> dict[tuple[int, str], dict[int, list[Parameter]]]:
        by_name = grouped(self.parameters, lambda one: (one.process, one.model))
        return {key: grouped(members, lambda one: one.met) for key, members in by_name.items()}

    def learns(self, parameter: Parameter) -> bool:
        """Return whether an optimiser changes it."""
        return any(write.by_optimizer for write in self.updates(parameter))

    @cached_property
    def writes(self) -> dict[tuple[int, int], list[Write]]:
        """What changed each parameter, by its place, in order; from when it was made."""
        found: dict[tuple[int, int], list[Write]] = defaultdict(list)
        for row in self.trace.ask(_WRITES, [self._addresses]).to_pylist():
            found[row["process"], row["address"]].append(
                Write(
                    *(row["operation"], row["name"], row["traits"], row["step"], row["by_optimizer"]),
                    *(row["file"], row["line"] or 0),
                )
            )
        return found

    def updates(self, parameter: Parameter) -> list[Write]:
        """Return what changed a parameter after its model was first called, as long as its memory was its own."""
        writes = self.writes.get(parameter.place, [])
        return [
            write
            for write in writes
            if parameter.met < write.operation and parameter.lives_at(write.operation)
        ]

    def born(self, parameter: Parameter) -> int:
        """Return the operation that gave a parameter its memory; 0: it was there before."""
        made = self._allocated.get(parameter.place, [])
        return max((one for one in made if one <= parameter.met), default=0)

    @cached_property
    def _addresses(self) -> list[int]:
        return sorted({row["address"] or 0 for row in (*self._met, *self._called)})

    @cached_property
    def _allocated(self) -> dict[tuple[int, int], list[int]]:
        """The operations that gave a parameter's memory to another tensor, or to it."""
        found: dict[tuple[int, int], list[int]] = defaultdict(list)
        for row in self.trace.ask(_ALLOCATED, [self._addresses]).to_pylist():
            found[row["process"], row["address"]].append(row["operation"])
        return found

    def gradients_of(self, parameter: Parameter) -> dict[int, str | None]:
        """Return the hash of its gradient by step; None: there was none.

        A parameter whose name another one that lives has as well is there only if it can't be mistaken.
        """
        return self._gradients.get((*parameter.place, parameter.met), {})

    @cached_property
    def _gradients(self) -> dict[tuple[int, int, int], dict[int, str | None]]:
        records = {row["id"]: (row["process"], row["number"]) for row in self.trace.ask(_STEPS).to_pylist()}
        named = grouped(self.parameters, lambda one: (one.process, one.name))
        found: dict[tuple[int, int, int], dict[int, str | None]] = defaultdict(dict)
        rows = self.trace.ask(_GRADIENTS, [list(records)]).to_pylist()
        for (operation, name), same in grouped(
            rows, lambda row: (int(row["operation"]), str(row["name"]))
        ).items():
            process, number = records[operation]
            living = [one for one in named.get((process, name), []) if one.lives_at(operation)]
            if len(living) == len(same):
                for parameter, row in zip(living, same, strict=True):
                    content = (row["hash"] or "?") if row["there"] else None
                    found[(*parameter.place, parameter.met)][number] = content
        return found

    @cached_property
    def calls(self) -> tuple[ModuleCall, ...]:
        """All calls of layers that came to an end."""
        return tuple(
            ModuleCall(
                *(row["id"], row["module"] or "", row["model"] or "", row["type"], row["phase"], row["step"]),
                *(bool(row["training"]), row["file"], row["line"] or 0, row["process"], row["thread"]),
                *(row["time_ns"], row["end_ns"]),
            )
            for row in self.trace.ask(_CALLS).to_pylist()
        )


def grouped(rows: Iterable[Row], key: Callable[[Row], Key]) -> dict[Key, list[Row]]:
    """Return the rows by their key, in the order in which keys first come."""
    found: dict[Key, list[Row]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found
