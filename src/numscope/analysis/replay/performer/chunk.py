"""A piece of a trace: some operations in columns, as they lie in the trace's tables, and where their values are."""

from __future__ import annotations

import mmap
from typing import Any

from .memory import Content
from .recipes import Slot

INLINE = -1
NOT_KEPT = -2


class Packs:
    """The files in which values lie, mapped into memory."""

    def __init__(self, paths: list[str]) -> None:
        self._paths = paths
        self._maps: dict[int, Any] = {}

    def read(self, pack: int, offset: int, size: int) -> bytes:
        """The bytes of one value."""
        if size == 0:
            return b""
        if pack not in self._maps:
            with open(self._paths[pack], "rb") as file:
                self._maps[pack] = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        data: bytes = self._maps[pack][offset : offset + size]
        return data


class Chunk:
    """Operations to be called again. What repeats is in the tables `slots` and `names` (of calls).

    columns: of operations `ids`, `calls`, `starts` (the first operand of each, and the end); of operands `slots`,
    `addresses`, `contents` (-1: none), `integers`, `reals`, `texts` (-1: none); of contents `packs`, `offsets`,
    `sizes`, `fortran`, `keys` (half of the hash), and `blob`, the bytes of those that lie in no file. texts,
    exceptions: of operands, and of operations by their place.
    """

    def __init__(
        self, header: dict[str, Any], columns: dict[str, Any], slots: dict[int, Slot], packs: Packs
    ) -> None:
        self.ids: list[int] = columns["ids"].tolist()
        self.calls: list[int] = columns["calls"].tolist()
        self.starts = columns["starts"].tolist()
        self._slot_ids = columns["slots"].tolist()
        self.row_addresses = columns["addresses"].tolist()
        self._contents = columns["contents"].tolist()
        self._integers = columns["integers"].tolist()
        self._reals = columns["reals"].tolist()
        self._text_ids = columns["texts"].tolist()
        names = ("packs", "offsets", "sizes", "fortran")
        self._places = list(zip(*(columns[name].tolist() for name in names), strict=True))
        self._keys = columns["keys"].tolist()
        self._blob = columns["blob"].tobytes()
        self._texts = header["texts"]
        self.exceptions: dict[str, str] = header["exceptions"]
        self._slots, self._packs = slots, packs
        self._data: dict[int, bytes | None] = {}

    def slot_ids(self, place: int) -> tuple[int, ...]:
        """The slots of the operation at `place` of this chunk."""
        return tuple(self._slot_ids[self.starts[place] : self.starts[place + 1]])

    def addresses(self, place: int) -> list[int]:
        """The addresses of its operands, 0 where there is none."""
        addresses: list[int] = self.row_addresses[self.starts[place] : self.starts[place + 1]]
        return addresses

    def keys(self, place: int) -> list[int | None]:
        """What tells the contents of its operands apart."""
        rows = self._contents[self.starts[place] : self.starts[place + 1]]
        return [None if content < 0 else self._keys[content] for content in rows]

    def values(self, place: int) -> list[Any]:
        """The values of its operands: a Content, a plain value, a literal's text, or None."""
        values: list[Any] = []
        for row in range(self.starts[place], self.starts[place + 1]):
            slot = self._slots[self._slot_ids[row]]
            kind = slot.kind
            if kind == "array" or kind == "scalar":
                content = self._contents[row]
                values.append(None if content < 0 else self._content(content, slot))
            elif kind == "int" or kind == "bool":
                values.append(self._integers[row])
            elif kind == "float":
                values.append(self._reals[row])
            else:
                text = self._text_ids[row]
                values.append(None if text < 0 else self._texts[text])
        return values

    def data(self, row: int) -> bytes | None:
        """The bytes of the array or scalar of an operand, C order; None if they were not kept, or in another order."""
        number = self._contents[row]
        if number in self._data:
            return self._data[number]
        content = None if number < 0 else self._content(number, self._slots[self._slot_ids[row]])
        data = self._data[number] = None if content is None or content[1] else content[0]
        return data

    def number(self, row: int) -> int | float | bool:
        """The Python number that an operand is."""
        kind = self._slots[self._slot_ids[row]].kind
        if kind == "float":
            real: float = self._reals[row]
            return real
        integer: int = self._integers[row]
        return bool(integer) if kind == "bool" else integer

    def plain(self, row: int) -> Any:
        """What tells apart the operands of one slot that are no arrays."""
        slot = self._slots[self._slot_ids[row]]
        if slot.kind == "scalar":
            return self.data(row)
        if slot.kind == "float":
            return self._reals[row].hex()  # 0.0 and -0.0 are equal, NaN is not
        text = self._text_ids[row]
        return self._integers[row] if text < 0 else self._texts[text]

    def _content(self, number: int, slot: Slot) -> Content | None:
        pack, offset, size, fortran = self._places[number]
        if pack >= 0:
            return self._packs.read(pack, offset, size), fortran
        return (self._blob[offset : offset + size], slot.fortran) if pack == INLINE else None
