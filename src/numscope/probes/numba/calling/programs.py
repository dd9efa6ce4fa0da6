"""The compiled functions of a program whose source the user names, so that recorded calls of them can be made again.

Only what a file defines is taken: the program itself is not run. A trace never leads here by itself.
"""

from __future__ import annotations

import os
import sys
import types
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ...calling.refusal import CannotReplayError
from ..drawing import draws
from .definitions import definitions

NOT_GIVEN = "it is a function of the program: --program FILE, the file that defines it, lets it be called"


def place(name: str, programs: tuple[str, ...]) -> tuple[str, Callable[..., Any]]:
    """Return the file that defines the function of this recorded name, `numba.<module>.<function>`, and the function.

    Raises CannotReplayError if none of `programs` defines it, or it can't be read.
    """
    if not programs:
        raise CannotReplayError(NOT_GIVEN)
    module, _, function = name.removeprefix("numba.").rpartition(".")
    stem = module.rpartition(".")[2]
    for path in programs:
        if module != "__main__" and stem not in (_stem(path), os.path.basename(os.path.dirname(path))):
            continue
        found = _names(path).get(function)
        if callable(found):
            if draws(found):
                raise CannotReplayError("it draws random numbers")
            return path, found
    raise CannotReplayError(f"no file given with --program defines {function!r} at its top")


def _names(path: str) -> dict[str, Any]:
    folder = os.path.dirname(os.path.abspath(path))
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        return _loaded(path, os.stat(path).st_mtime_ns)
    except Exception as error:  # noqa: BLE001 - whatever the program's own lines raise
        said = f"{type(error).__name__}: {error}".splitlines()[0]
        raise CannotReplayError(f"{os.path.basename(path)} can't be loaded: {said}") from None


@lru_cache(maxsize=64)
def _loaded(path: str, modified: int) -> dict[str, Any]:
    """Return what the file at `path` defines, without running the rest of it; `modified`: anew when it has changed."""
    with open(path, encoding="utf-8") as file:
        tree = definitions(file.read(), path)
    module = types.ModuleType(_stem(path))
    module.__file__ = path
    # Numba looks functions' modules up by name.
    sys.modules.setdefault(module.__name__, module)
    exec(compile(tree, path, "exec"), vars(module))
    return vars(module)


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]
