"""The catalogue: every public callable and data-yielding attribute of the installed NumPy, and how it is watched."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from types import ModuleType

from numscope.probes.numpy.attributes import Samples
from numscope.probes.numpy.classes import ClassEntries
from numscope.probes.numpy.entry import Entry, through
from numscope.probes.numpy.excluded import reason_for_class
from numscope.probes.numpy.functions import function_entry
from numscope.probes.numpy.namespaces import Public, public_modules, public_objects


def catalogue(numpy: ModuleType, samples: Samples | None = None) -> list[Entry]:
    """List every public callable and data-yielding attribute in the NumPy modules that are loaded.

    Found in the installed NumPy itself: no list of NumPy's names is kept here. To have the parts that NumPy loads
    on first use in it as well, call `namespaces.import_all` before. With `samples` given, no operation of NumPy's
    is performed.
    """
    return entries_of(numpy, public_objects(public_modules(numpy)), samples or Samples(numpy))


def entries_of(numpy: ModuleType, objects: Iterable[Public], samples: Samples) -> list[Entry]:
    """List the entries of public objects, and of the private classes that lend them methods."""
    entries: list[Entry] = []
    classes: list[Public] = []
    for public in objects:
        if isinstance(public.value, type):
            classes.append(public)
            continue
        entry = function_entry(numpy, public)
        if entry is not None:
            entries.append(entry)
    for public in [*classes, *_private_bases(numpy, classes)]:
        entries.extend(ClassEntries(numpy, public, samples).entries())
    return _each_pointer_once(entries)


class KnownCatalogue:
    """Entries of the public objects that were asked for before: to list them anew takes 20 ms of each recording.

    It holds the objects, so that no other has the id of one.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], tuple[list[Public], list[Entry]]] = {}

    def entries_of(self, numpy: ModuleType, objects: list[Public], samples: Samples) -> list[Entry]:
        """List the entries as the function of this name does; the objects and their names are those of one NumPy."""
        asked = tuple(id(public.value) for public in objects)
        known, entries = self._known.get(asked, ([], []))
        if [public.name for public in known] != [public.name for public in objects]:
            entries = entries_of(numpy, objects, samples)
            self._known[asked] = objects, entries
        return entries


def _each_pointer_once(entries: list[Entry]) -> list[Entry]:
    """Let of several entries that share a pointer, such as `__add__` and `__radd__`, the first watch it."""
    first: dict[tuple[int, str], str] = {}
    kept = []
    for entry in entries:
        if entry.mechanism is None:
            kept.append(entry)
            continue
        # A slot's target is its class, so that many entries have the same.
        names = [first.setdefault((id(entry.target), slot), entry.name) for slot in entry.slots or ("",)]
        if entry.name in names:
            kept.append(entry)
        else:
            reason = through(f"the same {'C slot' if entry.slots else 'function'} as {names[0]}")
            kept.append(dataclasses.replace(entry, mechanism=None, reason=reason))
    return kept


def _private_bases(numpy: ModuleType, classes: list[Public]) -> Iterator[Public]:
    """Yield the classes of NumPy that have no public name but lend their methods to one that has."""
    seen = {id(public.value) for public in classes}
    for public in classes:
        assert isinstance(public.value, type)
        for base in public.value.__mro__[1:]:
            if id(base) in seen or not base.__module__.startswith("numpy"):
                continue
            seen.add(id(base))
            if reason_for_class(numpy.dtype, base) is None:
                yield Public(f"{base.__module__}.{base.__qualname__}", (), base)
