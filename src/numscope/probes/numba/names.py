"""What the operations of compiled functions are called."""

from __future__ import annotations

from typing import Any

from numscope.operations.traits import NO_TRAITS, Trait
from numscope.probes.numba import adapter
from numscope.probes.numba.drawing import draws

# Numba makes these functions from text, with the attribute or method as the only name in them.
_MADE_FOR_CLASSES = {"accessor": "{}", "mutator": "{}.__set__", "method": "{}"}


def name_of(function: Any, arguments: tuple[Any, ...]) -> tuple[str, bool, str | None]:
    """The name of the operation that a call of `function` is, whether Numba's own Python code calls it, and its place.

    `numba.<module>.<function>`; of a jitclass `numba.<module>.<Class>` where one is made, and
    `numba.<module>.<Class>.<method>`.
    """
    plain = adapter.python_function(function)
    named = _of_class(plain, arguments)
    if named is not None:
        return named, True, None
    qualified = str(getattr(plain, "__qualname__", None) or getattr(plain, "__name__", "?"))
    module = getattr(plain, "__module__", None) or "?"
    return f"numba.{module}.{qualified.replace('<locals>.', '')}", False, _place(plain)


def traits_of(function: Any, kind: adapter.Compiled) -> Trait:
    """Return what a compiled function shows of itself: NumPy's loop around it, and that its code names `random`."""
    loops = kind is adapter.DUFUNC
    return (Trait.DRAWS if draws(function) else NO_TRAITS) | (Trait.ELEMENTWISE if loops else NO_TRAITS)


def _place(plain: Any) -> str | None:
    code = getattr(plain, "__code__", None)
    return None if code is None else f"{code.co_filename}:{code.co_firstlineno}"


def _of_class(plain: Any, arguments: tuple[Any, ...]) -> str | None:
    code = getattr(plain, "__code__", None)
    if code is None or not code.co_filename.startswith("<"):
        return None
    if code.co_name == "ctor":
        made = adapter.class_of_constructor(plain)
        return None if made is None else f"numba.{made[0]}.{made[1]}"
    if code.co_name not in _MADE_FOR_CLASSES or not arguments or len(code.co_names) != 1:
        return None
    owner = adapter.class_of_instance(arguments[0])
    if owner is None:
        return None
    member = _MADE_FOR_CLASSES[code.co_name].format(code.co_names[0])
    return f"numba.{owner[0]}.{owner[1]}.{member}"
