"""The compiled call in which a process died, and those before it, out of the trace."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
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


def calls_before(trace: Trace, count: int) -> list[Operation]:
    """The last compiled calls that ended, the latest first."""
    return _last(trace, unfinished=False, count=count)


def _last(trace: Trace, unfinished: bool, count: int) -> list[Operation]:
    ids = trace.sql(_LAST, [unfinished, count])["id"].to_pylist()
    return [trace[number] for number in ids]


def place_of(operation: Operation) -> tuple[str, int] | None:
    """File and first line of the function that was called."""
    file, _, line = str(operation.attributes.get("defined") or "").rpartition(":")
    return (file, int(line)) if line.isdecimal() else None


def run_as_python(operation: Operation, divisions: str = "") -> Rerun:
    """Run the call again as Python, in a process of its own, on copies of the inputs it had.

    The rest of the program is not run. divisions: "fatal" looks at every `//` and `%` for what the processor refuses,
    "zero" raises ZeroDivisionError where NumPy's numbers give infinity, as compiled code does.
    """
    place = place_of(operation)
    if place is None:
        return Rerun("impossible", "its source is not known")
    with tempfile.TemporaryDirectory(prefix="numscope-rerun-") as name:
        folder = Path(name)
        try:
            call = {
                "file": place[0],
                "line": place[1],
                "divisions": divisions,
                **_arguments(operation, folder),
            }
        except ValueNotKeptError as error:
            return Rerun("impossible", f"not every input is kept: {error}")
        (folder / "call.json").write_text(json.dumps(call), encoding="utf-8")
        command = [sys.executable, "-m", "numscope.compiled.numba.crash.rerun", name]
        try:
            done = subprocess.run(command, timeout=_LONGEST_S, capture_output=True, check=False)
        except subprocess.TimeoutExpired:
            return Rerun("impossible", f"as Python it takes longer than {_LONGEST_S} s")
        answer = folder / "found.json"
        if done.returncode < 0:
            return Rerun("impossible", f"there it dies of {signal.Signals(-done.returncode).name} too")
        if not answer.exists():
            return Rerun("impossible", "its file can't be read apart from the program")
        found = json.loads(answer.read_text(encoding="utf-8"))
    return Rerun(**{**found, **{name: tuple(found.get(name, ())) for name in ("causes", "frames")}})


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
