"""How many values each normalised instruction takes off the stack and leaves there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numscope.compiled.decompile.instructions import Instruction

_FIXED = {
    "CLASS_END": (0, 1),
    "CONST": (0, 1), "LOAD": (0, 1), "NULL": (0, 1), "CLOSURE": (0, 1), "LOAD_CLEAR": (0, 1), "LOCALS": (0, 1),
    "ASSERTION_ERROR": (0, 1), "BUILD_CLASS": (0, 1), "ANNOTATIONS": (0, 0), "JUMP": (0, 0), "UNREACHABLE": (0, 0),
    "WITH_HANDLER": (0, 0), "ATTR": (1, 1), "UNARY": (1, 1), "CONVERT": (1, 1), "AWAIT": (1, 1), "YIELD": (1, 1),
    "YIELD_FROM": (1, 1), "GET_ITER": (1, 1), "GET_AITER": (1, 1), "LIST_TO_TUPLE": (1, 1), "LOAD_FROM_DICT": (1, 1),
    "POP": (1, 0), "STORE": (1, 0), "DELETE": (0, 0), "RETURN": (1, 0), "RERAISE": (1, 0), "PRINT_EXPR": (1, 0),
    "IMPORT_STAR": (1, 0), "DELETE_ATTR": (1, 0), "LEAVE_WITH": (1, 0), "BRANCH": (1, 0), "BINARY": (2, 1),
    "INPLACE": (2, 1), "COMPARE": (2, 1), "SUBSCR": (2, 1), "SET_FUNCTION": (2, 1), "IMPORT_NAME": (2, 1),
    "STORE_ATTR": (2, 0), "DELETE_SUBSCR": (2, 0), "STORE_SUBSCR": (3, 0),  "IMPORT_FROM": (1, 2),
    "FOR_ITER": (1, 2), "ASYNC_ITER": (1, 2), "BEFORE_WITH": (1, 2), "BEFORE_ASYNC_WITH": (1, 2), "GET_LEN": (1, 2),
    "MATCH_SEQUENCE": (1, 2), "MATCH_MAPPING": (1, 2), "MATCH_KEYS": (2, 3), "END_ASYNC_FOR": (1, 0),
    "END_FOR": (1, 0), "WITH_START": (1, 2), "EG_MATCH": (2, 2), "PREP_RERAISE": (2, 1), "PRINT_VALUE": (1, 1),
    "TEMPLATE": (2, 1), "ALL_HANDLED": (0, 1), "CAUGHT": (0, 1),
}  # fmt: skip


def effect(instruction: Instruction) -> tuple[int, int]:
    """Give how many values are taken and left, when control goes on to the next instruction."""
    operation, argument = instruction.op, instruction.arg
    known = _FIXED.get(operation)
    if known is not None:
        return known
    rule = _BY_ARGUMENT.get(operation)
    if rule is None:
        return 0, 0
    taken, left = rule(argument)
    return taken, left


_BY_ARGUMENT: dict[str, Callable[[Any], tuple[int, int]]] = {
    "SLICE": lambda n: (n, 1),
    "TUPLE": lambda n: (n, 1),
    "LIST": lambda n: (n, 1),
    "SET": lambda n: (n, 1),
    "STRING": lambda n: (n, 1),
    "MAP": lambda n: (2 * n, 1),
    "KEY_MAP": lambda n: (n + 1, 1),
    "CALL": lambda a: (a[0] + a[2] + 1, 1),
    "CALL_EX": lambda a: (2 + a[0] + a[1], 1),
    "FORMAT": lambda a: (1 + a[1], 1),
    "COPY": lambda n: (n, n + 1),
    "SWAP": lambda n: (n, n),
    "ROT": lambda n: (n, n),
    "EXTEND": lambda n: (n + 1, n),
    "UPDATE": lambda n: (n + 1, n),
    "APPEND": lambda n: (n + 1, n),
    "ADD": lambda n: (n + 1, n),
    "MAP_ADD": lambda n: (n + 2, n),
    "DICT_UPDATE": lambda n: (n + 1, n),
    "DICT_MERGE": lambda n: (n + 1, n),
    "MAKE_FUNCTION": lambda flags: (1 + sum(1 for flag in (1, 2, 4, 8) if flags & flag), 1),
    "UNPACK": lambda n: (1, n),
    "UNPACK_EX": lambda a: (1, a[0] + 1 + a[1]),
    "RAISE": lambda n: (n, 0),
    "PUSH_EXC": lambda n: (0, n),
    "POP_EXCEPT": lambda n: (n, 0),
    "EXC_MATCH": lambda n: (n, 1),
    "MATCH_CLASS": lambda n: (3, 1),
    "CASE": lambda case: (1, 1 + case.keep),
    "INTERPOLATION": lambda flags: (3 if flags & 1 else 2, 1),
}
