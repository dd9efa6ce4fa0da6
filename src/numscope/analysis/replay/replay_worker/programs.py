"""The compiled functions of a program whose source the user names, so that recorded calls of them can be made again.

Only what a file defines is taken: the program itself is not run. A trace never leads here by itself.
"""

from __future__ import annotations

import os
import sys
import types
from collections.abc import Callable
from typing import Any

from .definitions import definitions
from .refusal import CannotReplayError

NOT_GIVEN = "it is a function of the program: --program FILE, the file that defines it, lets it be called"


class Programs:
    """Functions by their recorded names, `numba.<module>.<function>`, out of these files."""

    def __init__(self, paths: list[str]) -> None:
        self._paths = paths
        self._loaded: dict[str, dict[str, Any]] = {}

    def function(self, name: str) -> Callable[..., Any]:
        """The function of this name. Raises CannotReplayError if no file defines it, or can't be read."""
        return self.place(name)[1]

    def place(self, name: str) -> tuple[str, Callable[..., Any]]:
        """The file that defines the function of this name, and the function. Raises CannotReplayError as `function`."""
        if not self._paths:
            raise CannotReplayError(NOT_GIVEN)
        module, _, function = name.removeprefix("numba.").rpartition(".")
        stem = module.rpartition(".")[2]
        for path in self._paths:
            if module != "__main__" and stem not in (_stem(path), os.path.basename(os.path.dirname(path))):
                continue
            found = self._names(path).get(function)
            if callable(found):
                if _draws(found):
                    raise CannotReplayError("it draws random numbers")
                return path, found
        raise CannotReplayError(f"no file given with --program defines {function!r} at its top")

    def _names(self, path: str) -> dict[str, Any]:
        if path not in self._loaded:
            folder = os.path.dirname(os.path.abspath(path))
            if folder not in sys.path:
                sys.path.insert(0, folder)
            try:
                self._loaded[path] = load(path)
            except Exception as error:  # noqa: BLE001 - whatever the program's own lines raise
                said = f"{type(error).__name__}: {error}".splitlines()[0]
                raise CannotReplayError(f"{os.path.basename(path)} can't be loaded: {said}") from None
        return self._loaded[path]


def load(path: str) -> dict[str, Any]:
    """What the file at `path` defines, without running the rest of it."""
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


def _draws(function: Any) -> bool:
    code = getattr(getattr(getattr(function, "_dispatcher", function), "py_func", None), "__code__", None)
    return code is not None and "random" in code.co_names
