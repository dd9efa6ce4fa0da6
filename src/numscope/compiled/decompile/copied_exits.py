"""Ends that the compiler copied to every way that leads there: of a class's body, and of a finally's handler."""

from __future__ import annotations

from numscope.compiled.decompile.instructions import ENDS, Instruction
from numscope.compiled.decompile.regions import FINALLY, classify, reachable, same_argument, successors

_BOOKKEEPING = ("__static_attributes__", "__classcell__", "__classdictcell__")
_CELLS = ("__class__", "__classdict__")
_DEEPEST = 10
_LONGEST_BLOCK = 5
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
    if instruction.op == "LOAD":
        return bool(instruction.arg[1] in _CELLS)  # 3.13 loads the cells themselves like variables
    return instruction.op in _ENDING


def _same(code: list[Instruction], one: int, other: int) -> bool:
    while code[one].op == code[other].op and same_argument(code[one].arg, code[other].arg):
        if code[one].op == "RETURN":
            return True
        one, other = one + 1, other + 1
    return False


def join_reraises(code: list[Instruction]) -> None:
    """Let every normal end of a finally's handler lead to the last of the compiler's copies of it, in place."""
    for handler in sorted({one.handler for one in code} - {-1}):
        if code[handler].op != "PUSH_EXC" or classify(code, handler) != FINALLY:
            continue
        ends = sorted(_reraises(code, handler))
        if not ends:
            continue
        length = ends[-1] - _block_start(code, ends[-1])
        for place in ends[:-1]:
            # The compiler copies a whole block; what stands before one that is no copy only goes on in the same place.
            back = length if _is_copy(code, place - length, ends[-1] - length, length) else 0
            old = code[place - back]
            code[place - back] = Instruction("JUMP", None, old.offset, old.raw, ends[-1] - back, old.handler)


def _block_start(code: list[Instruction], place: int) -> int:
    targets = {one.target for one in code} | {one.handler for one in code}
    while (
        place > 0 and place not in targets and code[place - 1].op not in ENDS and code[place - 1].target < 0
    ):
        place -= 1
    return place


def _is_copy(code: list[Instruction], one: int, other: int, length: int) -> bool:
    pairs = zip(code[one : one + length], code[other : other + length], strict=True)
    return (
        0 < length < _LONGEST_BLOCK
        and one >= 0
        and all(
            first.op == second.op and same_argument(first.arg, second.arg) and first.handler == second.handler
            for first, second in pairs
        )
    )


def _reraises(code: list[Instruction], handler: int) -> set[int]:
    """Find where the handler raises its exception again, handlers inside of it left out."""
    found: set[int] = set()
    seen: set[tuple[int, int]] = set()
    work = [(handler + 1, 0)]
    while work:
        place, level = work.pop()
        # A loop whose handler goes on in it without dropping its exception would raise the level for ever.
        if (place, level) in seen or not 0 <= level <= _DEEPEST:
            continue
        seen.add((place, level))
        instruction = code[place]
        if instruction.op == "RERAISE" and instruction.arg == 0 and level == 0:
            found.add(place)
        if instruction.handler >= 0 and instruction.handler != code[handler].handler:
            work.append((instruction.handler, level))
        level += {"PUSH_EXC": 1, "POP_EXCEPT": -1}.get(instruction.op, 0)
        work.extend((following, level) for following in successors(code, place))
    return found
