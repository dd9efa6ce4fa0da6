"""Finds the patterns of match statements: each case's pattern becomes two instructions, CASE and a branch.

What is no pattern is left as it is.
"""

from __future__ import annotations

from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.instructions import Instruction
from numscope.compiled.decompile.patterns import Case, NoPatternError, Reader

_MATCHES = frozenset({"MATCH_SEQUENCE", "MATCH_MAPPING", "MATCH_CLASS"})


def read_patterns(code: list[Instruction]) -> None:
    """Replace the code of each pattern, in place."""
    if not any(_may_start(code, place) for place in range(len(code) - 2)):
        return
    done: set[int] = set()
    for place in range(len(code)):
        start = _start(code, place)
        while start >= 0 and start not in done:
            found = _read(code, start)
            if found is None:
                break
            done.add(start)
            case, body, fail = found
            _replace(code, start, case, body, fail)
            start = fail if case.keep else -1


def _may_start(code: list[Instruction], place: int) -> bool:
    operation = code[place].op
    if operation in _MATCHES:
        return True
    return operation == "COPY" and code[place].arg == 1 and _is_test(code, place + 1)


def _is_test(code: list[Instruction], place: int) -> bool:
    """Say whether a literal or a dotted name is compared here: what a value pattern is compiled to."""
    if code[place].op == "COPY" and code[place].arg == 1:
        place += 1
    if code[place].op == "CONST":
        place += 1
    elif _named(code, place) and code[_named(code, place)].op == "ATTR":
        place = _named(code, place)
        while code[place].op == "ATTR":
            place += 1
    else:
        return False
    following = code[place : place + 2]
    return [one.op for one in following] == ["COMPARE", "BRANCH"] and following[0].arg in ("==", "is")


def _named(code: list[Instruction], place: int) -> int:
    """Give the place behind the load of a variable, which a class's body looks up in its namespace first; or 0."""
    if code[place].op == "LOCALS" and code[place + 1].op == "LOAD_FROM_DICT":
        return place + 2
    return place + 1 if code[place].op == "LOAD" else 0


def _start(code: list[Instruction], place: int) -> int:
    """Give where a pattern that `place` is the first sign of may start, or -1."""
    operation = code[place].op
    if operation == "COPY" and code[place].arg == 1:
        return place
    if operation in ("MATCH_SEQUENCE", "MATCH_MAPPING"):
        return place
    if operation == "MATCH_CLASS":
        start = place - 2
        while start > 0 and code[start].op == "ATTR":
            start -= 1
        start -= code[start].op == "LOAD_FROM_DICT"
        return start if _named(code, start) else -1
    return -1


def _read(code: list[Instruction], start: int) -> tuple[Case, int, int] | None:
    """Read one pattern; the last one of its statement first, because it has no copy of the subject."""
    for keep in (False, True):
        if keep and not (code[start].op == "COPY" and code[start].arg == 1):
            return None
        try:
            return Reader(code, start, keep).read()
        except (NoPatternError, DecompilationError):
            continue
    return None


def _replace(code: list[Instruction], start: int, case: Case, body: int, fail: int) -> None:
    old = code[start]
    code[start] = Instruction("CASE", case, old.offset, old.raw, -1, old.handler)
    code[start + 1] = Instruction("BRANCH", (False, False), old.offset, old.raw, fail, old.handler)
    code[start + 2] = Instruction("JUMP", None, old.offset, old.raw, body, old.handler)
