"""Where the iterator of a loop is dropped: a `break` that the compiler left in a straight line."""

from __future__ import annotations

from numscope.compiled.decompile.effects import effect
from numscope.compiled.decompile.instructions import ENDS, Instruction

# For each value on the stack: whether it is the iterator of a loop. What was there before a handler is not known.
_Stack = tuple[bool, ...]


def dropped_iterators(code: list[Instruction]) -> set[int]:
    """Find the instructions that drop the iterator of a loop before it is exhausted."""
    found: set[int] = set()
    seen: set[int] = set()
    work: list[tuple[int, _Stack]] = [(0, ())]
    while work:
        place, stack = work.pop()
        if place in seen or place >= len(code):
            continue
        seen.add(place)
        instruction = code[place]
        if instruction.op == "POP" and stack[-1:] == (True,):
            found.add(place)
        if instruction.handler >= 0:
            work.append((instruction.handler, ()))
        behind = _behind(instruction, stack)
        if instruction.target >= 0:
            gone = instruction.op in ("FOR_ITER", "ASYNC_ITER")
            kept = instruction.op == "BRANCH" and instruction.arg[1]
            work.append((instruction.target, stack[:-1] if gone else stack if kept else behind))
        if instruction.op not in ENDS:
            work.append((place + 1, behind))
    return found


def _behind(instruction: Instruction, stack: _Stack) -> _Stack:
    """Give the stack behind an instruction that goes on to the next one."""
    operation, count = instruction.op, instruction.arg
    if operation in ("FOR_ITER", "ASYNC_ITER"):
        return (*stack[:-1], True, False)
    if operation == "COPY":
        return (*stack, *(stack[-count:][:1] if len(stack) >= count else (False,)))
    if operation in ("SWAP", "ROT") and len(stack) >= count > 1:
        top, rest = stack[-1], stack[-count:-1]
        moved = (top, *rest) if operation == "ROT" else (top, *rest[1:], rest[0])
        return (*stack[:-count], *moved)
    taken, left = effect(instruction)
    return (*stack[: max(0, len(stack) - taken)], *[False] * left)
