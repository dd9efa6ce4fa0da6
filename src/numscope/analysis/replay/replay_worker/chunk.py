"""A piece of a trace: some operations in columns, as they lie in the trace's tables, and where their values are."""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from functools import cached_property
from importlib.machinery import SourceFileLoader
from types import ModuleType
from typing import Any

import numpy as np

from ....format.files import Folder
from ....probes.calling.memory import Content
from ....probes.calling.refusal import CannotReplayError
from ....probes.calling.wanted import Slot

INLINE = -1
NOT_KEPT = -2
_PACK = "values.pack"
_MOST_BYTES = 1 << 16
_OPERANDS = ("slots", "contents", "integers", "reals", "texts")
_CONTENTS = ("packs", "offsets", "sizes", "stored", "words", "fortran")


def pack_size(trace: Folder, directory: str) -> int:
    """Return how many bytes the pack of a process holds; 0 if it has none. Raises OSError."""
    return _pack_folder(trace, directory).size(_PACK)


def _pack_folder(trace: Folder, directory: str) -> Folder:
    return trace.folder("processes").folder(directory)


class Packs:
    """The files in which values lie, mapped into memory. elision: of the module that reads what has gaps there.

    trace: its folder; directories: of the processes in it.
    """

    def __init__(self, trace: Folder, directories: list[str], elision: str) -> None:
        self._trace, self._directories, self._elision = trace, directories, elision
        self._maps: dict[int, Any] = {}

    def read(self, pack: int, offset: int, size: int, stored: int, words: int) -> bytes | bytearray:
        """The bytes of one value. Raises CannotReplayError if they are damaged."""
        if size == 0:
            return b""
        data: bytes = self.whole(pack)[offset : offset + stored]
        if not words:
            return data
        try:
            whole: bytearray = self._whole_content(data, size, abs(words), words < 0)
            return whole
        except ValueError as error:
            raise CannotReplayError(f"a value can't be read: {error}") from None

    @cached_property
    def _whole_content(self) -> Any:
        loader = SourceFileLoader("elision", self._elision)
        module = ModuleType(loader.name)
        loader.exec_module(module)
        whole_content: Any = module.whole_content
        return whole_content

    def whole(self, pack: int) -> Any:
        """All bytes of one file, which is not empty; slices of it are bytes."""
        if pack not in self._maps:
            with _pack_folder(self._trace, self._directories[pack]).file(_PACK) as file:
                self._maps[pack] = mmap.mmap(file.descriptor, 0, access=mmap.ACCESS_READ)
        return self._maps[pack]


class Chunk:
    """Operations to be called again. What repeats is in the tables `slots` and `names` (of calls).

    columns: of operations `ids`, `calls`, `starts` (the first operand of each, and the end); of operands `slots`,
    `addresses`, `contents` (-1: none), `integers`, `reals`, `texts` (-1: none); of contents `packs`, `offsets`,
    `sizes`, `stored` (bytes there), `words` (of a content with gaps, how many bytes a word has; negative: those that
    repeat the one before are left out), `fortran`, `keys` (half of the hash), and `blob`, the bytes of those in
    no file. texts, exceptions: of operands, and of operations by their place.
    """

    def __init__(
        self, header: dict[str, Any], columns: dict[str, Any], slots: dict[int, Slot], packs: Packs
    ) -> None:
        self.columns = columns
        self.ids: list[int] = columns["ids"].tolist()
        self.calls: list[int] = columns["calls"].tolist()
        self.starts: list[int] = columns["starts"].tolist()
        self.exceptions: dict[int, str] = {int(place): text for place, text in header["exceptions"].items()}
        self._texts = header["texts"]
        self._slots, self._packs = slots, packs

    def slot_ids(self, place: int) -> tuple[int, ...]:
        """The slots of the operation at `place` of this chunk."""
        return tuple(self._of("slots", place))

    def addresses(self, place: int) -> list[int]:
        """The addresses of its operands, 0 where there is none."""
        return self._of("addresses", place)

    def keys(self, place: int) -> list[int | None]:
        """Return numbers that distinguish the contents of its operands; None where there is no content."""
        keys = self.columns["keys"]
        return [None if content < 0 else int(keys[content]) for content in self._of("contents", place)]

    def values(self, place: int) -> list[Any]:
        """The values of its operands: a Content, a plain value, a literal's text, or None."""
        return [
            self._value(*numbers)
            for numbers in zip(*(self._of(name, place) for name in _OPERANDS), strict=True)
        ]

    def plain(self, row: int) -> Any:
        """Return what distinguishes this operand, which is no array, from others of its slot."""
        value = self._value(*(self.columns[name][row].item() for name in _OPERANDS))
        return value.hex() if isinstance(value, float) else value  # 0.0 and -0.0 are equal, NaN is not

    def _value(self, slot_id: int, content: int, integer: int, real: float, text: int) -> Any:
        slot = self._slots[slot_id]
        kind = slot.kind
        if kind == "array" or kind == "scalar":
            return None if content < 0 else self._content(content, slot)
        if kind == "int" or kind == "bool":
            return integer
        if kind == "float":
            return real
        return None if text < 0 else self._texts[text]

    def _of(self, name: str, place: int) -> list[Any]:
        numbers: list[Any] = self.columns[name][self.starts[place] : self.starts[place + 1]].tolist()
        return numbers

    def identities(self, rows: Any) -> Any:
        """Return a number for each of some operands of one slot: equal where `plain` gives the same."""
        kind = self._slots[int(self.columns["slots"][rows[0]])].kind
        if kind == "float":
            return self.columns["reals"].view(np.int64)[rows]
        if kind == "int" or kind == "bool":
            return self.columns["integers"][rows]
        return self.columns["contents" if kind == "scalar" else "texts"][rows]

    def sizes(self, rows: Any) -> Any:
        """How many bytes some operands hold; -1 where they are none, many, not in C's order or not in one piece."""
        return self._small[self.columns["contents"][rows]]

    def data(self, rows: Any) -> Iterator[bytes]:
        """The bytes of operands whose sizes are known, none of others."""
        return map(self._pieces.__getitem__, self.columns["contents"][rows].tolist())

    @cached_property
    def _small(self) -> Any:
        """Return what `sizes` gives for each content; the last element is for no content, -1."""
        sizes = self.columns["sizes"]
        there = (sizes > 0) & (sizes <= _MOST_BYTES) & (self.columns["packs"] != NOT_KEPT)
        there &= self.columns["words"] == 0
        return np.append(np.where(there & ~self.columns["fortran"], sizes, -1), -1)

    @cached_property
    def _pieces(self) -> list[bytes]:
        """The bytes of each content whose size is known, most asked for more than once; at the end, for -1, none."""
        columns, sizes = self.columns, self._small[:-1]
        packs = set(columns["packs"][sizes > 0].tolist())
        sources = {pack: self._blob if pack == INLINE else self._packs.whole(pack) for pack in packs}
        places = zip(columns["packs"].tolist(), columns["offsets"].tolist(), sizes.tolist(), strict=True)
        pieces = [sources[pack][begin : begin + size] if size > 0 else b"" for pack, begin, size in places]
        return [*pieces, b""]

    @cached_property
    def _blob(self) -> bytes:
        blob: bytes = self.columns["blob"].tobytes()
        return blob

    def _content(self, number: int, slot: Slot) -> Content | None:
        pack, offset, size, stored, words, fortran = (self.columns[name][number].item() for name in _CONTENTS)
        if pack >= 0:
            return self._packs.read(pack, offset, size, stored, words), fortran
        return (self._blob[offset : offset + size], slot.fortran) if pack == INLINE else None
