"""Read symbols and line tables out of an object that LLVM made: ELF64, DWARF 4, one section of code.

ELF: System V ABI, generic part; DWARF: http://dwarfstd.org, version 4, section 6.2.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

_FUNCTION = 2
_DWARF = 4


@dataclass(frozen=True)
class Row:
    """From `address` on, counted from the begin of `section`, code belongs to `line` of `file`; line 0: to none."""

    section: int
    address: int
    file: str
    line: int
    ends: bool = False


@dataclass(frozen=True)
class Function:
    """Where a function begins in its section."""

    section: int
    address: int
    name: str


@dataclass
class LineTable:
    """The rows of an object, ascending by section and address, and its functions."""

    rows: list[Row] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)


def read_object(data: bytes) -> LineTable:
    """Return what an object says of its lines: nothing where it has no line table of DWARF 4."""
    parts = _sections(data)
    if ".debug_line" not in parts or ".symtab" not in parts:
        return LineTable()
    symbols = list(_symbols(data, parts[".symtab"]))
    names = parts[".strtab"].start
    functions = [Function(s.section, s.value, _text(data, names + s.name)) for s in symbols if s.is_function]
    lines = parts[".debug_line"]
    begins = _begins(data, parts[".rela.debug_line"], symbols) if ".rela.debug_line" in parts else {}
    rows = _programs(data[lines.start : lines.start + lines.stop], begins)
    return LineTable(sorted(rows, key=lambda row: (row.section, row.address, not row.ends)), functions)


@dataclass(frozen=True)
class _Symbol:
    name: int
    is_function: bool
    section: int
    value: int


def _sections(data: bytes) -> dict[str, slice]:
    """Return where each section begins, and how long it is."""
    (offset,) = struct.unpack_from("<Q", data, 40)
    size, count, names = struct.unpack_from("<HHH", data, 58)
    headers = [struct.unpack_from("<IIQQQQ", data, offset + size * i) for i in range(count)]
    return {
        _text(data, headers[names][4] + name): slice(start, length)
        for name, _, _, _, start, length in headers
    }


def _text(data: bytes, start: int) -> str:
    return data[start : data.index(b"\0", start)].decode(errors="replace")


def _symbols(data: bytes, part: slice) -> Iterator[_Symbol]:
    for at in range(part.start, part.start + part.stop, 24):
        name, kind, _, section, value = struct.unpack_from("<IBBHQ", data, at)
        yield _Symbol(name, kind & 15 == _FUNCTION and section > 0, section, value)


def _begins(data: bytes, part: slice, symbols: list[_Symbol]) -> dict[int, tuple[int, int]]:
    """Return section and address that a place of the line table stands for: the linker would write it there."""
    found = {}
    for at in range(part.start, part.start + part.stop, 24):
        place, info, addend = struct.unpack_from("<QQq", data, at)
        symbol = symbols[info >> 32]
        found[place] = (symbol.section, symbol.value + addend)
    return found


class _Reader:
    """Reads numbers and texts from bytes, one after another."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data = data
        self.at = at

    def number(self, form: str) -> int:
        (value,) = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize(form)
        return int(value)

    def text(self) -> str:
        found = _text(self.data, self.at)
        self.at = self.data.index(b"\0", self.at) + 1
        return found

    def texts(self) -> Iterator[str]:
        while found := self.text():
            yield found

    def uleb(self) -> int:
        value = shift = 0
        while True:
            byte = self.number("B")
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def sleb(self) -> int:
        start = self.at
        value = self.uleb()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value


def _programs(data: bytes, begins: dict[int, tuple[int, int]]) -> Iterator[Row]:
    """Run every line-number program of the section."""
    reader = _Reader(data)
    while reader.at < len(data):
        length = reader.number("I")
        end = reader.at + length
        if reader.number("H") == _DWARF:
            yield from _Program(reader, end, begins).rows()
        reader.at = end


class _Program:
    """One line-number program: its header, its state, and what each opcode does to it."""

    def __init__(self, reader: _Reader, end: int, begins: dict[int, tuple[int, int]]) -> None:
        self._reader = reader
        self._begins = begins
        self._section = 0
        self._end = end
        begin = reader.number("I") + reader.at
        self._step, _, _ = (reader.number("B") for _ in range(3))
        self._base, self._range, self._opcodes = reader.number("b"), reader.number("B"), reader.number("B")
        self._operands = [reader.number("B") for _ in range(self._opcodes - 1)]
        folders = ["", *reader.texts()]
        self._files = [""]
        for name in reader.texts():
            folder = folders[reader.uleb()]
            reader.uleb(), reader.uleb()
            self._files.append(f"{folder}/{name}" if folder else name)
        reader.at = begin
        self._reset()

    def _reset(self) -> None:
        self._address, self._file, self._line = 0, 1, 1

    def _row(self, ends: bool = False) -> Row:
        return Row(self._section, self._address, self._files[self._file], self._line, ends)

    def rows(self) -> Iterator[Row]:
        """Run the program and return its rows."""
        while self._reader.at < self._end:
            opcode = self._reader.number("B")
            if opcode >= self._opcodes:
                self._address += (opcode - self._opcodes) // self._range * self._step
                self._line += self._base + (opcode - self._opcodes) % self._range
                yield self._row()
            elif opcode == 0:
                yield from self._extended()
            elif opcode == 1:
                yield self._row()
            else:
                self._standard(opcode)

    def _extended(self) -> Iterator[Row]:
        length = self._reader.uleb()
        after = self._reader.at + length
        opcode = self._reader.number("B")
        if opcode == 1:
            yield self._row(ends=True)
            self._reset()
        elif opcode == 2:
            place, address = self._reader.at, self._reader.number("Q")
            self._section, self._address = self._begins.get(place, (0, address))
        self._reader.at = after

    def _standard(self, opcode: int) -> None:
        if opcode == 2:
            self._address += self._reader.uleb() * self._step
        elif opcode == 3:
            self._line += self._reader.sleb()
        elif opcode == 4:
            self._file = self._reader.uleb()
        elif opcode == 8:
            self._address += (255 - self._opcodes) // self._range * self._step
        elif opcode == 9:
            self._address += self._reader.number("H")
        else:
            for _ in range(self._operands[opcode - 1]):
                self._reader.uleb()
