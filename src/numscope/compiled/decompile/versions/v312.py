"""CPython 3.12: inlined comprehensions, intrinsics, super attributes, RETURN_CONST, a method bit in LOAD_ATTR."""

from __future__ import annotations

from numscope.compiled.decompile.versions import Table
from numscope.compiled.decompile.versions.shared import OPERATIONS as SHARED

OPERATIONS: Table = {
    **SHARED,
    "LOAD_FAST_AND_CLEAR": ("LOAD_CLEAR", "fast_name"),
    "LOAD_GLOBAL": "load_global",
    "LOAD_ATTR": "load_attr",
    "LOAD_SUPER_ATTR": "load_super_attr",
    "LOAD_FROM_DICT_OR_DEREF": ("LOAD_FROM_DICT", "deref"),
    "LOAD_FROM_DICT_OR_GLOBALS": ("LOAD_FROM_DICT", "globals"),
    "LOAD_LOCALS": ("LOCALS", ""),
    "KW_NAMES": "keyword_names",
    "CALL": "call",
    "CALL_INTRINSIC_1": "intrinsic_1",
    "CALL_INTRINSIC_2": "intrinsic_2",
    "RETURN_GENERATOR": "return_generator",
    "RETURN_CONST": "return_const",
    "CLEANUP_THROW": ("CLEANUP_THROW", ""),
    "END_FOR": ("END_FOR", ""),
}

BLOCK_STACK = False
EXCEPTION_SLOTS = 2
ABSOLUTE_JUMPS: frozenset[str] = frozenset()
COMPARE_SHIFT = 4
NULL_FIRST = True
METHOD_BIT = True
CELLS_AFTER_LOCALS = True
END_FOR: tuple[str, ...] = ("END_FOR",)
INTRINSICS_1: tuple[str, ...] = (
    "INVALID", "PRINT", "IMPORT_STAR", "STOPITERATION_ERROR", "ASYNC_GEN_WRAP", "UNARY_POSITIVE", "LIST_TO_TUPLE",
    "TYPEVAR", "PARAMSPEC", "TYPEVARTUPLE", "SUBSCRIPT_GENERIC", "TYPEALIAS",
)  # fmt: skip
INTRINSICS_2: tuple[str, ...] = (
    "INVALID", "PREP_RERAISE_STAR", "TYPEVAR_WITH_BOUND", "TYPEVAR_WITH_CONSTRAINTS", "SET_FUNCTION_TYPE_PARAMS",
    "SET_TYPEPARAM_DEFAULT",
)  # fmt: skip
