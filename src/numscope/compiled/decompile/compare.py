"""Compares two code objects as graphs of normalised instructions, up to bisimulation.

Two instructions are alike when they do the same and every way on from them leads to alike instructions. What does
not matter by that definition: order and number of copies of blocks, jumps, line numbers, the order of constants and
names. What matters: operations, operands, constants by value and type, which handler guards what can raise, signature
and the kind of function.
"""

from __future__ import annotations

from types import CodeType
from typing import Any

from numscope.compiled.decompile.docstrings import docstring_of
from numscope.compiled.decompile.instructions import ENDS, Instruction, cannot_raise
from numscope.compiled.decompile.normalise import normalise
from numscope.compiled.decompile.regions import Regions

_KIND = 0x4 | 0x8 | 0x20 | 0x80 | 0x200  # *args, **keywords, generator, coroutine, asynchronous generator
# NULL: whether a call goes by way of a method look-up depends on how the surrounding module imports names.
_SILENT = ("JUMP", "NULL")
_UNCOUNTED = ("__qualname__", "__firstlineno__", "__static_attributes__")


def difference(one: CodeType, two: CodeType, whole: bool = True) -> str:
    """Say where two code objects first differ, "" if they do not; of those inside, unless `whole`, the headers only."""
    found = headers_differ(one, two)
    if found:
        return f"{one.co_name}: {found}"
    comparison = _Comparison(one, two, whole)
    return comparison.run()


def headers_differ(one: CodeType, two: CodeType) -> str:
    """Say how signature, docstring or kind of two code objects differ, "" if they do not."""
    counts = ("co_argcount", "co_posonlyargcount", "co_kwonlyargcount")
    for name in counts:
        if getattr(one, name) != getattr(two, name):
            return f"{name} {getattr(one, name)} against {getattr(two, name)}"
    if one.co_flags & _KIND != two.co_flags & _KIND:
        return f"flags {one.co_flags:#x} against {two.co_flags:#x}"
    count = one.co_argcount + one.co_kwonlyargcount
    count += bool(one.co_flags & 4) + bool(one.co_flags & 8)
    if one.co_varnames[:count] != two.co_varnames[:count]:
        return f"arguments {one.co_varnames[:count]} against {two.co_varnames[:count]}"
    if docstring_of(one) != docstring_of(two):
        return "the docstrings differ"
    if set(one.co_freevars) != set(two.co_freevars):
        return f"free variables {one.co_freevars} against {two.co_freevars}"
    return ""


class _Comparison:
    def __init__(self, one: CodeType, two: CodeType, whole: bool) -> None:
        self.one, self.two, self.whole = one, two, whole
        self.first, self.second = normalise(one), normalise(two)
        Regions(one, self.first)
        Regions(two, self.second)
        _drop_kept(self.first)
        _drop_kept(self.second)

    def run(self) -> str:
        seen: set[tuple[int, int]] = set()
        work = [(0, 0)]
        while work:
            pair = work.pop()
            mine, other = _skip(self.first, pair[0]), _skip(self.second, pair[1])
            if (mine, other) in seen:
                continue
            seen.add((mine, other))
            found = self._alike(mine, other)
            if found:
                instruction = self.first[mine]
                return f"{self.one.co_name}: {instruction.raw} at offset {instruction.offset}: {found}"
            work.extend(self._next(mine, other))
        return ""

    def _alike(self, mine: int, other: int) -> str:
        one, two = self.first[mine], self.second[other]
        if one.op != two.op:
            return f"{one.op} {one.arg!r} against {two.op} {two.arg!r}"
        if one.op == "BRANCH":
            if _kept(self.first, mine) != _kept(self.second, other):
                return "only one keeps the value it tests"
        elif one.op == "CONST":
            found = self._constants(mine, other)
            if found:
                return found
        elif one.op in ("CALL", "CALL_EX"):
            # The places beside the callable differ with the way it was looked up.
            if one.arg[:-1] != two.arg[:-1]:
                return f"{one.op} {one.arg!r} against {two.arg!r}"
        elif one.arg != two.arg:
            return f"{one.op} {one.arg!r} against {two.arg!r}"
        if not cannot_raise(one) and (one.handler < 0) != (two.handler < 0):
            return "only one is guarded by a handler"
        return ""

    def _constants(self, mine: int, other: int) -> str:
        one, two = self.first[mine].arg, self.second[other].arg
        if isinstance(one, CodeType) and isinstance(two, CodeType):
            if one.co_name != two.co_name:
                return f"{one.co_name} against {two.co_name}"
            return difference(one, two) if self.whole else headers_differ(one, two)
        if same_constant(one, two):
            return ""
        if mine + 1 < len(self.first):
            after = self.first[mine + 1]
            if after.op == "STORE" and after.arg[1] in _UNCOUNTED:
                return ""
        return f"constant {one!r} against {two!r}"

    def _next(self, mine: int, other: int) -> list[tuple[int, int]]:
        one, two = self.first[mine], self.second[other]
        following: list[tuple[int, int]] = []
        if one.op == "BRANCH":
            following.extend(zip(_ways(self.first, mine), _ways(self.second, other), strict=True))
        else:
            if one.target >= 0:
                following.append((one.target, two.target))
            if one.op not in ENDS:
                following.append((mine + 1, other + 1))
        if one.handler >= 0 and two.handler >= 0 and not cannot_raise(one):
            following.append((one.handler, two.handler))
        return following


def _drop_kept(code: list[Instruction]) -> None:
    """Let a branch that keeps its value up to where it is dropped drop it itself, in place.

    `b or c()` as a way of a choice, whose value goes to a place where others meet, and alone: both do the same.
    """
    for instruction in code:
        if instruction.op == "BRANCH" and instruction.arg[1]:
            target = _skip(code, instruction.target)
            if code[target].op == "POP":
                instruction.arg = (instruction.arg[0], False)
                instruction.target = target + 1


def _kept(code: list[Instruction], place: int) -> tuple[bool, bool]:
    """Say whether the value stays when true, and when false."""
    sense, keep = code[place].arg
    return (keep and sense, keep and not sense)


def _ways(code: list[Instruction], place: int) -> tuple[int, int]:
    """Give where a branch goes when true and when false."""
    target = code[place].target
    return (target, place + 1) if code[place].arg[0] else (place + 1, target)


def _skip(code: list[Instruction], place: int) -> int:
    steps = 0
    while code[place].op in _SILENT and steps < len(code):
        place = code[place].target if code[place].op == "JUMP" else place + 1
        steps += 1
    return place


def same_constant(one: Any, two: Any, whole: bool = True) -> bool:
    """Compare constants by value and type, down to the elements of containers; of code the header, unless `whole`."""
    if type(one) is not type(two):
        return False
    if isinstance(one, tuple):
        return len(one) == len(two) and all(
            same_constant(*pair, whole) for pair in zip(one, two, strict=True)
        )
    if isinstance(one, frozenset):
        return one == two and sorted(map(repr, one)) == sorted(map(repr, two))
    if isinstance(one, (float, complex)):
        return repr(one) == repr(two)
    if isinstance(one, CodeType):
        return one.co_name == two.co_name and not (difference if whole else headers_differ)(one, two)
    return bool(one == two)
