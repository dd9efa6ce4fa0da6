"""The Python function that an attribute of a class runs, past whatever descriptor it is wrapped in."""

from __future__ import annotations

import functools
from types import FunctionType
from typing import Any

# Where descriptors of other makes keep the function that they run when they are read.
_HELD_AS = ("fn", "func", "fget", "_func")


def method_of(member: Any) -> tuple[FunctionType | None, bool]:
    """Return the function behind a method, and whether it is given the class; (None, False): it is no method."""
    if isinstance(member, FunctionType):
        return member, False
    if isinstance(member, classmethod):
        return _function(member.__func__), True
    if isinstance(member, staticmethod):
        return _function(member.__func__), False
    if isinstance(member, functools.partialmethod):
        return _function(member.func), False
    # A method that is there under a condition only keeps its function as `fn`.
    held = vars(member).get("fn") if hasattr(member, "__dict__") and not isinstance(member, type) else None
    return _function(held), False


def getter_of(member: Any) -> FunctionType | None:
    """Return the function that runs when a property, cached or not, is read; None: the member is no property."""
    if not hasattr(type(member), "__get__") or isinstance(member, (FunctionType, type)):
        return None
    functions = (_function(getattr(member, name, None)) for name in _HELD_AS)
    return next((function for function in functions if function is not None), None)


def _function(value: Any) -> FunctionType | None:
    return value if isinstance(value, FunctionType) else None
