"""The obvious way to record NumPy: a Python function in place of every ufunc's name, and `np.save` for each operand.

It is here to be compared with. What it cannot see and what it overwrites is counted in `benchmarks.overhead`.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from types import TracebackType
from typing import Any

import numpy as np


class ObviousRecorder:
    """While it is active, `np.add` and all other ufuncs in the np namespace are Python functions that save operands."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.seen = 0
        self.written = 0
        self._ufuncs = {name: value for name, value in vars(np).items() if isinstance(value, np.ufunc)}

    def __enter__(self) -> ObviousRecorder:
        os.makedirs(self.folder, exist_ok=True)
        for name, ufunc in self._ufuncs.items():
            setattr(np, name, self._wrapped(ufunc))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for name, ufunc in self._ufuncs.items():
            setattr(np, name, ufunc)

    def _wrapped(self, ufunc: np.ufunc) -> Callable[..., Any]:
        # functools.wraps fails on attributes that a ufunc does not have.
        @functools.wraps(ufunc, assigned=("__name__", "__doc__"))
        def call(*inputs: Any, **keywords: Any) -> Any:
            result = ufunc(*inputs, **keywords)
            self.seen += 1
            for number, value in enumerate(inputs, 1):
                self._save(f"op_{ufunc.__name__}_input{number}.npy", value)
            self._save(f"op_{ufunc.__name__}_output.npy", result)
            return result

        return call

    def _save(self, name: str, value: Any) -> None:
        np.save(os.path.join(self.folder, name), np.asarray(value))
        self.written += 1

    def kept(self) -> int:
        """Files that are left: each name once, whatever was in it before is overwritten."""
        return len(os.listdir(self.folder))
