"""What a reader knows a compiled function by: the model or function that a decorator's `wrapper` stands for."""

from __future__ import annotations

import inspect
import types
from collections.abc import Sequence
from typing import Any, NamedTuple

# What torch calls before a module's forward.
_CALLS = ("__call__", "_wrapped_call_impl", "_call_impl")


class Identity(NamedTuple):
    """A function's title and place; `through` is the decorator's function that was compiled in its stead."""

    title: str
    filename: str
    line: int
    through: str = ""


def identity_of(code: types.CodeType, cells: Sequence[types.CellType], f_locals: dict[str, Any]) -> Identity:
    """Say what `code` is to a reader: the one function that it only passes its arguments on to, or else itself."""
    wrapped = _wrapped(code, cells)
    if wrapped is None:
        title = _last(getattr(code, "co_qualname", code.co_name))
        return Identity(title, code.co_filename, code.co_firstlineno)
    title, function = _described(wrapped, code, f_locals)
    inner = getattr(inspect.unwrap(function), "__code__", code)
    through = f"{code.co_name}, {code.co_filename}:{code.co_firstlineno}"
    return Identity(title, inner.co_filename, inner.co_firstlineno, through)


def _described(wrapped: Any, code: types.CodeType, f_locals: dict[str, Any]) -> tuple[str, Any]:
    """Return the title of what is wrapped, and its function."""
    name = getattr(wrapped, "__name__", type(wrapped).__name__)
    owner = getattr(wrapped, "__self__", None)
    if owner is None and not inspect.isfunction(wrapped):
        owner, name = wrapped, "__call__"
    if owner is None:
        owner = _receiver(wrapped, code, f_locals)
    if owner is None:
        return _last(getattr(wrapped, "__qualname__", name)), wrapped
    name = "forward" if name in _CALLS and hasattr(owner, "forward") else name
    return f"{type(owner).__name__}.{name}", getattr(type(owner), name, wrapped)


def _wrapped(code: types.CodeType, cells: Sequence[types.CellType]) -> Any:
    """Give the one callable that a function with `*arguments` or `**keywords` closes over, without its own wrappers."""
    if not code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
        return None
    found = [one for one in map(_content, cells) if callable(one) and not isinstance(one, type)]
    if len(found) != 1:
        return None
    wrapped = found[0]
    function = getattr(wrapped, "__func__", wrapped)
    inner = getattr(function, "__code__", None)
    closure = getattr(function, "__closure__", None) or ()
    deeper = _wrapped(inner, closure) if inner is not None and inner is not code else None
    return wrapped if deeper is None or wrapped is not function else deeper


def _content(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # nothing was bound yet
        return None


def _receiver(function: Any, code: types.CodeType, f_locals: dict[str, Any]) -> Any:
    """Give the object that `function` is called on as a method, if it is."""
    first = f_locals.get(code.co_varnames[0]) if code.co_varnames else None
    if code.co_argcount == 0 and isinstance(first, tuple):
        first = first[0] if first else None
    defined = getattr(type(first), function.__name__, None) if hasattr(function, "__name__") else None
    return first if defined is not None and "." in getattr(function, "__qualname__", "") else None


def _last(qualified: str) -> str:
    return qualified.rpartition("<locals>.")[2]
