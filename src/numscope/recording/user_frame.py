"""Frames of the running program: the user's own among those of libraries, and what its variables hold, in few words."""

from __future__ import annotations

import os
import reprlib
from types import FrameType
from typing import Any

from numscope.probes.registry import LIBRARIES

_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_MOST_VARIABLES = 100


def user_frame(innermost: FrameType, libraries: tuple[str, ...]) -> FrameType:
    """Return the frame nearest to `innermost` whose file is in no library; `innermost` if there is none."""
    frame: FrameType | None = innermost
    while frame is not None:
        file = frame.f_code.co_filename
        if not file.startswith((*libraries, _OURS)):
            return frame
        frame = frame.f_back
    return innermost


def place_of(frame: FrameType) -> str:
    """Return `FILE:LINE` of where a frame is."""
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def describe_variables(frame: FrameType) -> dict[str, str]:
    """Return the frame's variables in few words, at most a hundred; modules and functions of a module are left out.

    Nothing of the program is run for it: an object whose type is not known here is described by its type.
    """
    names = list(frame.f_locals.items())
    if frame.f_locals is frame.f_globals:
        names = [(name, value) for name, value in names if not name.startswith("__")]
    shown = [(name, value) for name, value in names if type(value).__name__ not in _UNTOLD]
    return {str(name): _WORDS.repr(value) for name, value in shown[:_MOST_VARIABLES]}


_UNTOLD = ("module", "function", "type", "builtin_function_or_method", "_ArrayFunctionDispatcher", "ufunc")


class _Words(reprlib.Repr):
    """Short texts of plain Python values and arrays."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = 60
        self.maxlevel = 3

    def repr1(self, value: Any, level: int) -> str:
        import numpy as np

        kind = type(value)
        if kind in (int, float, complex, bool, str, bytes, tuple, list, dict, set, frozenset, type(None)):
            return super().repr1(value, level)
        if kind.__module__ == np.__name__ and hasattr(kind, "dtype"):
            return self._array(value)
        # Of libraries that are known to be ones: an object of the program's could run anything for its attribute.
        shape = getattr(value, "shape", None) if kind.__module__.partition(".")[0] in LIBRARIES else None
        return (
            f"<{kind.__module__}.{kind.__qualname__}{f' {tuple(shape)}' if isinstance(shape, tuple) else ''}>"
        )

    def _array(self, value: Any) -> str:
        import numpy as np

        if not isinstance(value, np.ndarray):
            return str(np.array2string(np.asarray(value)))[:60]
        shape = ",".join(map(str, value.shape))
        if value.dtype.hasobject or value.size > 1_000 or not value.flags.owndata:
            return f"{value.dtype}[{shape}]"
        numbers = " ".join(np.array2string(value, threshold=6, edgeitems=2, precision=6).split())
        return f"{value.dtype}[{shape}] {numbers}"[:100]


_WORDS = _Words()
