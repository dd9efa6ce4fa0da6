"""Exception regions: which handlers a program wrote, and the code the compiler repeated for each way out of them.

The compiler adds handlers of its own (restoring the exception state, comprehension variables, StopIteration) and
writes the body of a `finally`, the call of `__exit__` and the deletion of an `except ... as` name once for every way
out. Both vanish here: what is left are the handlers of the source, each with one body.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType

from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.instructions import ENDS, Instruction

_Edit = tuple[int, str, int]
_LONGEST_COPY = 20
# The level of a finally body that has dropped its exception; handlers inside it count up from here.
_DROPPED = -100
WITH, NAME, EXCEPT, STAR, FINALLY, IMPLICIT = "with", "name", "except", "star", "finally", "implicit"


def successors(code: list[Instruction], place: int) -> Iterator[int]:
    """Where control can go from the instruction at `place` when it does not raise."""
    instruction = code[place]
    if instruction.op not in ENDS:
        yield place + 1
    if instruction.target >= 0:
        yield instruction.target


def reachable(code: list[Instruction], jumps_raise: bool = True) -> list[int]:
    """List the places control can reach, handlers included, in order; with `jumps_raise`, those of jumps, too."""
    seen: set[int] = set()
    work = [0]
    while work:
        place = work.pop()
        while place not in seen and place < len(code):
            seen.add(place)
            instruction = code[place]
            if instruction.handler >= 0 and (jumps_raise or instruction.op != "JUMP"):
                work.append(instruction.handler)
            if instruction.op == "JUMP":
                place = instruction.target
                continue
            if instruction.target >= 0:
                work.append(instruction.target)
            if instruction.op in ENDS:
                break
            place += 1
    return sorted(seen)


def classify(code: list[Instruction], handler: int) -> str:
    """Say what the handler starting at `handler` was in the source."""
    place = handler
    if code[place].op in ("END_ASYNC_FOR", "CLEANUP_THROW", "INTRINSIC"):
        return IMPLICIT
    has_entry = code[place].op == "PUSH_EXC"
    if has_entry:
        place += 1
    first = code[place]
    if not has_entry and first.op in ("COPY", "SWAP"):
        return IMPLICIT
    if first.op == "WITH_START":
        return WITH
    following = [instruction.op for instruction in code[place : place + 4]]
    if following == ["CONST", "STORE", "DELETE", "RERAISE"] and code[place + 3].arg == 1:
        return NAME
    if first.op == "STAR":
        return STAR
    if first.op in ("POP", "COPY", "ROT", "SWAP"):
        return EXCEPT
    for instruction in code[place:]:
        if instruction.op == "EXC_MATCH":
            return EXCEPT
        if instruction.op in ("STORE", "RERAISE", "RAISE", "RETURN", "JUMP", "POP", "WITH_START", "FOR_ITER"):
            break
    return FINALLY


class Regions:
    """The handlers of one code object; folds the compiler's copies in place."""

    def __init__(self, owner: CodeType, code: list[Instruction], as_written: bool = True) -> None:
        """`as_written` says that except clauses are going to be written with the names they have."""
        self.as_written = as_written
        self.owner = owner
        self.code = code
        self.kinds: dict[int, str] = {}
        self.chains: dict[int, tuple[int, ...]] = {-1: ()}
        self._drop_implicit()

    def chain(self, handler: int) -> tuple[int, ...]:
        """List the handlers around what `handler` guards, outermost first, itself last."""
        known = self.chains.get(handler)
        if known is None:
            self.chains[handler] = ()
            known = (*self.chain(self.code[handler].handler), handler)
            self.chains[handler] = known
        return known

    def _drop_implicit(self) -> None:
        code = self.code
        kinds = {}
        for handler in {instruction.handler for instruction in code} - {-1}:
            kinds[handler] = classify(code, handler)
        replaced: dict[int, int] = {-1: -1}
        for handler in kinds:
            final = handler
            steps = 0
            while final >= 0 and kinds.get(final) == IMPLICIT and steps < len(kinds) + 1:
                final = code[final].handler
                steps += 1
            replaced[handler] = -1 if kinds.get(final) == IMPLICIT else final
        for instruction in code:
            instruction.handler = replaced[instruction.handler]
        self.kinds = {handler: kind for handler, kind in kinds.items() if kind != IMPLICIT}
        self._cover_branches()
        self._drop_unentered()
        if self.as_written:
            self._fold_empty_names()

    def _fold_empty_names(self) -> None:
        """`except E as name: pass` guards nothing, and deletes the name all the same."""
        code = self.code
        for place in range(1, len(code) - 3):
            if [one.op for one in code[place : place + 4]] != ["POP_EXCEPT", "CONST", "STORE", "DELETE"]:
                continue
            before = code[place - 1] if code[place - 1].op == "STORE" else code[place - 2]
            # The clause's own last statement may bind the name, guarded by what deletes it.
            if self.kinds.get(before.handler) == NAME:
                continue
            if before.op == "STORE" and before.arg == code[place + 2].arg == code[place + 3].arg:
                old = code[place + 1]
                code[place + 1] = Instruction("JUMP", None, old.offset, old.raw, place + 4, old.handler)

    def _cover_branches(self) -> None:
        """A branch behind `is` or `in` cannot raise from 3.13 on and may be left out of the table."""
        code = self.code
        jumps = {one.target: one for one in reversed(code)}
        for place in range(1, len(code)):
            instruction, before = code[place], code[place - 1]
            if before.op in ENDS:  # Control comes from elsewhere, if not from nowhere.
                before = jumps.get(place, before)
            # A test for None is one instruction of the bytecode and several of ours.
            tested = before.op == "COMPARE" or "NONE" in instruction.raw
            if not instruction.raw.startswith("POP_JUMP") or not tested or before.handler < 0:
                continue
            if before.raw == "STORE_FAST_LOAD_FAST" and not self._guards_on(before.handler, place):
                continue
            if instruction.handler in (-1, *self.chain(before.handler)[:-1]):
                instruction.handler = before.handler

    def _guards_on(self, handler: int, place: int) -> bool:
        """Say whether a statement whose last store also loads what is tested goes on behind that test."""
        while self.code[place].op != "BRANCH":
            place += 1
        return handler in self.chain(self.code[self._skip_jumps(place + 1)].handler)

    def _drop_unentered(self) -> None:
        """Up to 3.11, what is left of `try: pass` is a jump, guarded by a handler that nothing enters."""
        entered = set(reachable(self.code, jumps_raise=False))
        for instruction in self.code:
            while (
                instruction.op == "JUMP" and instruction.handler >= 0 and instruction.handler not in entered
            ):
                instruction.handler = self.code[instruction.handler].handler

    def fold(self) -> None:
        """Replace each copy of a handler's tidying up by a jump over it, innermost handlers first."""
        alive = set(reachable(self.code))
        kinds = {handler: kind for handler, kind in self.kinds.items() if handler in alive}
        waiting = sorted(kinds, key=lambda handler: (-len(self.chain(handler)), handler))
        while waiting:
            # A copy may hold statements with handlers of their own, which have to be folded first.
            left = []
            failure: DecompilationError | None = None
            for handler in waiting:
                try:
                    self._fold_one(handler, kinds[handler])
                except DecompilationError as error:
                    failure = failure or error
                    left.append(handler)
            if failure is not None and len(left) == len(waiting):
                raise failure
            waiting = left

    def fold_withs(self) -> None:
        """Do so for with statements alone."""
        for handler, kind in sorted(self.kinds.items()):
            if kind == WITH and handler in reachable(self.code):
                self._fold_one(handler, kind)

    def _fold_one(self, handler: int, kind: str) -> None:
        edits: list[_Edit] = []
        for leaving in self._ways_out(handler):
            if kind == FINALLY:
                edits += self._fold_finally(handler, leaving)
            elif kind == WITH:
                edits += self._fold_with(leaving)
            elif kind == NAME:
                edits += self._fold_name(handler, leaving)
        if kind == WITH:
            edits += self._name_suppressed(handler, [target for _, _, target in edits if target >= 0])
        for place, operation, target in edits:
            old = self.code[place]
            left = self._back(handler, target) if operation == "JUMP" and kind == FINALLY else None
            self.code[place] = Instruction(operation, left, old.offset, old.raw, target, old.handler)

    def _back(self, handler: int, target: int) -> bool | None:
        """Say (True, or None) whether `target` is guarded by a handler again: by a `continue` to a loop around it."""
        guarding = self.code[self._skip_jumps(target)].handler if target < len(self.code) else -1
        return handler in self.chain(guarding) or None

    def _ways_out(self, handler: int) -> list[int]:
        code = self.code
        inside = {place for place in reachable(code) if handler in self.chain(code[place].handler)}
        found = set()
        for place in inside:
            for following in successors(code, place):
                # The compiler leaves jumps it added itself out of the exception table.
                following = self._skip_jumps(following)
                if following not in inside:
                    found.add(following)
        return sorted(found)

    def _error(self, place: int, reason: str) -> DecompilationError:
        instruction = self.code[place]
        return DecompilationError.at(self.owner, instruction.raw, instruction.offset, reason)

    def _skip_jumps(self, place: int) -> int:
        steps = 0
        if place >= len(self.code):
            raise self._error(len(self.code) - 1, "control runs off the end")
        while self.code[place].op == "JUMP" and steps < len(self.code):
            place = self.code[place].target
            steps += 1
        return place

    # `with`

    def _name_suppressed(self, handler: int, ends: list[int]) -> list[_Edit]:
        """Reduce a with's handler to a jump to where control goes when `__exit__` swallowed the exception.

        Where the compiler copied what one of the `ends` of the body leads to (3.13), that is the place.
        """
        code = self.code
        place = handler
        while code[place].op != "BRANCH":
            place = code[place].target if code[place].op == "JUMP" else place + 1
        # On true, the exception and `__exit__` are popped; a compiler may put a jump in between.
        branch = code[place]
        place = branch.target if branch.arg[0] else place + 1
        while code[place].op in ("POP", "POP_EXCEPT", "JUMP"):
            if code[place].op == "JUMP":
                place = code[place].target
                continue
            place += 1
            if code[place - 1].op == "POP_EXCEPT":
                break
        for _ in range(1 if self.code[handler].arg == 6 else 2 + self._exit_slots(handler)):
            place = self._skip_jumps(place)
            if code[place].op != "POP":
                raise self._error(place, "the handler of a with has another form")
            place += 1
        place = next((end for end in ends if self._is_copy(place, end)), place)
        return [(handler, "WITH_HANDLER", -1), (handler + 1, "JUMP", place)]

    def _is_copy(self, one: int, two: int) -> bool:
        """Say whether the same few instructions, guarded alike, lead from both places out or to one place."""
        for _ in range(_LONGEST_COPY):
            one, two = self._skip_jumps(one), self._skip_jumps(two)
            if one == two:
                return True
            first, second = self.code[one], self.code[two]
            if not _alike(first, second):
                return False
            if first.op in ENDS or first.target >= 0:
                return first.op in ENDS
            one, two = one + 1, two + 1
        return False

    def _exit_slots(self, handler: int) -> int:
        """3.14 keeps the receiver of `__exit__` beside it."""
        return (
            1
            if any(
                i.op in ("BEFORE_WITH", "BEFORE_ASYNC_WITH") and i.raw == "LOAD_SPECIAL" for i in self.code
            )
            else 0
        )

    def _fold_with(self, leaving: int) -> list[_Edit]:
        code = self.code
        place = self._skip_jumps(leaving)
        start = place
        while code[place].op in ("SWAP", "ROT"):
            place += 1
        if code[place].op != "CONST" or code[place].arg is not None:
            raise self._error(place, "a way out of a with does not call __exit__")
        place += 1
        while code[place].op in ("CONST", "COPY"):
            place += 1
        if code[place].op != "CALL":
            raise self._error(place, "a way out of a with does not call __exit__")
        place = self._skip_jumps(place + 1)
        if code[place].op == "AWAIT":
            place = self._skip_jumps(place + 1)
        if code[place].op != "POP":
            raise self._error(place, "the result of __exit__ is used")
        return [(start, "LEAVE_WITH", -1), (start + 1, "JUMP", place + 1)]

    # `except ... as name`

    def _fold_name(self, handler: int, leaving: int) -> list[_Edit]:
        code = self.code
        place = self._skip_jumps(leaving)
        while code[place].op in ("SWAP", "ROT"):
            place += 1
        if code[place].op == "POP_EXCEPT":
            place = self._skip_jumps(place + 1)
        entry = handler + 1 if code[handler].op == "PUSH_EXC" else handler
        for offset in range(3):
            same = code[place + offset]
            if same.op != code[entry + offset].op or same.arg != code[entry + offset].arg:
                raise self._error(place, "a way out of an except clause keeps its name")
        return [(place, "JUMP", place + 3)]

    # `finally`

    def _fold_finally(self, handler: int, leaving: int) -> list[_Edit]:
        try:
            after = Match(self, handler).run(leaving)
        except DecompilationError:
            after = Match(self, handler, drops_once=True).run(leaving)
        if after == leaving:
            return []
        if after < 0:
            after = len(self.code)
            last = self.code[leaving]
            # The copy may start inside of a statement that has a handler of its own.
            around = self.code[handler].handler
            self.code.append(Instruction("UNREACHABLE", None, last.offset, last.raw, -1, around))
        return [(leaving, "JUMP", after)]


class Match:
    """Walks a finally's handler and one copy of its body side by side, to find where the copy ends."""

    def __init__(self, regions: Regions, handler: int, drops_once: bool = False) -> None:
        """With `drops_once`, what the handler drops behind its own exception, the copy drops, too."""
        self.drops_once = drops_once
        self.regions = regions
        self.code = regions.code
        self.handler = handler
        self.ends: list[int] = []
        self.levels: dict[int, int] = {}
        self.seen: set[tuple[int, int]] = set()

    def run(self, copy: int) -> int:
        """Give the place behind the copy starting at `copy`, or -1 when the body never ends normally."""
        work = [(self.handler + 1, copy, 0)]
        while work:
            mine, other, level = work.pop()
            mine = self.regions._skip_jumps(mine)
            if level == 0 and self.code[mine].op == "RERAISE":
                self._end(other)
                continue
            other = self.regions._skip_jumps(other)
            # Where the body leaves by a `continue` or `break`, both have come to one place: no copy goes on from there.
            if mine == other or (mine, other) in self.seen:
                continue
            self.seen.add((mine, other))
            work.extend(self._step(mine, other, level))
        return self.ends[0] if self.ends else -1

    def _end(self, place: int) -> None:
        if self.ends and not self._same_tail(self.ends[0], place):
            raise self.regions._error(place, "copies of a finally body go on in different places")
        self.ends.append(place)

    def _same_tail(self, one: int, two: int) -> bool:
        for _ in range(12):
            one, two = self.regions._skip_jumps(one), self.regions._skip_jumps(two)
            if one == two:
                return True
            first, second = self.code[one], self.code[two]
            if first.op != second.op or first.arg != second.arg or first.target != second.target:
                return False
            if first.op in ENDS:
                return True
            one, two = one + 1, two + 1
        return False

    def _step(self, mine: int, other: int, level: int) -> list[tuple[int, int, int]]:
        first, second = self.code[mine], self.code[other]
        if first.op == second.op == "BRANCH" and first.arg != second.arg:
            return self._turned_round(mine, other, level)
        if first.op != second.op or not same_argument(first.arg, second.arg):
            behind = self._stored_below(mine, other) or self._stored_below(other, mine)[::-1]
            return [(behind[0], behind[1], level)] if behind else self._tolerate(mine, other, level)
        following = []
        if level not in (0, _DROPPED) and first.op == "POP_EXCEPT":
            level -= 1
        if first.handler >= 0 and first.handler != self.code[self.handler].handler:
            if second.handler < 0:
                raise self.regions._error(other, "a copy of a finally body lost its handler")
            # A folded with comes back from its handler at the level it was entered at.
            inner = self._entered(first.handler, level) + (self.code[first.handler].op != "WITH_HANDLER")
            following.append((first.handler, second.handler, inner))
        if first.target >= 0:
            following.append((first.target, second.target, level))
        if first.op not in ENDS:
            following.append((mine + 1, other + 1, level))
        return following

    def _turned_round(self, mine: int, other: int, level: int) -> list[tuple[int, int, int]]:
        """Go on behind two branches of which one jumps where the other goes on, or keeps its value for a `POP`."""
        pairs = zip(self._ways(mine, other), self._ways(other, other), strict=True)
        return [(one, two, level) for one, two in pairs]

    def _ways(self, place: int, other: int) -> tuple[int, int]:
        """Give where a branch goes when true and when false, behind the `POP` of a value it keeps."""
        sense, kept = self.code[place].arg
        target = self.regions._skip_jumps(self.code[place].target)
        if kept and self.code[target].op != "POP":
            raise self.regions._error(other, "a way out of a finally does not repeat its body")
        target += bool(kept)
        return (target, place + 1) if sense else (place + 1, target)

    def _entered(self, handler: int, level: int) -> int:
        """Give the level of the statement that `handler` belongs to; `level` is that of something it guards.

        The first that is seen of a statement is its start. What it guards later may be an except clause inside it.
        """
        for one in self.regions.chain(handler):
            self.levels.setdefault(one, level)
        return self.levels[handler]

    def _stored_below(self, one: int, other: int) -> tuple[int, ...]:
        """Give the places behind `POP; STORE x` and `SWAP 2; STORE x; POP`, which do the same; nothing for others.

        So do `STORE y; STORE x` and `SWAP 2; STORE x; STORE y`. The compiler makes the first of the second where
        nothing else leads to the last instruction.
        """
        code = self.code
        if code[one].op not in ("POP", "STORE"):
            return ()
        store = self.regions._skip_jumps(one + 1)
        last = self.regions._skip_jumps(other + 2) if other + 2 < len(code) else other
        alike = code[store].op == "STORE" and same_argument(code[store].arg, code[other + 1].arg)
        stored = alike and code[other + 1].op == "STORE" and code[store].arg[0] == "fast"
        same = code[last].op == code[one].op and same_argument(code[last].arg, code[one].arg)
        swapped = (code[other].op, code[other].arg) == ("SWAP", 2)
        return (store + 1, last + 1) if stored and same and swapped else ()

    def _tolerate(self, mine: int, other: int, level: int) -> list[tuple[int, int, int]]:
        """Leaving a finally body early, the handler drops its exception and a copy may drop a return value.

        `level` counts the exceptions of handlers inside, from `_DROPPED` on once the handler's own is gone.
        """
        first, second = self.code[mine].op, self.code[other].op
        outside = level in (0, _DROPPED)
        if level == 0 and first == "POP_EXCEPT":
            return [(mine + 1, other, _DROPPED if self.drops_once else 0)]
        if outside and first in ("SWAP", "ROT", *(() if level else ("POP",))):
            return [(mine + 1, other, level)]
        if outside and second in ("POP", "SWAP", "ROT"):
            return [(mine, other + 1, level)]
        raise self.regions._error(other, "a way out of a finally does not repeat its body")


def same_argument(one: object, two: object) -> bool:
    """Compare arguments; constants also by type, down to the elements of tuples."""
    if one is two:
        return True
    if type(one) is not type(two):
        return False
    if isinstance(one, tuple) and isinstance(two, tuple):
        return len(one) == len(two) and all(map(same_argument, one, two))
    if isinstance(one, (float, complex)):
        return repr(one) == repr(two)
    if isinstance(one, CodeType) and isinstance(two, CodeType):
        return one.co_code == two.co_code and same_argument(one.co_consts, two.co_consts)
    return one == two


def _alike(one: Instruction, two: Instruction) -> bool:
    return one.op == two.op and one.handler == two.handler and same_argument(one.arg, two.arg)
