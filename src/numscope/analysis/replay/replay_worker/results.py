"""What an operation gave now, beside what it gave when it was recorded."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....probes.calling.literals import holds_items, parse
from ....probes.calling.recipes import Outcome, Recipe, same_float
from ....probes.calling.refusal import CannotReplayError
from ....probes.calling.wanted import Slot
from .element_bytes import without_padding

IDENTICAL, DIFFERS, UNCHECKED = "identical", "differs", "unchecked"


class Comparison:
    """How one result compares: bit for bit identical, different, or not to be compared, and why.

    now: the array that came out, if it differs. text: what came out, in words, where it is no array. threads: whether
    the result depends on the number of threads, and the program's is not known or can't be set here.
    """

    def __init__(self, slot: int, status: str, text: str = "", now: Any = None) -> None:
        self.slot, self.status, self.text, self.now = slot, status, text, now
        self.threads = False


# What the recorder writes where an operator of native code raises: its type can't be known then.
_UNNAMED = "a C++ exception"


def compare(recipe: Recipe, outcome: Outcome, values: list[Any], recorded: str | None) -> list[Comparison]:
    """All that differs or could not be compared; empty when all is bit for bit what it was."""
    if outcome.exception is not None or recorded:
        return _compare_exceptions(outcome, recorded)
    found = []
    for index, now in zip(recipe.outputs, recipe.parts(outcome.result), strict=False):
        comparison = _compare(recipe, index, now, values[index])
        if comparison is not None:
            found.append(comparison)
    for index, changed in zip(recipe.changed, outcome.mutated, strict=True):
        comparison = _compare(recipe, index, changed, values[index])
        if comparison is not None:
            found.append(comparison)
    return found


def _compare_exceptions(outcome: Outcome, recorded: str | None) -> list[Comparison]:
    now = "" if outcome.exception is None else exception_text(outcome.exception)
    if recorded and now and (recorded == _UNNAMED or _type_of(now) == _type_of(recorded)):
        return []
    return [Comparison(-1, DIFFERS, now or "no exception")]


def _type_of(exception: str) -> str:
    return exception.partition(":")[0].rpartition(".")[2]


def exception_text(error: BaseException) -> str:
    """Type and message, as the recorder writes them."""
    message = error.args[0] if error.args and isinstance(error.args[0], str) else ""
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _compare(recipe: Recipe, index: int, now: Any, recorded: Any) -> Comparison | None:
    slot = recipe.slots[index]
    if slot.kind in ("array", "scalar"):
        return _compare_arrays(recipe, index, slot, now, recorded)
    if slot.kind == "object":
        same = type(now).__name__ == (slot.type or "").rpartition(".")[2]
        if same and index in recipe.described:
            return None
        text = f"its result, an object of type {type(now).__name__}, is not kept"
        return Comparison(index, UNCHECKED if same else DIFFERS, text)
    if slot.kind == "literal":
        return _compare_literals(index, now, recorded)
    if slot.kind == "none":
        return None if now is None else Comparison(index, DIFFERS, repr(now)[:80])
    if slot.kind in ("string", "shared text"):
        # NumPy's own strings are recorded as the str that they are; a text that repeats is part of the slot.
        same = isinstance(now, str) and str(now) == (slot.type if slot.kind == "shared text" else recorded)
    elif slot.kind == "float" and isinstance(now, float):
        same = same_float(now, recorded)
    else:
        same = type(now) in (bool, int, float, str) and now == recorded
    return None if same else Comparison(index, DIFFERS, repr(now)[:80])


def _compare_arrays(recipe: Recipe, index: int, slot: Slot, now: Any, recorded: Any) -> Comparison | None:
    if not isinstance(now, (np.ndarray, np.generic)):
        return Comparison(index, DIFFERS, f"{type(now).__name__} {now!r}"[:80])
    dtype = recipe.dtypes[index]
    if recipe.uninitialised and now.shape == slot.shape:
        return None
    if now.shape != slot.shape or (
        now.dtype is not dtype and (now.dtype != dtype or now.dtype.byteorder != dtype.byteorder)
    ):
        return Comparison(index, DIFFERS, f"{now.dtype}{list(now.shape)}", now)
    if recorded is None and now.size == 0:
        return None
    if recorded is None:
        return Comparison(index, UNCHECKED, f"the value of its {slot.called()} was not kept")
    data, fortran = recorded
    if without_padding(now.tobytes("F" if fortran else "C"), dtype) == without_padding(data, dtype):
        return None
    if slot.description == "'bfloat16'":
        return Comparison(index, DIFFERS, "other bits in bfloat16")
    return Comparison(index, DIFFERS, "", now)


def _compare_literals(index: int, now: Any, recorded: Any) -> Comparison | None:
    try:
        expected = parse(recorded)
    except CannotReplayError as reason:
        return Comparison(index, UNCHECKED, str(reason))
    if holds_items(expected):
        return Comparison(index, UNCHECKED, "arrays deep inside a list are not compared")
    same = bool(type(now) is type(expected) and now == expected) or repr(now) == repr(expected)
    return None if same else Comparison(index, DIFFERS, repr(now)[:80])
