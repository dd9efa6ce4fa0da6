"""CPython 3.14: borrowed loads, small integers, LOAD_SPECIAL for `with`, subscription as a binary operation."""

from __future__ import annotations

from numscope.compiled.decompile.versions import Table
from numscope.compiled.decompile.versions.v313 import (
    ABSOLUTE_JUMPS,
    BLOCK_STACK,
    CELLS_AFTER_LOCALS,
    COMPARE_SHIFT,
    EXCEPTION_SLOTS,
    INTRINSICS_1,
    INTRINSICS_2,
    METHOD_BIT,
    NULL_FIRST,
)
from numscope.compiled.decompile.versions.v313 import OPERATIONS as V313

OPERATIONS: Table = {
    **V313,
    "LOAD_FAST_BORROW": "load_fast",
    "LOAD_FAST_BORROW_LOAD_FAST_BORROW": "load_fast_load_fast",
    "LOAD_SMALL_INT": ("CONST", "int"),
    "LOAD_COMMON_CONSTANT": "common_constant",
    "LOAD_SPECIAL": "load_special",
    "BUILD_INTERPOLATION": ("INTERPOLATION", "int"),
    "BUILD_TEMPLATE": ("TEMPLATE", ""),
    "CALL_FUNCTION_EX": "call_ex_always_keywords",
    "POP_ITER": ("POP", ""),
}

END_FOR: tuple[str, ...] = ("END_FOR", "POP_ITER")

__all__ = [
    "ABSOLUTE_JUMPS", "BLOCK_STACK", "CELLS_AFTER_LOCALS", "COMPARE_SHIFT", "END_FOR", "EXCEPTION_SLOTS",
    "INTRINSICS_1", "INTRINSICS_2", "METHOD_BIT", "NULL_FIRST", "OPERATIONS",
]  # fmt: skip
