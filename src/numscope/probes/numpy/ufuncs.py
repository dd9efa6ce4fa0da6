"""Ufuncs and array functions without a public name, and ufuncs that other modules made before we came."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType

from numscope.probes.numpy import adapter
from numscope.probes.numpy.entry import Entry, Mechanism

# Bounds the list of referents that is alive at a time, in a program of many millions of objects.
_HOLDERS_AT_A_TIME = 10_000


def _own_name(ufunc: type, module_name: str, value: object) -> str:
    """Name for `value`, found in a module: NumPy's by where they are, others by what they call themselves."""
    name: str = getattr(value, "__name__", "ufunc")
    if not isinstance(value, ufunc):
        return f"{getattr(value, '__module__', None) or module_name}.{name}"
    return f"{module_name}.{name}" if module_name.partition(".")[0] == "numpy" else name


def _found_in_modules(
    modules: Mapping[str, object], wanted: tuple[type, ...]
) -> Iterator[tuple[str, object]]:
    """Yield (module name, object) of every object of the types `wanted`, shortest module name first."""
    for name in sorted(modules, key=lambda name: (name.count("."), len(name), name)):
        module = modules[name]
        if not isinstance(module, ModuleType):
            continue
        for value in list(vars(module).values()):
            # Not isinstance: it asks the object itself, and a library's deprecated name would warn.
            if issubclass(type(value), wanted):
                yield name, value


def _held_by_objects(ufunc: type) -> Iterator[object]:
    """Yield the ufuncs that containers hold: in a class, an instance, a closure.

    Most ufuncs are not tracked by the garbage collector themselves, but their holders are.
    """
    holders = gc.get_objects()
    for start in range(0, len(holders), _HOLDERS_AT_A_TIME):
        held = gc.get_referents(*holders[start : start + _HOLDERS_AT_A_TIME])
        yield from (value for value in held if type(value) is ufunc)


def in_modules(numpy: ModuleType, modules: Mapping[str, object], known: Iterable[object]) -> list[Entry]:
    """List the ufuncs and array functions that `modules` hold and are not among `known`, each once."""
    seen = {id(value) for value in known}
    wanted = (numpy.ufunc, adapter.array_function_type(numpy))
    entries = []
    for module_name, value in _found_in_modules(modules, wanted):
        if id(value) not in seen:
            seen.add(id(value))
            kind = "ufunc" if isinstance(value, numpy.ufunc) else "array function"
            entries.append(
                Entry(_own_name(numpy.ufunc, module_name, value), kind, value, Mechanism.VECTORCALL)
            )
    return entries


def in_objects(numpy: ModuleType, known: Iterable[object]) -> list[Entry]:
    """List the ufuncs that any other object holds and are not among `known`, each once (12 ms for 30,000 objects)."""
    found = {id(value): value for value in _held_by_objects(numpy.ufunc)}
    seen = {id(value) for value in known}
    return [
        Entry(_own_name(numpy.ufunc, "", value), "ufunc", value, Mechanism.VECTORCALL)
        for identity, value in found.items()
        if identity not in seen
    ]
