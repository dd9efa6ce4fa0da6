"""The operations of one process, by id, kept as columns: of ten million each object alone would take gigabytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.memory.blocks import Integers
from numscope.trace import Trace

_OPERATIONS = """
    select operation.id, coalesce(parent, -1) as parent, call, coalesce(step, 0) as step,
        coalesce(forward, -1) as forward, module, model, phase
    from called_operations operation left join modules on modules.operation = operation.id
    where process = {process} order by operation.id
"""
_CALLS = "select id, name, traits, function, user_file, user_line from calls"


@dataclass(frozen=True)
class Ran:
    """An operation with its place. function: that called it, maybe a library's. module is None outside of models."""

    id: int
    parent: int | None
    name: str
    traits: int
    function: str | None
    file: str | None
    line: int
    module: str | None
    model: str | None
    phase: str | None
    step: int
    forward: int | None


class Operations:
    """The operations of one process. An operation that is asked for twice is the same object."""

    def __init__(self, trace: Trace, process: int) -> None:
        table = trace.ask(_OPERATIONS.format(process=int(process)))
        self._ids, self._parents, self._call_of, self._steps, self._forwards = (
            table.column(name).to_numpy().astype(np.int64)
            for name in ("id", "parent", "call", "step", "forward")
        )
        self._texts = {
            name: table.column(name).combine_chunks().dictionary_encode()
            for name in ("module", "model", "phase")
        }
        self._calls = {row["id"]: row for row in trace.ask(_CALLS).to_pylist()}
        self._ran: dict[int, Ran] = {}

    def get(self, operation: int) -> Ran | None:
        """Return an operation, None if it is another process's."""
        index = int(np.searchsorted(self._ids, operation))
        if index == len(self._ids) or int(self._ids[index]) != operation:
            return None
        return self._at(index)

    def before(self, operation: int) -> Ran | None:
        """Return the operation that began last before this one."""
        index = int(np.searchsorted(self._ids, operation))
        return self._at(index - 1) if index else None

    def steps_before(self, operations: Integers) -> Integers:
        """Return the step of the operation that began last before each; 0 where there is none."""
        return np.concatenate((np.zeros(1, np.int64), self._steps))[np.searchsorted(self._ids, operations)]

    def among(self, operations: Integers) -> Integers:
        """Return those of some operations that are of this process, in the order in which they are given."""
        found: Integers = operations[self._ids[self._places(operations)] == operations]
        return found

    def backward(self, operations: Integers) -> Integers:
        """Return those of some operations of this process that belong to the backward pass."""
        phases = self._texts["phase"]
        kinds = phases.dictionary.to_pylist()
        if "backward" not in kinds:
            return operations[:0]
        codes = phases.indices.fill_null(-1).to_numpy()[self._places(operations)]
        found: Integers = operations[codes == kinds.index("backward")]
        return found

    def _places(self, operations: Integers) -> Integers:
        """Return where each stands among the ids, or would: there is always one, as the process was given memory."""
        return np.searchsorted(self._ids, operations).clip(max=len(self._ids) - 1)

    def chain(self, ran: Ran | None) -> list[Ran]:
        """Return an operation and those around it, the outermost last."""
        found = []
        while ran is not None:
            found.append(ran)
            ran = self.get(ran.parent) if ran.parent is not None else None
        return found

    def _at(self, index: int) -> Ran:
        if index not in self._ran:
            call = self._calls[int(self._call_of[index])]
            self._ran[index] = Ran(
                id=int(self._ids[index]),
                parent=_known(self._parents[index]),
                name=call["name"],
                traits=call["traits"] or 0,
                function=call["function"],
                file=call["user_file"],
                line=call["user_line"] or 0,
                module=self._texts["module"][index].as_py(),
                model=self._texts["model"][index].as_py(),
                phase=self._texts["phase"][index].as_py(),
                step=int(self._steps[index]),
                forward=_known(self._forwards[index]),
            )
        return self._ran[index]


def _known(operation: Any) -> int | None:
    return None if operation < 0 else int(operation)
