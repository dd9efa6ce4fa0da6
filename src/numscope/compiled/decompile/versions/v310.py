"""CPython 3.10: block stack, absolute jumps counted in instructions, one opcode an operator, six exception slots."""

from __future__ import annotations

from numscope.compiled.decompile.versions import Table
from numscope.compiled.decompile.versions.shared import OPERATIONS as SHARED

_OPERATORS = {
    "MATRIX_MULTIPLY": "@",
    "POWER": "**",
    "MULTIPLY": "*",
    "MODULO": "%",
    "ADD": "+",
    "SUBTRACT": "-",
    "FLOOR_DIVIDE": "//",
    "TRUE_DIVIDE": "/",
    "LSHIFT": "<<",
    "RSHIFT": ">>",
    "AND": "&",
    "XOR": "^",
    "OR": "|",
}

OPERATIONS: Table = {
    **SHARED,
    **{f"BINARY_{name}": ("BINARY", operator) for name, operator in _OPERATORS.items()},
    **{f"INPLACE_{name}": ("INPLACE", operator) for name, operator in _OPERATORS.items()},
    "DUP_TOP": ("COPY", "one"),
    "DUP_TOP_TWO": "dup_top_two",
    "ROT_TWO": ("SWAP", "two"),
    "ROT_THREE": "rotate_three",
    "ROT_FOUR": "rotate_four",
    "ROT_N": ("ROT", "int"),
    "JUMP_ABSOLUTE": "jump",
    "JUMP_IF_NOT_EXC_MATCH": "branch_unless_exception_matches",
    "POP_EXCEPT": ("POP_EXCEPT", "three"),
    "POP_BLOCK": "skip",
    "SETUP_FINALLY": "skip",
    "SETUP_WITH": ("BEFORE_WITH", ""),
    "SETUP_ASYNC_WITH": "skip",
    "CALL_FUNCTION": "call_function",
    "CALL_FUNCTION_KW": "call_function_kw",
    "CALL_METHOD": "call_method",
    "MAKE_FUNCTION": "make_function_named",
    "MATCH_KEYS": "match_keys_with_success",
    "MATCH_CLASS": "match_class_with_success",
}

BLOCK_STACK = True
EXCEPTION_SLOTS = 6
ABSOLUTE_JUMPS = frozenset(
    {"JUMP_ABSOLUTE", "JUMP_IF_FALSE_OR_POP", "JUMP_IF_TRUE_OR_POP", "POP_JUMP_IF_FALSE", "POP_JUMP_IF_TRUE",
     "JUMP_IF_NOT_EXC_MATCH"}
)  # fmt: skip
COMPARE_SHIFT = 0
NULL_FIRST = False
METHOD_BIT = False
CELLS_AFTER_LOCALS = False
END_FOR = ()
"""Opcodes that stand where an exhausted FOR_ITER jumps to and only tidy up the iterator."""
INTRINSICS_1: tuple[str, ...] = ()
INTRINSICS_2: tuple[str, ...] = ()
