"""What the compiler copied to every way that leads there: ends of classes and of finally, and what is short."""

from __future__ import annotations

from numscope.compiled.decompile.effects import effect
from numscope.compiled.decompile.instructions import ENDS, Instruction
from numscope.compiled.decompile.regions import FINALLY, classify, reachable, same_argument, successors
from numscope.compiled.decompile.static_swaps import store_value_last

_BOOKKEEPING = ("__static_attributes__", "__classcell__", "__classdictcell__")
_CELLS = ("__class__", "__classdict__")
_DEEPEST = 10
_LONGEST_BLOCK = 5
# What these leave on the stack has no text of its own: it can't be the value with which a way comes to where ways meet.
_UNPACKS = ("UNPACK", "UNPACK_EX")
# Which ways on that are alike become one: none; ends of a `finally`, up to a value; statements that return or raise;
# what returns, up to the value; all.
NOTHING, HANDLERS, WHOLE_ENDS, RETURNS, ALL = "nothing", "handlers", "whole ends", "returns", "all"
_JOINED = {
    NOTHING: (),
    HANDLERS: (),
    WHOLE_ENDS: ("RETURN", "RAISE"),
    RETURNS: ("RETURN",),
    ALL: tuple(ENDS | {"BRANCH"}),
}
_ENDING = frozenset({"CONST", "CLOSURE", "COPY", "TUPLE"})


def needs_values(instructions: list[Instruction]) -> bool:
    """Say whether the instructions use values that were on the stack before."""
    depth = 0
    for instruction in instructions:
        taken, left = effect(instruction)
        if taken > depth:
            return True
        depth += left - taken
    return False


def join_class_exits(code: list[Instruction], statements: bool = False) -> None:
    """Let every way out of a class's body lead to the last of the compiler's copies of its end, in place.

    With `statements`, ends are joined as far back as they are alike: the compiler copies the end of a statement, too,
    where a choice stands in it. Whole statements that end alike are not one statement.
    """
    starts = [_start(code, place) for place in reachable(code) if code[place].op == "RETURN"]
    if not starts:
        return
    last = starts[-1]
    for start in starts[:-1]:
        if _same(code, start, last):
            parts = statements and _inside_statement(code, start) and _inside_statement(code, last)
            back = _alike(code, start, last) if parts else 0
            targets = {one.target for one in code} | {one.handler for one in code}
            # A choice between values that are alike (`kw() if a else kw()`) is one all the same.
            while back and not _is_one_value(code, start - back, last - back, targets):
                back -= 1
            _join(code, start, last, back)
    if code[last].op == "CONST":
        # Unlike a return, which stands wherever control gets to one, this is one place where control meets.
        code[last].op = "CLASS_END"


def _inside_statement(code: list[Instruction], place: int) -> bool:
    """Say whether the straight line before `place` starts in the middle of a statement: with values of it waiting."""
    targets = {one.target for one in code} | {one.handler for one in code}
    return needs_values(code[_line_start(code, place, targets) : place])


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


def join_reraises(code: list[Instruction], statements: bool = False) -> None:
    """Let every normal end of a finally's handler lead to the last of the compiler's copies of it, in place.

    With `statements`, ends are joined as far back as they are alike.
    """
    entries = {one.handler for one in code} - {-1}
    for handler in sorted(entries):
        if code[handler].op != "PUSH_EXC" or classify(code, handler) != FINALLY:
            continue
        ends = sorted(_reraises(code, handler))
        if statements:
            store_value_last(code, ends)
            ends = sorted(_reraises(code, handler))
        length = (
            ends[-1]
            - _line_start(code, ends[-1], {one.target for one in code} | {one.handler for one in code})
            if ends
            else 0
        )
        whole: dict[int, int] = {}
        for place in ends[:-1]:
            # What stands before an end and is no copy of a whole block only goes on in the same place.
            back = length if _is_copy(code, place - length, ends[-1] - length, length) else 0
            apart = back and (
                place - back in entries
                or _is_unpacked(code, place - back)
                or _of_another(code, place, ends[-1], back)
            )
            whole[place] = 0 if apart else back
        for place, last, back in _parts_joined(code, ends, whole) if statements else ():
            _join(code, place, last, back)
            whole.pop(place, None)
        for place, back in whole.items():
            _join(code, place, ends[-1], back)


def _parts_joined(
    code: list[Instruction], ends: list[int], whole: dict[int, int]
) -> list[tuple[int, int, int]]:
    """Give which ends to join to which later ones, and how far before them, where no whole block was copied.

    Ends that are joined are the ways of one choice: all are joined where the shortest of them is.
    """
    found: list[tuple[int, int, int]] = []
    entries = {one.handler for one in code}
    targets = {one.target for one in code} | entries
    starts = [_statement_start(code, place) for place in ends]
    for number, place in enumerate(ends[:-1]):
        later = list(zip(ends, starts, strict=True))[number + 1 :]
        same = (other for other, start in later if start == starts[number])
        back, last = max(((_alike(code, place, other), other) for other in same), default=(0, place))
        while back and not _is_one_value(code, place - back, last - back, targets):
            back -= 1
        # A handler keeps the start that says what it is.
        if back and not whole[place] and place - back not in entries:
            found.append((place, last, back))
    shortest = {last: min(back for _, other, back in found if other == last) for _, last, _ in found}
    return [(place, last, shortest[last]) for place, last, _ in found]


def _of_another(code: list[Instruction], one: int, other: int, back: int) -> bool:
    """Say whether the instructions before two places end two statements: they take values from before that differ."""
    takes = needs_values(code[one - back : one])
    return takes and _statement_start(code, one) != _statement_start(code, other)


def _statement_start(code: list[Instruction], place: int) -> int:
    """Find where the statement starts that ends before `place`, behind the choices in it."""
    before: dict[int, int] = {}
    for source in reachable(code):
        for following in successors(code, source):
            before.setdefault(
                following, source
            )  # The first way there: going back along it leaves every loop.
    needed = 0
    while place in before and before[place] < place:
        last, place = place, before[place]
        taken, left = effect(code[place])
        kept = code[place].op == "BRANCH" and code[place].arg[1] and code[place].target == last
        needed = max(needed - left - kept, 0) + taken
        if not needed:
            return place
    return -1


def _is_unpacked(code: list[Instruction], place: int) -> bool:
    """Say whether the value on top of the stack at `place` was left by an unpacking, in a straight line before it."""
    needed = 1
    while place > 0 and code[place - 1].op not in ENDS and code[place - 1].target < 0:
        place -= 1
        taken, left = effect(code[place])
        if left >= needed:
            return code[place].op in _UNPACKS
        needed += taken - left
    return False


def join_copies(code: list[Instruction], which: str) -> None:
    """Let ways on that are alike, up to where they leave or meet, be one way, in place; `which` are."""
    for _ in range(_DEEPEST if _JOINED[which] else 0):
        targets = {one.target for one in code} | {one.handler for one in code}
        clauses = _clauses(code)
        joined = False
        for kind, ends in _tails(code, targets).items():
            if kind[0] not in _JOINED[which]:
                continue
            for number, one in enumerate(ends[:-1]):
                back, last = max(
                    (_shared(code, one, other, targets, clauses), other) for other in ends[number + 1 :]
                )
                while which == WHOLE_ENDS and back and needs_values(code[one - back : one]):
                    back -= 1
                if back:
                    _join(code, one - back, last - back, 0)
                    joined = True
        if not joined:
            return


def _clauses(code: list[Instruction]) -> dict[int, int]:
    """Give the handler that each place runs in, by where it starts; -1 outside of all."""
    found: dict[int, tuple[int, ...]] = {}
    work: list[tuple[int, tuple[int, ...]]] = [(0, (-1,))]
    while work:
        place, open_ones = work.pop()
        if place in found:
            continue
        found[place] = open_ones
        instruction = code[place]
        if instruction.handler >= 0:
            work.append((instruction.handler, open_ones))
        if instruction.op == "PUSH_EXC":
            open_ones = (place, *open_ones)
        elif instruction.op == "POP_EXCEPT":
            open_ones = open_ones[1:] or (-1,)
        work.extend((following, open_ones) for following in successors(code, place))
    return {place: open_ones[0] for place, open_ones in found.items()}


def _tails(code: list[Instruction], targets: set[int]) -> dict[tuple[object, ...], list[int]]:
    """List the places behind straight lines of instructions, by where control goes from there."""
    found: dict[tuple[object, ...], list[int]] = {}
    for place in reachable(code):
        instruction = code[place]
        if instruction.op == "JUMP":
            found.setdefault(("JUMP", _skip(code, instruction.target)), []).append(place)
        elif instruction.op == "BRANCH":
            ways = [_skip(code, place + 1), _skip(code, instruction.target)]
            sense, keep = instruction.arg
            found.setdefault(("BRANCH", keep, *(ways if sense else ways[::-1])), []).append(place)
        elif instruction.op in ENDS:
            found.setdefault((instruction.op, instruction.arg, instruction.handler), []).append(place + 1)
        elif place + 1 in targets and instruction.target < 0 and code[place + 1].op != "JUMP":
            found.setdefault(("JUMP", _skip(code, place + 1)), []).append(place + 1)
    return found


def _shared(code: list[Instruction], one: int, last: int, targets: set[int], clauses: dict[int, int]) -> int:
    """Count the instructions before two places that are alike; 0 where that is only the last one.

    No two handlers share the end with which each drops its exception.
    """
    back = 0
    while back < min(one, last) and (not back or not {one - back, last - back} & targets):
        first = code[one - back - 1]
        line = first.target < 0 and (first.op not in ENDS or (not back and first.op != "JUMP"))
        if not line or not _is_copy(code, one - back - 1, last - back - 1, 1):
            break
        if clauses.get(one - back - 1) != clauses.get(last - back - 1):
            break
        back += 1
    while back and not _is_one_value(code, one - back, last - back, targets):
        back -= 1
    tested = one < len(code) and code[one].op == "BRANCH" and code[one - 1].op not in ENDS
    if tested and needs_values(code[one - back : one + 1]):
        return 0  # only a whole test is one
    return 0 if back == 1 and code[one - 1].op in ENDS else back


def _is_one_value(code: list[Instruction], one: int, last: int, targets: set[int]) -> bool:
    """Say whether all that two ways have left on the stack where they are joined is at most one value each."""
    starts = [_line_start(code, place, targets) for place in (one, last)]
    if starts == [one, last]:
        # Both ways of one choice, the same from their start: what is joined is behind a value.
        return not any(
            code[start - 1].op == "BRANCH" and code[start - 1].target == other
            for start, other in (starts, starts[::-1])
        )
    # The NULL below what is called is no value: no text chooses one.
    return all(
        _left(code[start:place]) <= 1 and code[place - 1].op != "NULL"
        for start, place in zip(starts, (one, last), strict=True)
    )


def _line_start(code: list[Instruction], place: int, targets: set[int]) -> int:
    while (
        place > 0 and place not in targets and code[place - 1].op not in ENDS and code[place - 1].target < 0
    ):
        place -= 1
    return place


def _left(instructions: list[Instruction]) -> int:
    """Count the values that instructions leave above the lowest that they get to."""
    depth = lowest = 0
    for taken, left in map(effect, instructions):
        lowest = min(lowest, depth - taken)
        depth += left - taken
    return depth - lowest


def _skip(code: list[Instruction], place: int) -> int:
    for _ in code:
        if code[place].op != "JUMP":
            break
        place = code[place].target
    return place


def _join(code: list[Instruction], one: int, last: int, back: int) -> None:
    """Let the end at `one` lead to the `last` one, `back` instructions before both."""
    old = code[one - back]
    code[one - back] = Instruction("JUMP", None, old.offset, old.raw, last - back, old.handler)


def _alike(code: list[Instruction], one: int, other: int) -> int:
    """Count the instructions before two places that are the same, and reached in a straight line."""
    targets = {instruction.target for instruction in code} | {instruction.handler for instruction in code}
    back = 0
    while (
        back < _LONGEST_BLOCK
        and back < one
        and not {one - back, other - back} & targets
        and _is_copy(code, one - back - 1, other - back - 1, 1)
        and code[one - back - 1].op not in ENDS
        and code[one - back - 1].target < 0
    ):
        back += 1
    return back


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
    around = _around(code, handler)
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
        if instruction.handler >= 0 and instruction.handler not in around:
            work.append((instruction.handler, level))
        level += {"PUSH_EXC": 1, "POP_EXCEPT": -1}.get(instruction.op, 0)
        work.extend((following, level) for following in successors(code, place))
    return found


def _around(code: list[Instruction], handler: int) -> set[int]:
    """Give the handlers of what a handler itself raises: the compiler's own, and those of statements around it."""
    found: set[int] = set()
    while code[handler].handler >= 0 and code[handler].handler not in found:
        handler = code[handler].handler
        found.add(handler)
    return found
