"""A call right after the program has imported a module, without importing it ourselves."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # typing is not imported in processes that have only just started
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any


def when_imported(name: str, call: Callable[[], None]) -> None:
    """Call `call` once the import of module `name` has ended well; now, if that is the case already.

    A folder of the user's that has a library's name is no library, though `import` makes a namespace package of it.
    """
    module = sys.modules.get(name)
    spec = getattr(module, "__spec__", None)
    if module is not None and not getattr(spec, "_initializing", False) and not _is_namespace(spec):
        call()
    else:
        sys.meta_path.insert(0, _Finder(name, call))


def cancel(name: str | None = None) -> None:
    """Forget the calls that are still waiting for module `name`, or for any."""
    sys.meta_path[:] = [
        finder
        for finder in sys.meta_path
        if not (isinstance(finder, _Finder) and name in (None, finder.name))
    ]


def find_behind(
    finder: object, fullname: str, path: Sequence[str] | None, target: ModuleType | None
) -> ModuleSpec | None:
    """Find a module as the finders that come after `finder` do.

    Two finders that each ask all others would ask one another for ever.
    """
    finders = list(sys.meta_path)
    behind = finders[finders.index(finder) + 1 :] if finder in finders else finders
    for other in behind:
        find = getattr(other, "find_spec", None)
        spec: ModuleSpec | None = find(fullname, path, target) if find else None
        if spec is not None:
            return spec
    return None


def _is_namespace(spec: ModuleSpec | None) -> bool:
    """Return whether a module is a folder without `__init__.py`: it has a place to search, and no file it came of."""
    return spec is not None and spec.origin is None and spec.submodule_search_locations is not None


class _Finder:
    """Finds what the other finders find, and puts a loader around the loader for one import."""

    def __init__(self, name: str, call: Callable[[], None]) -> None:
        self.name = name
        self.call = call

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        spec = find_behind(self, fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = StandInLoader(spec.loader, self._execute)  # type: ignore[assignment]
        return spec

    def _execute(self, loader: Any, module: ModuleType) -> None:
        loader.exec_module(module)
        if self in sys.meta_path:
            sys.meta_path.remove(self)
            self.call()


class StandInLoader:
    """Stands in for the true loader until the module's code runs; the module never sees it.

    `execute` is given the true loader and the module, and runs the module's code. No class of importlib.abc: with
    that come tempfile, random, and importlib.resources, 4 ms in each process that records.
    """

    def __init__(self, loader: Any, execute: Callable[[Any, ModuleType], None]) -> None:
        self._loader = loader
        self._execute = execute

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Make the module as its own loader does."""
        module: ModuleType | None = self._loader.create_module(spec)
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Leave no trace in the module and let its code be run."""
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._execute(self._loader, module)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)
