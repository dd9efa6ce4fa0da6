"""While loops: the compiler repeats the test behind the body; here the copy becomes a jump back to the test."""

from __future__ import annotations

from numscope.compiled.decompile.effects import effect
from numscope.compiled.decompile.instructions import ENDS, Instruction
from numscope.compiled.decompile.regions import same_argument

# What an expression is made of; anything else ends the search for its start.
_EXPRESSION = frozenset(
    {
        "CONST", "LOAD", "ATTR",  "NULL", "UNARY", "BINARY", "COMPARE", "SUBSCR", "SLICE", "TUPLE",
        "LIST", "SET", "MAP", "KEY_MAP", "STRING", "CALL", "CALL_EX", "BRANCH", "FORMAT", "CONVERT", "COPY",
        "EXTEND", "LIST_TO_TUPLE", "DICT_MERGE", "DICT_UPDATE", "AWAIT", "YIELD", "GET_ITER", "MAKE_FUNCTION",
        "SET_FUNCTION", "CLOSURE", "SWAP", "ROT",
    }
)  # fmt: skip


def undo_rotation(code: list[Instruction]) -> None:
    """Replace the second copy of each while loop's test, in place."""
    tests = [place for place, one in enumerate(code) if one.op == "BRANCH" and not one.arg[1]]
    leading: dict[int, list[int]] = {}
    for place in tests:
        for way in _ways(code, place):
            leading.setdefault(way, []).append(place)
    for place in tests:
        for body in _ways(code, place) if code[place].op == "BRANCH" else ():
            # The test's ends may stand between it and the body: those of a chained comparison drop a value.
            top = max((one for one in leading[body] if one < body), default=-1) if body <= place else -1
            if top >= 0:
                _redirect(code, top, place)
                break


def _skip(code: list[Instruction], place: int) -> int:
    steps = 0
    while place < len(code) and code[place].op == "JUMP" and steps < 50:
        place = code[place].target
        steps += 1
    return place


def _ways(code: list[Instruction], place: int) -> tuple[int, int]:
    """Give where the branch at `place` goes when true and when false."""
    branch = code[place]
    taken, other = _skip(code, branch.target), _skip(code, place + 1)
    return (taken, other) if branch.arg[0] else (other, taken)


def _same_end(code: list[Instruction], one: int, two: int) -> bool:
    for _ in range(8):
        one, two = _skip(code, one), _skip(code, two)
        if one == two:
            return True
        if max(one, two) >= len(code):
            return False
        first, second = code[one], code[two]
        if first.op != second.op or not same_argument(first.arg, second.arg) or first.target >= 0:
            return False
        if first.op in ENDS:
            return first.op == "RETURN"
        one, two = one + 1, two + 1
    return False


def _redirect(code: list[Instruction], top: int, bottom: int) -> None:
    """Find how far the instructions before both branches agree, and jump from the copy to the original."""
    one, two = top, bottom
    best: tuple[int, int] | None = None
    pairs: dict[int, int] = {}
    while one >= 0 and two > top:
        one, two = _branch_before(code, one), _branch_before(code, two)
        first, second = code[one], code[two]
        if first.op not in _EXPRESSION and not _walrus(code, one):
            break
        if first.op != second.op or first.handler != second.handler:
            break
        if first.op == "BRANCH":
            if first.arg[1] or second.arg[1] or not _agree(code, one, two, pairs):
                break
        elif not same_argument(first.arg, second.arg):
            break
        pairs[two] = one
        if _depth(code, one, top) == 0:
            best = one, two
        one, two = one - 1, two - 1
    if best is not None:
        original, copy = best
        old = code[copy]
        code[copy] = Instruction("JUMP", None, old.offset, old.raw, original, old.handler)


def _branch_before(code: list[Instruction], place: int) -> int:
    """Give the branch before a jump: where both lead back (3.12 on), that is one branch the other way round."""
    behind = code[place].op == "JUMP" and place > 0 and code[place - 1].op == "BRANCH"
    return place - 1 if behind else place


def _walrus(code: list[Instruction], place: int) -> bool:
    return code[place].op == "STORE" and place > 0 and code[place - 1].op == "COPY"


def _agree(code: list[Instruction], one: int, two: int, pairs: dict[int, int]) -> bool:
    for first, second in zip(_ways(code, one), _ways(code, two), strict=True):
        if first != second and pairs.get(second) != first and not _same_end(code, first, second):
            return False
    return True


def _depth(code: list[Instruction], start: int, end: int) -> int | None:
    """Give how many values the instructions `start` to `end` leave behind, None when they need any from before."""
    depth = 0
    for place in range(start, end + 1):
        taken, left = effect(code[place])
        depth -= taken
        if depth < 0:
            return None
        depth += left
    return depth
