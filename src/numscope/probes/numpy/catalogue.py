"""The catalogue: every public callable and data-yielding attribute of the installed NumPy, and how it is watched."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from types import ModuleType

from numscope.probes.numpy.attributes import Samples
from numscope.probes.numpy.classes import ClassEntries
from numscope.probes.numpy.entry import Entry, Mechanism, through
from numscope.probes.numpy.functions import function_entry
from numscope.probes.numpy.namespaces import Public, public_objects
from numscope.probes.numpy.without_data import reason_for_class


def catalogue(numpy: ModuleType, samples: Samples | None = None) -> list[Entry]:
    """List every public callable and data-yielding attribute in the NumPy modules that are loaded.

    Found in the installed NumPy itself: no list of NumPy's names is kept here. To have the parts that NumPy loads
    on first use in it as well, call `namespaces.import_all` before. With `samples` given, no operation of NumPy's
    is performed.
    """
    samples = samples or Samples(numpy)
    entries: list[Entry] = []
    classes: list[Public] = []
    for public in public_objects(numpy):
        if isinstance(public.value, type):
            classes.append(public)
            continue
        entry = function_entry(numpy, public)
        if entry is not None:
            entries.append(entry)
    for public in [*classes, *_private_bases(numpy, classes)]:
        entries.extend(ClassEntries(numpy, public, samples).entries())
    return _each_target_once(sorted(entries, key=lambda entry: (entry.name.count("."), entry.name)))


def _each_target_once(entries: list[Entry]) -> list[Entry]:
    """Let of several entries for one function, such as a property's getter that is a method too, the first watch."""
    first: dict[int, str] = {}
    kept = []
    for entry in entries:
        name = first.setdefault(id(entry.target), entry.name)
        if entry.mechanism in (None, Mechanism.SLOT) or name == entry.name:
            kept.append(entry)
        else:
            reason = through(f"the same function as {name}")
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
