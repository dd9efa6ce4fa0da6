"""Puts the hooks of the whole catalogue in place, and takes them away."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from types import MethodType, ModuleType
from typing import Any, cast

import numscope._core as _core
from numscope.operations.traits import Trait
from numscope.probes.collector import collector_paused
from numscope.probes.late_imports import LaterModules
from numscope.probes.numpy import adapter, ufuncs
from numscope.probes.numpy.attributes import Samples
from numscope.probes.numpy.catalogue import KnownCatalogue
from numscope.probes.numpy.entry import Entry, Mechanism
from numscope.probes.numpy.namespaces import Public, public_modules, public_objects
from numscope.probes.probe import Refusal


def _watch_slots(entry: Entry) -> str:
    assert isinstance(entry.target, type)
    answers = [_core.watch_slot(entry.target, slot, entry.name, entry.exact) for slot in entry.slots]
    # A special method may stand for several slots of which a type fills one.
    return "" if "" in answers else "; ".join(answers)


def _watch_instance_method(entry: Entry) -> str:
    bound = cast(MethodType, entry.target)
    method = vars(type(bound.__self__))[bound.__name__]
    return _core.watch_instance_method(method, entry.also, bound.__self__, entry.name)


_APPLY: dict[Mechanism, Callable[[Any], str]] = {
    Mechanism.VECTORCALL: lambda entry: _core.watch_vectorcall(entry.target, entry.name),
    Mechanism.METHOD: lambda entry: _core.watch_method(entry.target, entry.name),
    Mechanism.INSTANCE_METHOD: _watch_instance_method,
    Mechanism.UFUNC_METHOD: lambda entry: _core.watch_ufunc_method(
        entry.target, entry.name.rpartition(".")[2]
    ),
    Mechanism.SLOT: _watch_slots,
    Mechanism.ATTRIBUTE: lambda entry: _core.watch_getset(entry.target, entry.name),
    Mechanism.FUNCTION: lambda entry: _core.watch_function(entry.target, entry.name),
    Mechanism.FROMPYFUNC: lambda entry: _core.watch_frompyfunc(entry.target, entry.name),
}


def _apply(entry: Entry) -> list[Refusal]:
    """Put the hook of `entry` in place; return why that was refused, if it was."""
    assert entry.mechanism is not None
    answer = _APPLY[entry.mechanism](entry)
    return [Refusal(entry.name, answer)] if answer else []


class _Installation:
    """Which entries have their hooks; there is one in a process, as the hooks sit in the process's own tables."""

    def __init__(self) -> None:
        self._numpy: ModuleType | None = None
        self._scalars: bool | None = False
        self._samples: Samples | None = None
        self._done: set[str] = set()
        self._catalogued: set[str] = set()  # public modules, by path
        self._found: dict[
            int, object
        ] = {}  # what they hold, by id; held, so that no other object gets the id
        self._catalogue = KnownCatalogue()
        self._held = ufuncs.HeldObjects()
        self._searched: set[str] = set()  # modules of NumPy and all others, by name
        self._later = LaterModules("numpy", self._watch_new)

    def install(self, numpy: ModuleType, scalars: bool | None) -> list[Refusal]:
        _core.attach_numpy()
        self._scalars = scalars
        refusals = []
        if self._numpy is None:
            self._numpy = numpy
            self._samples = Samples(numpy)
            answer = _core.watch_ufunc_table(adapter.ufunc_table(numpy))
            refusals += [Refusal("ufuncs made by other extensions", answer)] if answer else []
            self._later.install()
        known = self._watch_public(refusals)
        modules = sys.modules.copy()
        self._watch_unnamed(self._held.unknown(numpy, modules, known), modules)
        return refusals

    def _watch_public(self, refusals: list[Refusal]) -> list[object]:
        """Watch what new public modules hold, add what refuses to `refusals`, and return what was found."""
        assert self._numpy is not None
        assert self._samples is not None
        entries = self._catalogue.entries_of(self._numpy, self._new_objects(), self._samples)
        _core.know_traits(
            {entry.name: Trait.SCALAR for entry in entries if entry.scalars and entry.name not in self._done}
        )
        for entry in entries:
            if entry.mechanism and entry.name not in self._done and self._is_wanted(entry):
                self._done.update((entry.name, entry.also))
                refusals += _apply(entry)
        return [entry.target for entry in entries]

    def _watch_unnamed(self, entries: list[Entry], searched: Iterable[str]) -> None:
        """Watch what has no public name: two may be called the same, and the core knows which it watches already."""
        self._searched.update(searched)
        for entry in entries:
            _apply(entry)

    def _new_objects(self) -> list[Public]:
        """Return what public modules hold that have come since the last time. To look at all again takes 20 ms."""
        assert self._numpy is not None
        modules = public_modules(self._numpy)
        new = {path: module for path, module in modules.items() if path not in self._catalogued}
        self._catalogued.update(new)
        objects = [public for public in public_objects(new) if id(public.value) not in self._found]
        self._found.update((id(public.value), public.value) for public in objects)
        return objects

    def _is_wanted(self, entry: Entry) -> bool:
        if not entry.scalars:
            return True
        # `if x < y` would be recorded twice, and a loop that only passes would pay for it (3 of 20 ns).
        return not entry.name.endswith(".__bool__") if self._scalars is None else self._scalars

    def _watch_new(self) -> None:
        """Other libraries' ufuncs are known from their birth, so that only NumPy's own modules are searched."""
        new = {name: sys.modules[name] for name in list(sys.modules) if name.startswith("numpy.")}
        assert self._numpy is not None
        with collector_paused():
            known = self._watch_public([])
            modules = {name: new[name] for name in new.keys() - self._searched}
            self._watch_unnamed(ufuncs.in_modules(self._numpy, modules, known), modules)

    def remove(self) -> int:
        self._later.remove()
        self._numpy = self._samples = None
        for kept in (self._done, self._catalogued, self._found, self._searched):
            kept.clear()
        return _core.unwatch_all()


_installation = _Installation()


def install(numpy: ModuleType, *, scalars: bool | None) -> list[Refusal]:
    """Watch every operation of the NumPy given, and of its parts as they are imported; return what could not be.

    `scalars` adds the arithmetic of NumPy's scalars; None: what computes, which the core records in part. Calling it
    again adds what has been loaded since. Raises `UsageError` if this NumPy is too old, `ImportError` if the native
    core cannot bind to it.
    """
    return _installation.install(numpy, scalars)


def remove() -> int:
    """Put every pointer back as it was; return how many were."""
    return _installation.remove()
