"""The types that a statement's variables have when Python runs it, as `objmode` wants them written."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import FrameType, FunctionType, ModuleType
from typing import Any

from numscope.compiled.numba.explaining.failure import Failure
from numscope.compiled.numba.explaining.trying.attempt import Inputs, python_run
from numscope.probes.numba.adapter.compiler import core, numba_types


@dataclass
class Seen:
    """What a run as Python showed of the functions of one file.

    types: that variables, and `return`, had behind the failing line, as `objmode` wants them written. by_line: the same
    behind every line that ran, the first times. unknown: variables whose value has no type that can be written. ran:
    how often each line ran. could: the lines that have code.
    """

    types: dict[str, str] = field(default_factory=dict)
    by_line: dict[int, dict[str, str]] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    ran: Counter[int] = field(default_factory=Counter)
    could: set[int] = field(default_factory=set)

    def type_behind(self, name: str, line: int | None) -> str:
        """Return the type of a variable behind a line, else the last one that it had anywhere; "": none is known."""
        if name in self.unknown:
            return ""
        if name in self.by_line.get(line or 0, {}):
            return self.by_line[line or 0][name]
        return next((types[name] for types in reversed(self.by_line.values()) if name in types), "")

    def returned(self, first: int, last: int) -> str:
        """Return the type of what a `return` within these lines returned; "": none did, or it can't be written."""
        behind = (types for line, types in self.by_line.items() if first <= line <= last)
        return next((types["return"] for types in behind if "return" in types), "")


def seen_by_python(failure: Failure, inputs: Inputs | None, line: int | None, file: str) -> Seen:
    """Run a function as Python, and keep the types of the variables behind its lines, and of what it returns."""
    found = Seen()

    def enter(frame: FrameType, kind: str, argument: Any) -> Any:
        code = frame.f_code
        if code.co_filename != file:
            return None
        found.could.update(at for _, _, at in code.co_lines() if at is not None and at != code.co_firstlineno)
        if code.co_firstlineno not in found.by_line:
            _keep(found, code.co_firstlineno, frame.f_locals)
        last: list[int] = []

        def inside(frame: FrameType, kind: str, argument: Any) -> Any:
            if last and found.ran[last[-1]] < _MOST_TIMES:
                _keep(found, last[-1], frame.f_locals)
            if kind == "return" and argument is not None:
                _keep(found, frame.f_lineno, {"return": argument})
            found.ran[frame.f_lineno] += 1
            last[:] = [frame.f_lineno]
            return inside

        return inside

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        python_run(failure, inputs)
    finally:
        sys.settrace(before)
    found.types = found.by_line.get(line or 0, {})
    return found


_MOST_TIMES = 3


def _keep(found: Seen, line: int, values: Mapping[str, Any]) -> None:
    """Keep the types behind a line, of the first times that it ran."""
    types = found.by_line.setdefault(line, {})
    for name, value in values.items():
        written = written_type(value)
        if written:
            types[name] = written
        elif name.isidentifier() and not isinstance(value, (FunctionType, ModuleType, type)):
            found.unknown.add(name)


def written_type(value: Any) -> str:
    """Return the type of a value as `objmode` reads it; "": it has none that it reads."""
    import numba

    try:
        if isinstance(value, (list, set)) and len({numba.typeof(item) for item in value}) > 1:
            return ""
        return _written(numba.typeof(value))
    except (core("errors").NumbaError, ValueError, TypeError, NotImplementedError):
        return ""


def _written(type_: Any) -> str:
    types = numba_types()
    if isinstance(type_, types.Array):
        item = _written(type_.dtype)
        if item and (not type_.ndim or not type_.mutable):
            return f"Array({item}, {type_.ndim}, '{type_.layout}', readonly={not type_.mutable})"
        marks = {
            "C": ", ".join([":"] * (type_.ndim - 1) + ["::1"]),
            "F": ", ".join(["::1"] + [":"] * (type_.ndim - 1)),
        }
        return (
            f"{item}[{marks.get(type_.layout, ', '.join([':'] * type_.ndim))}]" if item and type_.ndim else ""
        )
    if isinstance(type_, types.UniTuple):
        item = _written(type_.dtype)
        return f"UniTuple({item}, {type_.count})" if item else ""
    if isinstance(type_, types.Tuple):
        items = [_written(item) for item in type_.types]
        return f"Tuple(({', '.join(items)}{',' * (len(items) == 1)}))" if all(items) else ""
    if isinstance(type_, (types.UnicodeCharSeq, types.CharSeq)):
        return f"{type(type_).__name__}({type_.count})"
    if isinstance(type_, (types.NPDatetime, types.NPTimedelta)):
        return f"{type(type_).__name__}('{type_.unit}')"
    if isinstance(type_, (types.Number, types.Boolean)) or type_ in (types.unicode_type, types.none):
        return str(type_).replace("bool", "boolean") if str(type_) == "bool" else str(type_)
    named = next((name for name in _CONTAINERS if isinstance(type_, getattr(types, name))), "")
    items = [_written(item) for item in (type_.key_type, type_.value_type)] if named == "DictType" else []
    items = items or ([_written(type_.dtype)] if named else [])
    return f"{named}({', '.join(items)})" if named and all(items) else ""


_CONTAINERS = ("List", "Set", "ListType", "DictType")
