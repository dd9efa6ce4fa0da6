"""Ufuncs and array functions without a public name, and ufuncs that other modules made before we came."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType

import numscope._core as _core
from numscope.probes.numpy import adapter
from numscope.probes.numpy.entry import Entry, Mechanism


def in_modules(numpy: ModuleType, modules: Mapping[str, object], known: Iterable[object]) -> list[Entry]:
    """List the ufuncs and array functions that `modules` hold and are not among `known`, each once."""
    seen = {id(value) for value in known}
    first: dict[int, tuple[str, object]] = {}
    for name, value in _found_in_modules(modules, frozenset(_types(numpy))):
        if id(value) not in seen:
            first.setdefault(id(value), (name, value))
    return [_entry(numpy, name, value) for name, value in first.values()]


class HeldObjects:
    """Lists the ufuncs and array functions of modules, and the ufuncs that other objects hold: classes, closures.

    Most ufuncs are not tracked by the garbage collector themselves, but their holders are. To look through all modules
    by name takes as long as to look at all objects, and is done only if one of them has no name yet.
    """

    def __init__(self) -> None:
        # Those of modules, and those that C made: what a program makes by np.frompyfunc is not kept alive.
        self._entries: dict[int, Entry] = {}

    def unknown(
        self, numpy: ModuleType, modules: Mapping[str, object], known: Iterable[object]
    ) -> list[Entry]:
        """List those that are not among `known`, each once."""
        seen = {id(value) for value in known}
        found = {id(value): value for value in _core.held_objects(gc.get_objects(), _types(numpy))}
        unknown = {identity: value for identity, value in found.items() if identity not in seen}
        if not unknown.keys() <= self._entries.keys():
            self._entries = {id(entry.target): entry for entry in in_modules(numpy, modules, known)}
        entries = [
            self._entries.get(identity) or _entry(numpy, "", value)
            for identity, value in unknown.items()
            if identity in self._entries or isinstance(value, numpy.ufunc)
        ]
        self._entries.update((id(one.target), one) for one in entries if not gc.is_tracked(one.target))
        return entries


def _types(numpy: ModuleType) -> tuple[type, ...]:
    """Return the types of what is watched by its vectorcall pointer. Neither can have subclasses."""
    return numpy.ufunc, adapter.array_function_type(numpy)


def _found_in_modules(modules: Mapping[str, object], wanted: frozenset[type]) -> Iterator[tuple[str, object]]:
    """Yield (module name, object) of every object of the types `wanted`, shortest module name first."""
    for name in sorted(modules, key=lambda name: (name.count("."), len(name), name)):
        module = modules[name]
        if not isinstance(module, ModuleType):
            continue
        for value in list(vars(module).values()):
            # Not isinstance: it asks the object itself, and a library's deprecated name would warn.
            if type(value) in wanted:
                yield name, value


def _entry(numpy: ModuleType, module_name: str, value: object) -> Entry:
    kind = "ufunc" if isinstance(value, numpy.ufunc) else "array function"
    return Entry(_own_name(numpy.ufunc, module_name, value), kind, value, Mechanism.VECTORCALL)


def _own_name(ufunc: type, module_name: str, value: object) -> str:
    """Name for `value`, found in a module: NumPy's by where they are, others by what they call themselves."""
    name: str = getattr(value, "__name__", "ufunc")
    if not isinstance(value, ufunc):
        return f"{getattr(value, '__module__', None) or module_name}.{name}"
    return f"{module_name}.{name}" if module_name.partition(".")[0] == "numpy" else name
