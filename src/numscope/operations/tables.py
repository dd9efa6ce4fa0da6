"""From the name of an operation to its traits: the tables of all libraries, looked up together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from numscope.operations import jax, numba, numpy, torch
from numscope.operations.traits import Trait

# Keys are names, `LIBRARY.*.LAST` and `*.LAST` for the last part of a name, and `START*`. traits.c reads them alike.
TABLES: tuple[Mapping[str, int], ...] = (numpy.TRAITS, torch.TRAITS, numba.TRAITS, jax.TRAITS)


@cache
def traits_of(name: str) -> Trait:
    """Return the traits of the operation `name`, as far as its name shows; none if no table knows it."""
    found = torch.by_convention(name)
    for table in TABLES:
        for key in _keys(name):
            found |= table.get(key, 0)
    for start, traits in _starts():
        if name.startswith(start):
            found |= traits
    return Trait(found)


def _keys(name: str) -> Iterator[str]:
    yield name
    first, dot, rest = name.partition(".")
    if dot:
        last = rest.rpartition(".")[2]
        yield f"*.{last}"
        if last != rest:
            yield f"{first}.*.{last}"


@cache
def _starts() -> tuple[tuple[str, int], ...]:
    return tuple((key[:-1], traits) for table in TABLES for key, traits in table.items() if key.endswith("*"))
