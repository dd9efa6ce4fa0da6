"""The plan by which recorded results take the places of operations: what `recording.mock` reads."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

from numscope.errors import TraceError, UsageError
from numscope.format.files import RefusedFileError
from numscope.operations.traits import Trait
from numscope.probes.calling.recipes import STATE
from numscope.probes.loading import ProbeError
from numscope.probes.registry import probe_of
from numscope.trace import Operand, Operation, Trace

# Answered by an integer of C's, not by an object: never asked about.
_NOT_ASKED = ("__setitem__", "__bool__", "__contains__", "__set__", "__buffer__")
# Reading a value back costs some microseconds.
_WORTH_NS = 20_000
# They give lists, or views.
_OWN_KINDS = ("meshgrid", "broadcast_arrays", "split", "array_split", "hsplit", "vsplit", "dsplit", "unstack")
_MANY = 2000


def write_plan(trace: Trace, upto: int, folder: Path) -> tuple[int, int]:
    """Write `plan.jsonl` for the user-visible operations of the first thread up to `upto`; how many, and stood in for.

    Raises UsageError if there are none.
    """
    ids = trace.ask(
        "select id from operations where user_visible and process = 0 and thread = 1 and id <= ? order by id",
        [upto],
    )["id"].to_pylist()
    if not ids:
        raise UsageError(f"{trace.path} has no operation of the program's up to {upto}.")
    places = _Places(trace, folder / "values.pack")
    stood_in = asked = 0
    with (folder / "plan.jsonl").open("w") as plan:
        for start in range(0, len(ids), _MANY):
            for operation in trace.operations.fetch(ids[start : start + _MANY]):
                if operation.name.rpartition(".")[2] in _NOT_ASKED:
                    continue
                results = _results(operation, places)
                asked, stood_in = asked + 1, stood_in + (results is not None)
                site = operation.user_site or operation.site
                document = {
                    "id": operation.id,
                    "name": operation.name,
                    "place": f"{site.file}:{site.line}" if site else "?",
                    "duration_ns": operation.duration_ns or 0,
                    "operands": [_fact(operand) for operand in operation.operands if operand.role in _BEFORE],
                    "results": results,
                    "many": any(operand.item for operand in operation.outputs),
                }
                plan.write(json.dumps(document) + "\n")
    return asked, stood_in


_BEFORE = ("input", "out", "argument")


def _fact(operand: Operand) -> list[Any]:
    content: Any = operand.literal
    if operand.is_array():
        content = operand.hash
    elif operand.kind == "float":
        content = struct.pack("<d", operand.literal).hex()
    elif operand.kind in ("int", "bool"):
        content = int(operand.literal or 0)
    elif operand.kind in ("none", "object"):
        content = None
    return [operand.role, operand.position, operand.item, content]


def _results(operation: Operation, places: _Places) -> list[Any] | None:
    """The results to give instead of running it; None: it runs.

    It does where that is as quick, and where it leaves more behind than its results: arrays changed in place, views of
    its inputs, a generator's next state, an object that may have learnt something.
    """
    last = operation.name.rpartition(".")[2]
    quick = (operation.duration_ns or 0) < _WORTH_NS
    if quick or operation.exception or operation.truncated or operation.unfinished or operation.mutated:
        return None
    if operation.out or last in _OWN_KINDS or not operation.outputs:
        return None
    leaves_state = operation.traits & (Trait.DRAWS | Trait.SEEDS) or STATE in operation.attributes
    if leaves_state or _may_learn(operation):
        return None
    results = [_result(operand, operation, places) for operand in operation.outputs]
    return None if any(result is None for result in results) else results


def _may_learn(operation: Operation) -> bool:
    """Whether an object of its library is among the arguments, which the call may leave changed."""
    if not any(one.kind == "object" and one.role == "argument" for one in operation.operands):
        return False
    try:
        return probe_of(operation.name).changes_objects
    except ProbeError:
        return True


def _result(operand: Operand, operation: Operation, places: _Places) -> Any:
    if operand.kind in ("int", "float", "bool", "string"):
        return operand.literal
    if not operand.is_array() or (operand.kind == "array" and operand.type is not None):
        return None
    if operand.kind == "array" and any(_shares(operand, given) for given in operation.inputs):
        return None
    value = {
        "description": operand._description,
        "shape": operand.shape,
        "fortran": operand._fortran,
        "scalar": operand.kind == "scalar",
        "path": None,
        "inline": None,
    }
    if operand._inline is not None:
        return {**value, "inline": operand._inline.hex()}
    place = places.find(operand.hash or "")
    return None if place is None else {**value, **place}


def _shares(output: Operand, given: Operand) -> bool:
    """Whether the result lies in the memory of an input."""
    if output.address is None or given.address is None or not given.shape or given.strides is None:
        return output.address is not None and output.address == given.address
    steps = [(length - 1) * stride for length, stride in zip(given.shape, given.strides, strict=True)]
    low = given.address + sum(step for step in steps if step < 0)
    high = given.address + sum(step for step in steps if step > 0)
    return low <= output.address <= high


class _Places:
    """Where the bytes of values lie: in the packs, or, with gaps there or in a stranger's, in the file `beside`."""

    def __init__(self, trace: Trace, beside: Path) -> None:
        self._values, self._beside = trace.values, beside
        rows = trace.ask(
            'select hash_high, hash_low, directory, "offset", bytes, fortran, word from kept_values'
        ).to_pylist()
        home = trace.folder.folder("processes")
        directories = {row["directory"] for row in rows}
        try:
            packs = {name: str(home.folder(name).path.absolute() / "values.pack") for name in directories}
        except RefusedFileError as error:
            raise TraceError(f"{error.filename} can't be read: {error.strerror}.") from None
        self._places: dict[str, dict[str, Any]] = {}
        self._with_gaps: set[str] = set()
        for row in rows:
            name = f"{row['hash_high']:016x}{row['hash_low']:016x}"
            self._places[name] = {
                "path": packs[row["directory"]],
                **{part: row[part] for part in ("offset", "bytes", "fortran")},
            }
            copied = row["word"] or not trace.own
            (self._with_gaps.add if copied else self._with_gaps.discard)(name)

    def find(self, name: str) -> dict[str, Any] | None:
        """Path, offset, bytes and order of the value with this hash; None if it was not kept."""
        if name in self._with_gaps:
            with self._beside.open("ab") as file:
                self._places[name] |= {"path": str(self._beside), "offset": file.tell()}
                file.write(self._values.content(name))
            self._with_gaps.discard(name)
        return self._places.get(name)
