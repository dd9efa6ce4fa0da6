"""What `format.h` says, as the C compiler understood it: numbers by their names, and the layouts of its structs."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from types import SimpleNamespace

from numscope._decode import CONSTANTS, ENUMS, STRUCTS

_NUMBERS = {**CONSTANTS, **{name: number for group in ENUMS.values() for name, number in group.items()}}


def number(name: str) -> int:
    """Return the number that C calls `name`: a macro, or a member of an enum. Raises KeyError."""
    return _NUMBERS[name]


def words(enum: str, *prefixes: str) -> tuple[str, ...]:
    """Return what the members of an enum are called in words, by their numbers; "?" stands where there is no member."""
    members = {value: name for name, value in ENUMS[enum].items()}
    found = []
    for value in range(max(members) + 1):
        name = members.get(value, "?")
        for prefix in prefixes:
            name = name.removeprefix(prefix)
        found.append(name.lower().replace("_", " "))
    return tuple(found)


class Layout:
    """The layout of a C struct: its size in bytes, and its fields by name.

    The fields of a struct inside it count as its own; an array of structs is left to who asks for its place.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.size = STRUCTS[name][""][2]
        self._places = list(_places(name))
        self._struct = struct.Struct("<" + "".join(_codes(self._places, self.size)))

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields, in their order."""
        return tuple(name for name, _, _ in self._places)

    def read(self, data: bytes | memoryview, offset: int = 0) -> SimpleNamespace:
        """Return the fields of the struct at `offset`. Raises struct.error if `data` ends before it does."""
        return SimpleNamespace(**dict(zip(self.fields, self._struct.unpack_from(data, offset), strict=True)))

    def pack(self, **given: float) -> bytes:
        """Return the bytes of a struct with these fields; others are 0. Raises TypeError for a field it has not."""
        if unknown := given.keys() - set(self.fields):
            raise TypeError(f"struct {self.name} has no field {', '.join(sorted(unknown))}")
        return self._struct.pack(*(given.get(name, 0) for name in self.fields))

    def offset(self, field: str) -> int:
        """Return where `field` begins, which may be an array."""
        return STRUCTS[self.name][field][1]


def _places(name: str, base: int = 0) -> Iterator[tuple[str, str, int]]:
    """(field, code, offset) of each number in a struct."""
    fields: Mapping[str, tuple[str, int, int]] = STRUCTS[name]
    for field, (code, offset, size) in fields.items():
        if code in STRUCTS and size == STRUCTS[code][""][2]:
            yield from _places(code, base + offset)
        elif field and code not in STRUCTS:
            yield field, code, base + offset


def _codes(places: list[tuple[str, str, int]], size: int) -> Iterator[str]:
    """The struct module's codes of the fields and of the bytes between them."""
    at = 0
    for _, code, offset in places:
        yield f"{offset - at}x{code}"
        at = offset + struct.calcsize(f"<{code}")
    yield f"{size - at}x"
