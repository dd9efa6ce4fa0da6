"""The compiled call in which a process died, and those before it, out of the trace."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from numscope.trace import Trace
from numscope.trace.operation import AFTER, Operand, Operation
from numscope.trace.values import ValueNotKeptError

_LAST = """
    select id from operations where name like 'numba.%' and unfinished = ? order by id desc limit ?
"""
_LONGEST_S = 20
_LONGEST_BOUNDS_S = 60


@dataclass(frozen=True)
class Rerun:
    """What the call did as Python. event: raised, ended, or impossible, and then `why`.

    line, function, locals: of the innermost frame in the function's file; frames: of all, file by file.
    """

    event: str
    why: str = ""
    error: str = ""
    file: str = ""
    line: int = 0
    function: str = ""
    locals: dict[str, str] | None = None
    causes: tuple[str, ...] = ()
    frames: tuple[dict[str, Any], ...] = ()


def dying_call(trace: Trace) -> Operation | None:
    """The compiled call that never ended, the innermost; None if the process died elsewhere."""
    found = _last(trace, unfinished=True, count=1)
    return found[0] if found else None


def unfinished_calls(trace: Trace) -> list[Operation]:
    """Return the calls that never ended, whatever their names, the latest first.

    What @vectorize makes is a ufunc, whose name does not say that it is Numba's.
    """
    ids = trace.ask("select id from operations where unfinished order by id desc limit 20")["id"].to_pylist()
    return [trace[number] for number in ids]


def calls_before(trace: Trace, count: int) -> list[Operation]:
    """The last compiled calls that ended, the latest first."""
    return _last(trace, unfinished=False, count=count)


def _last(trace: Trace, unfinished: bool, count: int) -> list[Operation]:
    ids = trace.ask(_LAST, [unfinished, count])["id"].to_pylist()
    return [trace[number] for number in ids]


def place_of(operation: Operation) -> tuple[str, int] | None:
    """File and first line of the function that was called."""
    file, _, line = str(operation.attributes.get("defined") or "").rpartition(":")
    return (file, int(line)) if line.isdecimal() else None


def run_as_python(operation: Operation, divisions: str = "", place: tuple[str, int] | None = None) -> Rerun:
    """Run the call again as Python, in a process of its own, on copies of the inputs it had.

    The rest of the program is not run. divisions: "fatal" looks at every `//` and `%` for what the processor refuses,
    "zero" raises ZeroDivisionError where NumPy's numbers give infinity, as compiled code does. place: file and first
    line of the function, where the trace does not say it.
    """
    with tempfile.TemporaryDirectory(prefix="numscope-rerun-") as name:
        folder = Path(name)
        try:
            call = {"divisions": divisions, **_call(operation, folder, place)}
        except ValueNotKeptError as error:
            return Rerun("impossible", str(error))
        (folder / "call.json").write_text(json.dumps(call), encoding="utf-8")
        return _rerun(folder)


def run_method_as_python(folder: str) -> tuple[str, Rerun, str]:
    """Run the method's call that a process left in a folder; return its name, what came of it, on which inputs."""
    path = Path(folder) / "call.json"
    call = {"divisions": "zero", **json.loads(path.read_text(encoding="utf-8"))}
    path.write_text(json.dumps(call), encoding="utf-8")
    return (
        call["name"],
        _rerun(Path(folder)),
        "the same arguments and the object's fields as the exception left them",
    )


def _rerun(folder: Path) -> Rerun:
    why = _run("rerun", str(folder), _LONGEST_S)
    answer = folder / "found.json"
    if why or not answer.exists():
        return Rerun("impossible", why or "its file can't be read apart from the program")
    found = json.loads(answer.read_text(encoding="utf-8"))
    return Rerun(**{**found, **{name: tuple(found.get(name, ())) for name in ("causes", "frames")}})


@dataclass(frozen=True)
class Outside:
    """A call that left an array when it was made again with bounds checks: where, and in words what it did."""

    operation: Operation
    line: int
    text: str


def outsides(operations: Sequence[Operation]) -> list[Outside]:
    """Return the first call of each function that leaves an array, made again compiled and with bounds checks."""
    with tempfile.TemporaryDirectory(prefix="numscope-rerun-") as name:
        folder = Path(name)
        made, calls = [], []
        for operation in operations:
            try:
                calls.append(_call(operation, folder, None))
            except ValueNotKeptError:
                continue
            made.append(operation)
        (folder / "calls.json").write_text(json.dumps(calls), encoding="utf-8")
        _run("bounds_rerun", name, _LONGEST_BOUNDS_S)
        answer = folder / "found.json"
        found = json.loads(answer.read_text(encoding="utf-8")) if answer.exists() else []
    return [Outside(made[one["call"]], one["line"], one["text"]) for one in found]


def _run(module: str, folder: str, seconds: float) -> str:
    """Run a module of this package on a folder; return what went wrong, in words, or ""."""
    command = [sys.executable, "-m", f"numscope.compiled.numba.crash.{module}", folder]
    try:
        done = subprocess.run(command, timeout=seconds, capture_output=True, check=False)
    except subprocess.TimeoutExpired:
        return f"as Python it takes longer than {seconds:g} s"
    return f"there it dies of {signal.Signals(-done.returncode).name} too" if done.returncode < 0 else ""


def _call(operation: Operation, folder: Path, place: tuple[str, int] | None) -> dict[str, Any]:
    """Write the inputs of a call and return it as `rerun` reads it. Raises `ValueNotKeptError`."""
    place = place or place_of(operation)
    if place is None:
        raise ValueNotKeptError("its source is not known")
    try:
        return {"file": place[0], "line": place[1], **_arguments(operation, folder)}
    except ValueNotKeptError as error:
        raise ValueNotKeptError(f"not every input is kept: {error}") from None


def _arguments(operation: Operation, folder: Path) -> dict[str, Any]:
    given = [operand for operand in operation.operands if operand.role not in AFTER]
    positional = sorted((operand for operand in given if operand.position is not None), key=_position)
    named = {str(operand.name): _saved(operand, folder) for operand in given if operand.position is None}
    if any(operand.item for operand in given):
        raise ValueNotKeptError("arrays inside a tuple or list are not taken out of it.")
    return {"positional": [_saved(operand, folder) for operand in positional], "named": named}


def _position(operand: Operand) -> int:
    return operand.position or 0


def _saved(operand: Operand, folder: Path) -> dict[str, Any]:
    value = operand.value()
    if not operand.is_array():
        text = str(value) if operand.kind == "literal" else repr(value)
        return {"text": text}
    number = len(list(folder.glob("*.npy")))
    np.save(folder / f"{number}.npy", np.asarray(value), allow_pickle=False)
    return {"array": number, "scalar": operand.kind == "scalar"}
