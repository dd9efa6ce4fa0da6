"""The ends of a class's body: the compiler copies them to every way that leads there, and a class has no `return`."""

from __future__ import annotations

from numscope.compiled.decompile.instructions import Instruction
from numscope.compiled.decompile.regions import reachable, same_argument

_BOOKKEEPING = ("__static_attributes__", "__classcell__", "__classdictcell__")
_ENDING = frozenset({"CONST", "CLOSURE", "COPY", "TUPLE"})


def join_class_exits(code: list[Instruction]) -> None:
    """Let every way out of a class's body lead to the last of the compiler's copies of its end, in place."""
    starts = [_start(code, place) for place in reachable(code) if code[place].op == "RETURN"]
    if not starts:
        return
    last = starts[-1]
    for start in starts[:-1]:
        if _same(code, start, last):
            old = code[start]
            code[start] = Instruction("JUMP", None, old.offset, old.raw, last, old.handler)
    if code[last].op == "CONST":
        # Unlike a return, which stands wherever control gets to one, this is one place where control meets.
        code[last].op = "CLASS_END"


def _start(code: list[Instruction], place: int) -> int:
    """Find where the end starts that `place` returns from."""
    targets = {one.target for one in code} | {one.handler for one in code}
    while place > 0 and place not in targets and _ends(code[place - 1]):
        place -= 1
    return place


def _ends(instruction: Instruction) -> bool:
    if instruction.op == "STORE":
        return bool(instruction.arg[1] in _BOOKKEEPING)
    return instruction.op in _ENDING


def _same(code: list[Instruction], one: int, other: int) -> bool:
    while code[one].op == code[other].op and same_argument(code[one].arg, code[other].arg):
        if code[one].op == "RETURN":
            return True
        one, other = one + 1, other + 1
    return False
