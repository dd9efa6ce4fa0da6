"""Parts of a library that are imported later than itself: reported as soon as they are there."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from numscope.startup.hook import StandInLoader, find_behind


class LaterModules:
    """Calls `imported` whenever an import of a part of `library`, with all that it imports, has ended.

    Libraries load parts of themselves on first use only (`numpy.random`, `numpy.fft`). Importing them ourselves would
    change what the program has imported.
    """

    def __init__(self, library: str, imported: Callable[[], None]) -> None:
        self._library = library
        self._imported = imported
        self._nesting = threading.local()

    def install(self) -> None:
        """Ask to be asked about imports."""
        if self not in sys.meta_path:
            sys.meta_path.insert(0, self)

    def remove(self) -> None:
        """Be asked no more."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find as the other finders do, for parts of the library only."""
        if not fullname.startswith(f"{self._library}.") or self._library not in sys.modules:
            return None
        spec = find_behind(self, fullname, path, target)
        if spec is not None and spec.loader is not None and hasattr(spec.loader, "exec_module"):
            spec.loader = StandInLoader(spec.loader, self._execute)  # type: ignore[assignment]
        return spec

    def _execute(self, loader: Any, module: ModuleType) -> None:
        with self:
            loader.exec_module(module)

    def __enter__(self) -> None:
        self._nesting.depth = getattr(self._nesting, "depth", 0) + 1

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        self._nesting.depth -= 1
        if self._nesting.depth == 0 and kind is None:
            self._imported()
