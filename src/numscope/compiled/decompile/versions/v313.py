"""CPython 3.13: superinstructions on locals, function attributes set one by one, NULL above a callable."""

from __future__ import annotations

from numscope.compiled.decompile.versions import Table
from numscope.compiled.decompile.versions.v312 import (
    ABSOLUTE_JUMPS,
    BLOCK_STACK,
    CELLS_AFTER_LOCALS,
    EXCEPTION_SLOTS,
    INTRINSICS_1,
    INTRINSICS_2,
    METHOD_BIT,
)
from numscope.compiled.decompile.versions.v312 import OPERATIONS as V312

OPERATIONS: Table = {
    **V312,
    "LOAD_FAST_LOAD_FAST": "load_fast_load_fast",
    "STORE_FAST_STORE_FAST": "store_fast_store_fast",
    "STORE_FAST_LOAD_FAST": "store_fast_load_fast",
    "CALL_KW": "call_kw",
    "SET_FUNCTION_ATTRIBUTE": ("SET_FUNCTION", "int"),
    "MAKE_FUNCTION": ("MAKE_FUNCTION", "zero"),
    "CONVERT_VALUE": ("CONVERT", "int"),
    "FORMAT_SIMPLE": ("FORMAT", "simple"),
    "FORMAT_WITH_SPEC": ("FORMAT", "spec"),
}

COMPARE_SHIFT = 5
NULL_FIRST = False
END_FOR: tuple[str, ...] = ("END_FOR", "POP_TOP")

__all__ = [
    "ABSOLUTE_JUMPS", "BLOCK_STACK", "CELLS_AFTER_LOCALS", "COMPARE_SHIFT", "END_FOR", "EXCEPTION_SLOTS",
    "INTRINSICS_1", "INTRINSICS_2", "METHOD_BIT", "NULL_FIRST", "OPERATIONS",
]  # fmt: skip
