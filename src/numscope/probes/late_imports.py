"""Parts of a library that are imported later than itself: reported as soon as they are there."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from numscope.startup.hook import find_behind


class _ReportingLoader(Loader):
    """Loads as the module's own loader does, leaves no trace of itself in the module, then reports the import."""

    def __init__(self, loader: Loader, finder: LaterModules) -> None:
        self._loader = loader
        self._finder = finder

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        module.__loader__ = self._loader
        with self._finder:
            self._loader.exec_module(module)


class LaterModules(MetaPathFinder):
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
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find as the other finders do, for parts of the library only."""
        if not fullname.startswith(f"{self._library}.") or self._library not in sys.modules:
            return None
        spec = find_behind(self, fullname, path, target)
        if spec is not None and spec.loader is not None and hasattr(spec.loader, "exec_module"):
            spec.loader = _ReportingLoader(spec.loader, self)
        return spec

    def __enter__(self) -> None:
        self._nesting.depth = getattr(self._nesting, "depth", 0) + 1

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        self._nesting.depth -= 1
        if self._nesting.depth == 0 and kind is None:
            self._imported()
