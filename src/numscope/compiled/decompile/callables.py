"""The function that a call of some object runs: behind a method, a partial, a cache, a decorator's object."""

from __future__ import annotations

import functools
import inspect
from types import FunctionType, MethodType
from typing import Any

_MOST_LAYERS = 20


def called_function(subject: Any) -> tuple[Any, list[str]]:
    """Return the function that calls of `subject` run, and remarks on what the function's text leaves out.

    What has none behind it is returned as it is, for the caller to refuse.
    """
    left_out: list[str] = []
    for _ in range(_MOST_LAYERS):
        if isinstance(subject, (FunctionType, type)):
            break
        behind, remark = _one_layer(subject)
        if behind is subject:
            break
        subject = behind
        left_out += [remark] if remark else []
    return subject, left_out


def _one_layer(subject: Any) -> tuple[Any, str]:
    if isinstance(subject, (MethodType, staticmethod, classmethod)):
        return subject.__func__, ""
    if isinstance(subject, (functools.partial, functools.partialmethod)):
        return subject.func, f"called by a {type(subject).__name__} that fixes {_fixed(subject)}"
    kind = type(subject)
    call = inspect.getattr_static(kind, "__call__", None)
    if isinstance(call, FunctionType):
        return call, f"the __call__ of {kind.__qualname__}"
    if call is not None and callable(wrapped := getattr(subject, "__wrapped__", None)):
        return wrapped, f"wrapped by {kind.__module__}.{kind.__qualname__}"  # functools.lru_cache, numba.njit
    return subject, ""


def _fixed(subject: functools.partial[Any] | functools.partialmethod[Any]) -> str:
    """Name what a partial fixes; values would be programs' own reprs, of any length."""
    count = len(subject.args)
    parts = [f"{count} positional argument{'s' if count > 1 else ''}"] if count else []
    return " and ".join([*parts, ", ".join(subject.keywords)] if subject.keywords else parts) or "nothing"
