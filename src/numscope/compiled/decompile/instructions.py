"""The one small instruction set every supported interpreter's bytecode is normalised into.

| operation | argument | stack effect |
|---|---|---|
| CONST | value | -> value |
| CLASS_END | value | -> value; written by `copied_exits`: what a class's body returns |
| LOAD, STORE, DELETE | (scope, name) | scope: fast, deref, global, name, classderef, globals |
| LOAD_CLEAR | name | a comprehension's variable saved before an inlined comprehension |
| CLOSURE | name | -> cell |
| ATTR, STORE_ATTR, DELETE_ATTR | name | |
| LOCALS, LOAD_FROM_DICT | | a name looked up in a namespace first |
| NULL | | -> the place holder a call removes |
| UNARY, BINARY, INPLACE, COMPARE | operator | |
| SUBSCR, STORE_SUBSCR, DELETE_SUBSCR, SLICE n | | |
| TUPLE, LIST, SET, MAP, STRING | n | |
| KEY_MAP | n | values and a tuple of keys -> dict |
| APPEND, ADD, MAP_ADD, EXTEND, UPDATE, DICT_UPDATE, DICT_MERGE | depth | |
| CONVERT | conversion | |
| FORMAT | (conversion, has a format) | |
| CALL | (n, keyword names, places besides the callable) | |
| CALL_EX | (has keywords, places besides the callable) | |
| MAKE_FUNCTION | flags | SET_FUNCTION: one flag, from Python 3.13 |
| UNPACK n, UNPACK_EX (before, after) | | |
| GET_ITER, FOR_ITER target, GET_AITER, ASYNC_ITER target | | exhausted: the iterator is gone |
| JUMP | | BRANCH (sense, keep): jumps to its target when the truth is `sense`, leaves the value there if keep |
| POP, COPY n, SWAP n, ROT n | | |
| RETURN, RAISE n, RERAISE n, YIELD, YIELD_FROM, AWAIT | | |
| BEFORE_WITH, BEFORE_ASYNC_WITH, WITH_START, PUSH_EXC, POP_EXCEPT n, EXC_MATCH, EG_MATCH, PREP_RERAISE | | |
| LEAVE_WITH | | written by `regions`: stands for a folded call of `__exit__` |
| IMPORT_NAME, IMPORT_FROM, IMPORT_STAR, BUILD_CLASS, ASSERTION_ERROR, ANNOTATIONS, INTRINSIC | | |
| MATCH_CLASS, MATCH_KEYS, MATCH_MAPPING, MATCH_SEQUENCE, GET_LEN | | |
"""

from __future__ import annotations

import sys
from typing import Any


class Instruction:
    """One normalised instruction; `target` and `handler` are indices into the list it stands in, or -1.

    `handler` is where control goes when the instruction raises; `offset` is its place in the bytecode.
    """

    __slots__ = ("arg", "handler", "offset", "op", "raw", "target")

    def __init__(self, op: str, arg: Any, offset: int, raw: str, target: int = -1, handler: int = -1) -> None:
        self.op = op
        self.arg = arg
        self.offset = offset
        self.raw = raw
        self.target = target
        self.handler = handler

    def __repr__(self) -> str:
        where = f" -> {self.target}" if self.target >= 0 else ""
        guard = f" !{self.handler}" if self.handler >= 0 else ""
        return f"<{self.offset} {self.op} {self.arg!r}{where}{guard}>"


# Control never runs on to the next instruction after these.
ENDS = frozenset({"JUMP", "RETURN", "RAISE", "RERAISE", "UNREACHABLE"})

# These cannot raise, so whether a handler covers them makes no difference to behaviour.
CANNOT_RAISE = frozenset(
    {
        "CONST", "POP", "COPY", "SWAP", "ROT", "NULL", "CLOSURE", "RETURN", "POP_EXCEPT", "JUMP", "LEAVE_WITH",
        "PUSH_EXC", "WITH_HANDLER", "UNREACHABLE",
    }
)  # fmt: skip


def cannot_raise(instruction: Instruction) -> bool:
    """Say whether executing the instruction is sure not to raise.

    From Python 3.12 on LOAD_FAST_CHECK loads what may be unset: LOAD_FAST and its kin load what has a value.
    """
    if instruction.op == "LOAD":
        bound = instruction.arg[0] == "fast" and "LOAD_FAST" in instruction.raw
        return bound and instruction.raw != "LOAD_FAST_CHECK" and sys.version_info >= (3, 12)
    return instruction.op in CANNOT_RAISE or (
        instruction.op == "STORE" and instruction.arg[0] in ("fast", "deref")
    )
