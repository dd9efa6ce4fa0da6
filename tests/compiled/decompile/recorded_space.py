"""Namespaces that write down what is looked up and bound in them, and descriptions of what driven code makes."""

from __future__ import annotations

import builtins
import dis
import itertools
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from differing import codes
from recording_mocks import Mock, Trace, describe, names_in

_DRIVEN = (types.FunctionType, types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType)
_UNCOUNTED = (
    "__module__",
    "__qualname__",
    "__firstlineno__",
    "__static_attributes__",
    "__builtins__",
    "__name__",
)
# What stands between a name, its call and a comparison of the value.
_BETWEEN = ("COPY", "DUP_TOP", "PUSH_NULL", "PRECALL")


class Unforeseen(BaseException):
    """What no handler names."""


class Listed(Mock):
    """A recording object that patterns of sequences take apart."""


class Mapped(Mock):
    """A recording object that patterns of mappings take apart."""

    def get(self, key: object, default: object = None) -> object:
        """Give an object, or say that there is none."""
        trace: Trace = object.__getattribute__(self, "_trace")
        trace.did(f"{describe(self)}.get", key)
        return trace.mock() if trace.chance() else default


Sequence.register(Listed)
Mapping.register(Mapped)
KINDS = (Mock, Listed, Mapped)


class Compared(Mock):
    """A recording object whose call now and then gives a constant that the code compares something with."""

    def __call__(self, *args: object, **keywords: object) -> object:
        result = super().__call__(*args, **keywords)
        trace: Any = object.__getattribute__(self, "_trace")
        decided = trace.decide(1 + len(trace.compared), "value", 0)
        return trace.compared[decided - 1] if decided else result


class BothError(KeyError, ValueError):
    """What two handlers name."""


class Space(dict):  # type: ignore[type-arg]
    """Globals: the interpreter asks a subclass of dict itself for each name, so that the order of loads is seen."""

    def __init__(self, trace: Trace, values: dict[str, object]) -> None:
        super().__init__(values)
        self._trace = trace

    def __getitem__(self, name: str) -> object:
        value = super().__getitem__(name)
        self._trace.lines.append(f"load {name}")
        return value


class Body(dict):  # type: ignore[type-arg]
    """The namespace of a class body: what is bound, deleted and looked up there is written down."""

    def __init__(self, trace: Trace) -> None:
        super().__init__()
        self._trace = trace

    def __setitem__(self, name: str, value: object) -> None:
        if name not in _UNCOUNTED:
            self._trace.did(f"bind {name}", value)
        super().__setitem__(name, value)

    def __delitem__(self, name: str) -> None:
        self._trace.did(f"unbind {name}")
        super().__delitem__(name)

    def __getitem__(self, name: str) -> object:
        value = super().__getitem__(name)
        self._trace.lines.append(f"load {name} in a class")
        return value


def building(trace: Trace) -> Callable[..., object]:
    """Make the `__build_class__` of a run."""

    def prepare(name: str, bases: object, **keywords: object) -> Body:
        trace.did(f"prepare {name}", bases, keywords)
        return Body(trace)

    def finish(name: str, bases: tuple[type, ...], body: dict[str, Any], **keywords: object) -> object:
        made = {key: one for key, one in body.items() if key not in _UNCOUNTED and key != "__classcell__"}
        trace.did(f"class {name}", made)
        return type(name, bases, dict(body))

    finish.__prepare__ = prepare  # type: ignore[attr-defined]

    def build(function: types.FunctionType, name: str, *bases: object, **keywords: object) -> object:
        keywords.setdefault("metaclass", finish)
        return builtins.__build_class__(function, name, *bases, **keywords)  # type: ignore[arg-type]

    return build


def description(value: object, kept: list[object], depth: int = 3) -> str:
    """Write a value without addresses; functions and generators of driven code are kept for a look at them."""
    if isinstance(value, _DRIVEN):
        if not any(one is value for one in kept):
            kept.append(value)
        return (
            _function(value, kept, depth) if isinstance(value, types.FunctionType) else type(value).__name__
        )
    if depth and type(value) in (list, tuple):
        return f"{type(value).__name__}[{', '.join(description(one, kept, depth - 1) for one in value)}]"  # type: ignore[attr-defined]
    if depth and isinstance(value, dict):
        return _mapping(value, kept, depth)
    if depth and isinstance(value, (set, frozenset)):
        return f"{type(value).__name__}{sorted(description(one, kept, depth - 1) for one in value)}"
    return describe(value)


def _mapping(value: dict[object, object], kept: list[object], depth: int) -> str:
    pairs = (
        f"{description(key, kept, depth - 1)}: {description(one, kept, depth - 1)}"
        for key, one in value.items()
        if key not in _UNCOUNTED
    )
    return f"dict{{{', '.join(pairs)}}}"


def _function(value: types.FunctionType, kept: list[object], depth: int) -> str:
    if not depth:
        return f"function {value.__name__}"
    parts = (value.__defaults__, value.__kwdefaults__, value.__doc__, *_cells(value))
    return f"function {value.__name__} {', '.join(description(one, kept, depth - 1) for one in parts)}"


def _cells(value: types.FunctionType) -> list[object]:
    found: list[object] = []
    for cell in value.__closure__ or ():
        try:
            found.append(cell.cell_contents)
        except ValueError:
            found.append("empty")
    return found


def exceptions_of(code: types.CodeType) -> list[Callable[[str], BaseException]]:
    """List what may be raised: the builtin exceptions named anywhere in the code, and one that nothing names."""
    found: list[Callable[[str], BaseException]] = [ValueError, KeyError, BothError, Unforeseen]
    for name in sorted(names_in(code)):
        kind = getattr(builtins, name, None)
        if isinstance(kind, type) and issubclass(kind, Exception) and kind not in found and _simple(kind):
            found.append(kind)
    if _has_groups(code):
        found.append(_group)
    return found


def compared_constants(code: types.CodeType) -> list[object]:
    """List the constants that something is compared with anywhere in the code, and a text, each once."""
    found: list[object] = ["s"]
    for one in codes(code):
        steps = list(dis.get_instructions(one))
        for step, following in itertools.pairwise(steps):
            compares = following.opname in ("COMPARE_OP", "IS_OP") or "_NONE" in following.opname
            constant = step.argval if step.opname.startswith("LOAD_CONST") else None
            if compares and not any(type(constant) is type(known) and constant == known for known in found):
                found.append(constant)
    return found


def compared_calls(code: types.CodeType) -> set[str]:
    """Give the names whose call, without an argument, is compared with a constant where it stands."""
    found = set()
    for one in codes(code):
        steps = [step for step in dis.get_instructions(one) if step.opname not in _BETWEEN]
        for name, call, first, second in zip(steps, steps[1:], steps[2:], steps[3:], strict=False):
            constant = first.opname.startswith("LOAD_CONST") and second.opname in ("COMPARE_OP", "IS_OP")
            called = call.opname.startswith("CALL") and not call.arg
            loaded = name.opname in ("LOAD_GLOBAL", "LOAD_NAME")
            if loaded and called and (constant or "_NONE" in first.opname):
                found.add(name.argval)
    return found


def _group(text: str) -> BaseException:
    kind: Any = vars(builtins)["ExceptionGroup"]
    return kind(text, [ValueError("in a group"), KeyError("in a group"), TypeError("in a group")])  # type: ignore[no-any-return]


def _has_groups(code: types.CodeType) -> bool:
    if sys.version_info < (3, 11):
        return False
    inner = any(_has_groups(one) for one in code.co_consts if isinstance(one, types.CodeType))
    return inner or any(one.opname == "CHECK_EG_MATCH" for one in dis.get_instructions(code))


def _simple(kind: type[BaseException]) -> bool:
    try:
        kind("text")
    except TypeError:
        return False
    return True


__all__ = [
    "KINDS",
    "Compared",
    "Mock",
    "Space",
    "building",
    "compared_calls",
    "compared_constants",
    "description",
    "exceptions_of",
]
