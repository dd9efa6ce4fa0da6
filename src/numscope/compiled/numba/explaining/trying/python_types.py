"""The types that a statement's variables have when Python runs it, as `objmode` wants them written."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from types import FrameType
from typing import Any

from numscope.compiled.numba.explaining.failure import Failure
from numscope.compiled.numba.explaining.trying.attempt import Inputs, python_run
from numscope.probes.numba.adapter.compiler import core, numba_types


@dataclass(frozen=True)
class Seen:
    """What a run as Python showed: the types that a line leaves behind, the lines that ran, and those that could."""

    types: dict[str, str]
    ran: frozenset[int]
    could: frozenset[int]


def seen_by_python(failure: Failure, inputs: Inputs | None, line: int | None, file: str) -> Seen:
    """Run a function as Python, and keep the types of the variables behind a line, and of what is returned there."""
    values: dict[str, Any] = {}
    ran: set[int] = set()
    could: set[int] = set()
    last: list[int] = []

    def enter(frame: FrameType, kind: str, argument: Any) -> Any:
        if frame.f_code.co_filename != file:
            return None
        could.update(
            at for _, _, at in frame.f_code.co_lines() if at is not None and at != frame.f_code.co_firstlineno
        )
        return inside

    def inside(frame: FrameType, kind: str, argument: Any) -> Any:
        ran.add(frame.f_lineno)
        if last and last[-1] == line:
            values.update(frame.f_locals)
            if kind == "return" and argument is not None:
                values["return"] = argument
        last[:] = [frame.f_lineno]
        return inside

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        python_run(failure, inputs)
    finally:
        sys.settrace(before)
    written = {name: written_type(value) for name, value in values.items()}
    return Seen({name: text for name, text in written.items() if text}, frozenset(ran), frozenset(could))


def written_type(value: Any) -> str:
    """Return the type of a value as `objmode` reads it; "": it has none that it reads."""
    import numba

    try:
        return _written(numba.typeof(value))
    except (core("errors").NumbaError, ValueError, TypeError, NotImplementedError):
        return ""


def _written(type_: Any) -> str:
    types = numba_types()
    if isinstance(type_, types.Array):
        item = _written(type_.dtype)
        marks = {
            "C": ", ".join([":"] * (type_.ndim - 1) + ["::1"]),
            "F": ", ".join(["::1"] + [":"] * (type_.ndim - 1)),
        }
        return (
            f"{item}[{marks.get(type_.layout, ', '.join([':'] * type_.ndim))}]" if item and type_.ndim else ""
        )
    if isinstance(type_, types.UniTuple):
        return f"UniTuple({_written(type_.dtype)}, {type_.count})"
    if isinstance(type_, types.Tuple):
        return f"Tuple(({', '.join(map(_written, type_.types))}))"
    if isinstance(type_, (types.Number, types.Boolean)) or type_ in (types.unicode_type, types.none):
        return str(type_).replace("bool", "boolean") if str(type_) == "bool" else str(type_)
    if isinstance(type_, types.List):
        return f"List({_written(type_.dtype)})"
    return ""
