"""The range of integer types, and arithmetic that goes round in it on purpose."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, last_name, reached
from numscope.analysis.concepts.allowed_overflow import may_overflow
from numscope.analysis.concepts.integer_arithmetic import limits
from numscope.trace import Operation

# Hashes, generators of random numbers and checksums: their arithmetic is modular, and these stand beside it.
_OF_BITS = (
    *("bitwise_xor", "bitwise_and", "bitwise_or", "invert", "left_shift", "right_shift"),
    *("__and__", "__or__", "__xor__", "__lshift__", "__rshift__", "__invert__", "view"),
)
# A remainder is taken of many things (a turn of the wheel, every tenth row): it has to read what went round.
_REMAINDERS = ("remainder", "mod", "fmod", "__mod__")
# Of results that went round only some are chosen: the others mean nothing.
_CHOOSING = ("where", "select", "choose", "minimum", "maximum", "copyto", "putmask")
# Lines around an operation outside of any function that belong to the same piece of work.
_NEAR = 4


def bits(dtype: str) -> int:
    """Return the number of bits of an integer type."""
    return np.dtype(dtype).itemsize * 8


def is_modular(evidence: Evidence, call: Call, operation: Operation) -> bool:
    """Return whether going round is what the program wants.

    Its work is with bits, only some results are chosen, or it stands where the program lets results overflow.
    """
    if call.line in may_overflow(evidence.trace.sources.text(call.file) or ""):
        return True
    if any(_together(call, other) for other in evidence.named(*_OF_BITS)):
        return True
    return any(_is_meant(operation, later) for later in reached(evidence, operation, 2))


def _is_meant(operation: Operation, later: Operation) -> bool:
    return last_name(later) in (*_OF_BITS, *_REMAINDERS, *_CHOOSING) or _reinterprets(operation, later)


def _reinterprets(operation: Operation, later: Operation) -> bool:
    """Return whether `later` reads unsigned differences as signed ones of the same width: counters that go round."""
    before = _dtypes([operand.dtype for operand in operation.outputs[:1]])
    after = _dtypes([operand.dtype for operand in later.outputs])
    return last_name(later) == "astype" and any(
        first.kind == "u" and second.kind == "i" and first.itemsize == second.itemsize
        for first in before
        for second in after
    )


def _dtypes(names: Iterable[str | None]) -> list[np.dtype[np.generic]]:
    return [np.dtype(name) for name in names if limits(name) is not None]


def _together(call: Call, other: Call) -> bool:
    if call.file != other.file:
        return False
    near = abs(call.line - other.line) <= _NEAR
    return near if call.function in (None, "<module>") else call.function == other.function
