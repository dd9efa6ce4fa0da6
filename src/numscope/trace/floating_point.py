"""The floating-point flags that an operation raised, by name."""

from __future__ import annotations

from functools import cache

from numscope.format.constants import words

FLOATING_POINT = {bit: name for bit, name in enumerate(words("floating_point_flag", "FP_")) if name != "?"}


@cache
def floating_point_names(flags: int) -> tuple[str, ...]:
    """Return the names of the flags that are set."""
    return tuple(name for bit, name in FLOATING_POINT.items() if flags & bit)
