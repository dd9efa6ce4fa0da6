"""The operands of a call record, one behind the other."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import NamedTuple

from numscope.format.constants import Layout, number

_HEADER, _ARRAY, _STATISTICS = Layout("operand_header"), Layout("array_operand"), Layout("statistics")
_TEXT = Layout("trailing_text")  # a length and as many bytes, padded to 8, as in a text operand
_WORD = 8
_ARRAYS = (number("OPERAND_ARRAY"), number("OPERAND_SCALAR"))
_TEXTS = (number("OPERAND_STRING"), number("OPERAND_LITERAL"))
_NONE = number("OPERAND_NONE")
_HAS_OWNER, _HAS_HASH, _HAS_STATISTICS, _HAS_INLINE, _PENDING = (
    number(f"OPERAND_{name}") for name in ("HAS_OWNER", "HAS_HASH", "HAS_STATISTICS", "HAS_INLINE", "PENDING")
)


class EncodedOperand(NamedTuple):
    """An operand: the fields of its `struct operand_header`, and the content that follows it.

    hash: of an array or NumPy scalar, low half first. text: of a string or literal, in UTF-8. word: the 8 bytes of
    anything else.
    """

    header: SimpleNamespace
    hash: bytes = b""
    text: bytes = b""
    word: bytes = b""


def operands(record: bytes) -> Iterator[EncodedOperand]:
    """Return the operands whose records stand behind one another in `record`."""
    at = 0
    while at + _HEADER.size <= len(record):
        header = _HEADER.read(record, at)
        if header.tag in _ARRAYS:
            at, digest = _array(record, at + _ARRAY.size, header.flags)
            yield EncodedOperand(header, hash=digest)
        elif header.tag in _TEXTS:
            begin = at + _HEADER.size + _TEXT.size
            length = _TEXT.read(record, begin - _TEXT.size).length
            yield EncodedOperand(header, text=record[begin : begin + length])
            at = begin + _padded(length)
        else:
            begin, at = at + _HEADER.size, at + _HEADER.size + (0 if header.tag == _NONE else _WORD)
            yield EncodedOperand(header, word=record[begin:at])


def _array(record: bytes, at: int, flags: int) -> tuple[int, bytes]:
    """Return where the blocks of an array end that begin at `at`, and its hash."""
    digest = b""
    at += _WORD if flags & _HAS_OWNER else 0
    if flags & _HAS_HASH:
        digest = record[at : at + 2 * _WORD]
        at += 2 * _WORD
    at += _STATISTICS.size if flags & _HAS_STATISTICS else 0
    if flags & _HAS_INLINE:
        at += _WORD + _padded(int.from_bytes(record[at : at + _WORD], "little"))
    return at + (_WORD if flags & _PENDING else 0), digest


def _padded(length: int) -> int:
    return (length + _WORD - 1) // _WORD * _WORD
