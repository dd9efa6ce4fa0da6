"""`except*` (Python 3.11 on): its handlers rewritten into the form those of `except` have.

The compiler keeps a list of what the clauses raise, and guards each clause by a handler that adds to it. No statement
says so: here the list goes, a clause starts as one of `except` does, and goes on to the next one where it ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numscope.compiled.decompile.instructions import Instruction

_PROLOGUES = (["COPY", "LIST", "SWAP"], ["LIST", "COPY"])
_TEST = ["EG_MATCH", "COPY", "CONST", "COMPARE", "BRANCH"]


def simplify_groups(code: list[Instruction]) -> None:
    """Rewrite the handlers of each `except*`, in place."""
    if not any(instruction.op == "EG_MATCH" for instruction in code):
        return
    for place in range(len(code)):
        if code[place].op == "PUSH_EXC":
            for prologue in _PROLOGUES:
                if _ops(code, place + 1, len(prologue)) == prologue:
                    _write(code, place + 1, "STAR")
                    _write(code, place + 2, "JUMP", None, place + 1 + len(prologue))
    for place in range(len(code)):
        if _ops(code, place, len(_TEST)) == _TEST:
            _clause(code, place)
    for place in range(len(code)):
        if code[place].op == "PREP_RERAISE":
            _end(code, place)


def _ops(code: list[Instruction], place: int, count: int) -> list[str]:
    return [one.op for one in code[place : place + count]]


def _write(
    code: list[Instruction], place: int, operation: str, argument: Any = None, target: int = -1
) -> None:
    old = code[place]
    code[place] = Instruction(operation, argument, old.offset, old.raw, target, old.handler)


def _skip(code: list[Instruction], place: int) -> int:
    while code[place].op == "JUMP":
        place = code[place].target
    return place


def _clause(code: list[Instruction], place: int) -> None:
    start = place + len(_TEST)
    # Where nothing matched, the None that says so is dropped.
    following = _skip(code, code[start - 1].target) + 1
    _write(code, place, "EXC_MATCH", 1)
    _write(code, place + 1, "BRANCH", (False, False), following)
    _write(code, place + 2, "CAUGHT")
    _write(code, place + 3, "JUMP", None, start)
    _forget_empty(code, start)
    handlers = set(_collecting(code, start))
    for handler in handlers:
        if code[handler].op == "CONST":
            _forget_name(code, start, handler)
    for instruction in code:
        if instruction.handler in handlers:
            instruction.handler = code[instruction.handler].handler


def _collecting(code: list[Instruction], start: int) -> Iterator[int]:
    """Find the handler that guards the clause at `start` and adds what it raises to the list."""
    for place in range(start, len(code)):
        if code[place].op in ("EG_MATCH", "PREP_RERAISE"):
            return
        handler = code[place].handler
        while handler >= 0:
            first = handler + 3 if code[handler].op == "CONST" else handler
            if code[first].op == "APPEND" and code[first].arg == 3:
                yield handler
                return
            # A statement inside of the clause has handlers of its own.
            handler = code[handler].handler


def _forget_empty(code: list[Instruction], start: int) -> None:
    """Leave out the deletion of the name of a clause without statements, which nothing guards."""
    first, *rest = code[start : start + 4]
    named = first.op == "STORE" and [one.op for one in rest] == ["CONST", "STORE", "DELETE"]
    if named and first.arg == rest[1].arg == rest[2].arg:
        _write(code, start + 1, "JUMP", None, start + 4)


def _forget_name(code: list[Instruction], start: int, handler: int) -> None:
    """Leave out the deletion of the clause's name wherever it ends normally: the compiler copied that (3.13)."""
    wanted = [(one.op, one.arg) for one in code[handler : handler + 3]]
    inside = {place for place in range(start, len(code)) if handler in _around(code, place)}
    handlers = {one.handler for one in code}
    first = True
    for place in range(min(inside, default=len(code)), len(code) - 2):
        found = [(one.op, one.arg) for one in code[place : place + 3]]
        if found != wanted or place in handlers or place in inside:
            continue
        # Further ends are guarded as the handler is, which no statement of the program is.
        if first or code[place].handler == code[handler].handler:
            _write(code, place, "JUMP", None, place + 3)
        first = False


def _around(code: list[Instruction], place: int) -> list[int]:
    """List the handlers around a place, innermost first."""
    found: list[int] = []
    while code[place].handler >= 0 and code[place].handler not in found:
        place = code[place].handler
        found.append(place)
    return found


def _end(code: list[Instruction], place: int) -> None:
    for before in range(len(code)):
        one = code[before]
        if one.op == "APPEND" and one.arg == 1 and _skip(code, before + 1) == place:
            _write(code, before, "JUMP", None, place)
    # PREP_RERAISE, COPY, CONST, COMPARE, BRANCH: None says that every exception was dealt with.
    branch = code[place + 4]
    handled = place + 5 if not branch.arg[0] else branch.target
    _write(code, place, "ALL_HANDLED")
    _write(code, place + 1, "BRANCH", (True, False), handled)
    _write(code, place + 2, "RERAISE", 0)
