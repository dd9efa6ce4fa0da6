"""What is looked at in a pickle of a stranger's before it is read: refusing what it names does not bound its memory."""

from __future__ import annotations

import pickle
import pickletools

_KEEPS = frozenset(("PUT", "BINPUT", "LONG_BINPUT"))


def require_small_memo(data: bytes) -> None:
    """Raise UnpicklingError if a value is kept by a larger number than any writer comes to; ValueError if it is none.

    CPython makes a table up to the largest number: one of 2 billion, in a pickle of ten bytes, takes 34 GB
    (`_Unpickler_MemoPut` in Modules/_pickle.c).
    """
    for opcode, number, _ in pickletools.genops(data):
        if opcode.name in _KEEPS and isinstance(number, int) and number > len(data):
            raise pickle.UnpicklingError(f"it numbers a value {number:,} in {len(data):,} bytes")
