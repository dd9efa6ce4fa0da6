"""The operations of one process, by id, kept as columns: of ten million each object alone would take gigabytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from numscope.analysis.memory.blocks import Integers
from numscope.trace import Trace

# Put together here: to have DuckDB join and sort ten million rows takes more memory than a query may have.
_OPERATIONS = (
    "select id, coalesce(parent, -1) as parent, call from called_operations where process = {process}"
)
_LAYERS = "select operation, step, coalesce(forward, -1) as forward, module, model, phase from modules"
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
        order = np.argsort(table.column("id").to_numpy(), kind="stable")
        self._ids, self._parents, self._call_of = (
            table.column(name).to_numpy()[order].astype(np.int64) for name in ("id", "parent", "call")
        )
        self._layers = _Layers(trace)
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
        places = np.searchsorted(self._ids, operations)
        steps = self._layers.steps(self._ids[places.clip(min=1) - 1])
        return np.where(places > 0, steps, 0)

    def among(self, operations: Integers) -> Integers:
        """Return those of some operations that are of this process, in the order in which they are given."""
        found: Integers = operations[self._ids[self._places(operations)] == operations]
        return found

    def backward(self, operations: Integers) -> Integers:
        """Return those of some operations of this process that belong to the backward pass."""
        found: Integers = operations[self._layers.backward(operations)]
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
            operation = int(self._ids[index])
            self._ran[index] = Ran(
                id=operation,
                parent=_known(self._parents[index]),
                name=call["name"],
                traits=call["traits"] or 0,
                function=call["function"],
                file=call["user_file"],
                line=call["user_line"] or 0,
                **self._layers.of(operation),
            )
        return self._ran[index]


class _Layers:
    """The rows of `modules`, by operation. Operations that are not torch's have none."""

    def __init__(self, trace: Trace) -> None:
        table = trace.ask(_LAYERS)
        self._order = np.argsort(table.column("operation").to_numpy(), kind="stable")
        self._ids: Integers = table.column("operation").to_numpy()[self._order].astype(np.int64)
        self._steps: Integers = table.column("step").to_numpy()[self._order].astype(np.int64)
        self._forwards = table.column("forward")
        self._texts = {
            name: table.column(name).combine_chunks().dictionary_encode()
            for name in ("module", "model", "phase")
        }

    def of(self, operation: int) -> dict[str, Any]:
        """Return layer, model, phase, step and forward operation, by the names that `Ran` has for them."""
        place = int(np.searchsorted(self._ids, operation))
        if place == len(self._ids) or int(self._ids[place]) != operation:
            return {"module": None, "model": None, "phase": None, "step": 0, "forward": None}
        row = int(self._order[place])
        return {
            **{name: texts[row].as_py() for name, texts in self._texts.items()},
            "step": int(self._steps[place]),
            "forward": _known(self._forwards[row].as_py()),
        }

    def steps(self, operations: Integers) -> Integers:
        """Return the step of each; 0 where it has none."""
        there, places = self._found(operations)
        return np.where(there, self._steps[places], 0) if len(self._ids) else np.zeros_like(operations)

    def backward(self, operations: Integers) -> npt.NDArray[np.bool_]:
        """Return which belong to the backward pass."""
        kinds = self._texts["phase"].dictionary.to_pylist()
        there, places = self._found(operations)
        if "backward" not in kinds:
            return np.zeros(len(operations), np.bool_)
        codes = self._texts["phase"].indices.fill_null(-1).to_numpy()[self._order[places]]
        found: npt.NDArray[np.bool_] = there & (codes == kinds.index("backward"))
        return found

    def _found(self, operations: Integers) -> tuple[npt.NDArray[np.bool_], Integers]:
        places = np.searchsorted(self._ids, operations).clip(max=max(len(self._ids) - 1, 0))
        there = self._ids[places] == operations if len(self._ids) else np.zeros(len(operations), np.bool_)
        return there, places


def _known(operation: Any) -> int | None:
    return None if operation < 0 else int(operation)
