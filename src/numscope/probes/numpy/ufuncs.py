"""Ufuncs and array functions without a public name, and ufuncs that other modules made before we came."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType

import numscope._core as _core
from numscope.probes.numpy import adapter
from numscope.probes.numpy.entry import Entry, Mechanism


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
    """List the ufuncs that any other object holds, such as a class or a closure, and are not among `known`, each once.

    Most ufuncs are not tracked by the garbage collector themselves, but their holders are.
    """
    found = {id(value): value for value in _core.held_objects(gc.get_objects(), numpy.ufunc)}
    seen = {id(value) for value in known}
    return [
        Entry(_own_name(numpy.ufunc, "", value), "ufunc", value, Mechanism.VECTORCALL)
        for identity, value in found.items()
        if identity not in seen
    ]
