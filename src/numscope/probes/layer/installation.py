"""Places the hooks of a library's public API, and those of parts that are imported later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from numscope.probes.collector import collector_paused
from numscope.probes.declaration import Blocks, Function, Refusal
from numscope.probes.late_imports import LaterModules
from numscope.probes.layer.patterns import Facts
from numscope.probes.layer.surface import Surface
from numscope.probes.layer.walk import walk

if TYPE_CHECKING:
    from numscope.probes.hooks import Hooks

_NO_FACTS = Function()


class Declared(Protocol):
    """What is declared of a library besides where its API is: see `Layer`."""

    facts_of: Mapping[str, Function]
    holders: Mapping[str, str]

    def describer(self, path: str) -> Callable[..., object] | Blocks | str | None:
        """Return what describes objects of the class at `path`; None: nothing does."""
        ...


class Installation:
    """The hooks of one library in one recording."""

    def __init__(self, surface: Surface, hooks: Hooks, declared: Declared) -> None:
        self._surface = replace(surface, once=True)
        self._hooks = hooks
        self._declared = declared
        self._facts = Facts(declared.facts_of)
        self._placed = replace(surface, modules=(), classes={})
        self._done: set[int] = set()
        self._named: set[type] = set()
        self._later = LaterModules(surface.library, self.place)

    def install(self) -> None:
        """Watch what is imported, and what will be."""
        self.place()
        self._later.install()

    def remove(self) -> None:
        """Await no further parts. The hooks themselves go with all others."""
        self._later.remove()

    def refusals(self) -> tuple[Refusal, ...]:
        """Return what could not be watched."""
        return tuple(self._hooks.refusals)

    def place(self) -> None:
        """Watch what has been imported since the last time."""
        with collector_paused():
            self._place()

    def _place(self) -> None:
        imported = self._surface.imported()
        new, self._placed = imported.without(self._placed), imported
        walked = walk(new)
        for kind, path in walked.classes.items():
            if kind not in self._named:
                self._named.add(kind)
                self._name(kind, path)
        for entry in walked.entries:
            if id(entry.function) not in self._done:
                self._done.add(id(entry.function))
                self._hooks.entry(entry, self._facts_of(entry.name))

    def _name(self, kind: type, path: str) -> None:
        holder = self._declared.holders.get(path)
        name = path.rpartition(".")[2] if holder else f"{self._surface.library}.{path}"
        self._hooks.name_class(kind, name, holder)
        describe = self._declared.describer(path)
        if describe is not None:
            self._hooks.describe(kind, describe)

    def _facts_of(self, name: str) -> Function:
        path = name.removeprefix(f"{self._surface.library}.")
        return self._facts.of(path, _NO_FACTS)
