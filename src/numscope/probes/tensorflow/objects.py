"""What TensorFlow's objects hold, besides tensors."""

from __future__ import annotations

from typing import Any

Described = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]


def function(value: Any) -> Described:
    """Describe a `tf.function`: the program's function, how often it was traced, whether XLA compiles it."""
    written = value.python_function
    facts = ("function", getattr(written, "__qualname__", type(written).__name__))
    code = getattr(written, "__code__", None)
    place = () if code is None else ("defined", f"{code.co_filename}:{code.co_firstlineno}")
    count = getattr(value, "experimental_get_tracing_count", None)
    traced = () if count is None else ("traced", count())
    compiled = ("XLA", "its inside is not seen") if getattr(value, "_jit_compile", None) else ()
    return (*facts, *place, *traced, *compiled), (), ()
