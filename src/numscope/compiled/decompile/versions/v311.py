"""CPython 3.11: exception table, relative jumps with a direction, PRECALL and KW_NAMES, NULL below a callable."""

from __future__ import annotations

from numscope.compiled.decompile.versions import Table
from numscope.compiled.decompile.versions.shared import OPERATIONS as SHARED

_CONDITIONS = {
    "FALSE": "branch_if_false",
    "TRUE": "branch_if_true",
    "NONE": "branch_if_none",
    "NOT_NONE": "branch_if_not_none",
}

OPERATIONS: Table = {
    **SHARED,
    **{f"POP_JUMP_FORWARD_IF_{name}": method for name, method in _CONDITIONS.items()},
    **{f"POP_JUMP_BACKWARD_IF_{name}": method for name, method in _CONDITIONS.items()},
    "LOAD_GLOBAL": "load_global",
    "PRECALL": "skip",
    "KW_NAMES": "keyword_names",
    "CALL": "call",
    "RETURN_GENERATOR": "return_generator",
    "ASYNC_GEN_WRAP": "skip",
    "JUMP_IF_FALSE_OR_POP": "keep_if_false",
    "JUMP_IF_TRUE_OR_POP": "keep_if_true",
}

BLOCK_STACK = False
EXCEPTION_SLOTS = 2
ABSOLUTE_JUMPS: frozenset[str] = frozenset()
COMPARE_SHIFT = 0
NULL_FIRST = True
METHOD_BIT = False
CELLS_AFTER_LOCALS = True
END_FOR = ()
INTRINSICS_1: tuple[str, ...] = ()
INTRINSICS_2: tuple[str, ...] = ()
