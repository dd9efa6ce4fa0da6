"""Shows that two code objects do the same, where one keeps in variables of ours what the other keeps on the stack.

Both are executed side by side on symbols, from one effect to the next: an effect is every instruction but those that
move values between stack and our variables, jump, or decide by a known constant. Effects are to be the same
operations on the same symbols, guarded or not guarded both. Where both get to a pair of places with values that stand
in the same relation as before, that way is done: loops end.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import CodeType
from typing import Any

from numscope.compiled.decompile.compare import headers_differ, same_constant
from numscope.compiled.decompile.effects import effect
from numscope.compiled.decompile.instructions import Instruction, cannot_raise
from numscope.compiled.decompile.normalise import normalise
from numscope.compiled.decompile.raw import exception_table
from numscope.compiled.decompile.regions import Regions

_MOST_STATES = 4_000
_MOST_MOVES = 2_000
# What is kept of all states: a loop over states with many variables would take seconds and gigabytes.
_MOST_VALUES = 100_000
_ENDS = ("RETURN", "RAISE", "RERAISE")
_ITERATIONS = ("FOR_ITER", "ASYNC_ITER")
_MAPS = ("MAP", "KEY_MAP")
_NULL = ("null",)
_KNOWN = {"==": operator.eq, "<=": operator.le}


class _DifferentError(Exception):
    """The two do not do the same, or it cannot be shown that they do."""


@dataclass(frozen=True)
class _Constant:
    value: Any

    def __hash__(self) -> int:
        return hash(type(self.value))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Constant) and same_constant(self.value, other.value, whole=False)


@dataclass(frozen=True)
class _State:
    """Where one of the two is: its next instruction, its stack, and its variables of ours."""

    place: int
    stack: tuple[Any, ...] = ()
    variables: tuple[tuple[str, Any], ...] = ()

    def push(self, *values: Any) -> _State:
        return replace(self, stack=(*self.stack, *values))

    def pop(self, count: int) -> tuple[_State, tuple[Any, ...]]:
        if count > len(self.stack):
            raise _DifferentError
        kept = len(self.stack) - count
        return replace(self, stack=self.stack[:kept]), self.stack[kept:]

    def at(self, place: int) -> _State:
        return replace(self, place=place)

    def with_variable(self, name: str, value: Any) -> _State:
        kept = dict(self.variables)
        kept[name] = value
        return replace(self, variables=tuple(sorted(kept.items(), key=lambda pair: pair[0])))


class _Side:
    """One of the two code objects."""

    def __init__(self, code: CodeType, prefix: str) -> None:
        self.code = normalise(code)
        Regions(code, self.code)
        self.prefix = prefix
        self.places_kept = _places_kept(code, self.code)
        self.depths = dict(_handler_depths(self.code, self.places_kept))

    def next_effect(self, state: _State) -> _State:
        """Make all moves up to the next effect."""
        for _ in range(_MOST_MOVES):
            instruction = self.code[state.place]
            moved = self._moved(instruction, state)
            if moved is None:
                return state
            state = moved
        raise _DifferentError

    def _moved(self, instruction: Instruction, state: _State) -> _State | None:
        operation, argument = instruction.op, instruction.arg
        following = state.at(state.place + 1)
        if operation == "JUMP":
            return state.at(instruction.target)
        if operation == "CONST":
            return following.push(_Constant(argument))
        if operation == "NULL":
            return following.push(_NULL)
        if operation == "POP":
            return following.pop(1)[0]
        if operation in ("COPY", "SWAP", "ROT"):
            return _shuffled(operation, argument, following)
        if operation == "BRANCH":
            return self._decided(instruction, state)
        if operation == "COMPARE":
            return _compared(argument, following)
        if operation in ("LOAD", "STORE") and argument[0] == "fast" and argument[1].startswith(self.prefix):
            return self._our_variable(operation, argument[1], following)
        return None

    def _our_variable(self, operation: str, name: str, following: _State) -> _State:
        if operation == "STORE":
            following, (value,) = following.pop(1)
            return following.with_variable(name, value)
        known = dict(following.variables)
        if name not in known:
            raise _DifferentError
        return following.push(known[name])

    def _decided(self, instruction: Instruction, state: _State) -> _State | None:
        below, (value,) = state.pop(1)
        if not isinstance(value, _Constant):
            return None
        sense, keep = instruction.arg
        if bool(value.value) != sense:
            return below.at(state.place + 1)
        return (state if keep else below).at(instruction.target)

    def raised(self, state: _State) -> _State | None:
        """Give where an exception raised here goes; None where it leaves."""
        handler = self.code[state.place].handler
        if handler < 0:
            return None
        below = state.stack[: self.depths[handler]]
        return replace(
            state, place=handler, stack=(*below, *_entered_with(self.code, handler, self.places_kept))
        )


def _places_kept(owner: CodeType, code: list[Instruction]) -> frozenset[int]:
    """Find the handlers that get the place of the raising instruction, below the exception (3.11 on)."""
    if not hasattr(owner, "co_exceptiontable"):
        return frozenset()
    kept = {row.target for row in exception_table(owner) if row.keeps_place}
    handlers = {one.handler for one in code} - {-1}
    return frozenset(handler for handler in handlers if code[handler].offset in kept)


def _entered_with(code: list[Instruction], handler: int, places_kept: frozenset[int]) -> tuple[Any, ...]:
    """Give what an exception leaves on the stack before the handler's first instruction."""
    place = (("place",),) if handler in places_kept else ()
    return place if code[handler].op in ("PUSH_EXC", "END_ASYNC_FOR") else (*place, ("raised",))


def _compared(comparison: str, following: _State) -> _State | None:
    """Compare two numbers that are known, as a loop over states does with its state."""
    below, (left, right) = following.pop(2)
    known = isinstance(left, _Constant) and isinstance(right, _Constant)
    if comparison not in _KNOWN or not known or type(left.value) is not int or type(right.value) is not int:
        return None
    return below.push(_Constant(_KNOWN[comparison](left.value, right.value)))


def _shuffled(operation: str, count: int, state: _State) -> _State:
    state, values = state.pop(count)
    if operation == "COPY":
        return state.push(*values, values[0])
    if operation == "ROT":
        return state.push(values[-1], *values[:-1])
    return state.push(values[-1], *values[1:-1], values[0]) if count > 1 else state.push(*values)


def _handler_depths(code: list[Instruction], places_kept: frozenset[int]) -> Iterator[tuple[int, int]]:
    """Count what is on the stack where each handler starts: the least that is on it in what it guards."""
    depths: dict[int, int] = {}
    least: dict[int, int] = {}
    work = [(0, 0)]
    while True:
        while work:
            place, depth = work.pop()
            if place in depths:
                continue
            depths[place] = depth
            instruction = code[place]
            taken, left = effect(instruction)
            after = depth + left - taken
            if instruction.handler >= 0:
                known = least.get(instruction.handler, depth)
                least[instruction.handler] = min(known, depth, max(after, depth - taken))
            if instruction.target >= 0:
                kept = instruction.arg[1] if instruction.op == "BRANCH" else 0
                work.append((instruction.target, after + kept - 2 * (instruction.op in _ITERATIONS)))
            if instruction.op not in ("JUMP", *_ENDS):
                work.append((place + 1, after))
        waiting = [handler for handler in least if handler not in depths]
        if not waiting:
            break
        extra = len(_entered_with(code, waiting[0], places_kept))
        work.append((waiting[0], least[waiting[0]] + extra))
    yield from least.items()


class _Walk:
    def __init__(self, one: _Side, other: _Side) -> None:
        self.one, self.other = one, other
        self.seen: set[Any] = set()
        self.count = self.values = 0
        self.work: list[tuple[_State, _State]] = [(_State(0), _State(0))]

    def run(self) -> None:
        while self.work:
            mine, its = self.work.pop()
            mine, its = self.one.next_effect(mine), self.other.next_effect(its)
            relation = _relation(mine, its)
            if relation in self.seen:
                continue
            self.seen.add(relation)
            self.values += sum(len(one.stack) + len(one.variables) for one in (mine, its))
            if len(self.seen) > _MOST_STATES or self.values > _MOST_VALUES:
                raise _DifferentError
            self._step(mine, its)

    def _step(self, mine: _State, its: _State) -> None:
        first, second = self.one.code[mine.place], self.other.code[its.place]
        maps = first.op in _MAPS and second.op in _MAPS
        if not maps and (first.op != second.op or not _same_argument(first, second)):
            raise _DifferentError
        self._raise(first, mine, its)
        mine, operands = mine.pop(effect(first)[0])
        its, others = its.pop(effect(second)[0])
        if maps and _entries(first, operands) != _entries(second, others):
            raise _DifferentError
        kept, others_kept = ([each for each in some if each != _NULL] for some in (operands, others))
        if not maps and kept != others_kept:
            raise _DifferentError
        if first.op in _ENDS:
            return
        if first.op == "BRANCH":
            self._both_ways(first, second, mine.push(*operands), its.push(*others))
            return
        self.count += 1
        if first.op in _ITERATIONS:
            self.work.append((mine.at(first.target), its.at(second.target)))
        results = tuple(("result", self.count, number) for number in range(effect(first)[1]))
        if first.op in ("EXTEND", "UPDATE", "DICT_UPDATE", "DICT_MERGE", "APPEND", "ADD", "MAP_ADD"):
            results = operands[: len(results)]
        elif first.op in _ITERATIONS:
            results = (operands[0], *results[1:])
        self.work.append((mine.at(mine.place + 1).push(*results), its.at(its.place + 1).push(*results)))

    def _raise(self, first: Instruction, mine: _State, its: _State) -> None:
        if cannot_raise(first) and first.op != "PUSH_EXC":
            return
        away, elsewhere = self.one.raised(mine), self.other.raised(its)
        if (away is None) != (elsewhere is None):
            raise _DifferentError
        if away is not None and elsewhere is not None:
            self.work.append((away, elsewhere))

    def _both_ways(self, first: Instruction, second: Instruction, mine: _State, its: _State) -> None:
        for truth in (True, False):
            self.work.append((_way(first, mine, truth), _way(second, its, truth)))


def _way(branch: Instruction, state: _State, truth: bool) -> _State:
    sense, keep = branch.arg
    if truth != sense:
        return state.pop(1)[0].at(state.place + 1)
    return (state if keep else state.pop(1)[0]).at(branch.target)


def _entries(display: Instruction, operands: tuple[Any, ...]) -> list[tuple[Any, Any]]:
    """Give the keys and values of a dict display, in either of its two forms."""
    if display.op == "MAP":
        return list(zip(operands[::2], operands[1::2], strict=True))
    keys = operands[-1]
    if not isinstance(keys, _Constant):
        raise _DifferentError
    return list(zip(map(_Constant, keys.value), operands[:-1], strict=True))


def _same_argument(one: Instruction, two: Instruction) -> bool:
    if one.op == "BRANCH":
        return True
    if one.op in ("CALL", "CALL_EX"):
        return bool(one.arg[:-1] == two.arg[:-1])
    return type(one.arg) is type(two.arg) and bool(one.arg == two.arg)


def _relation(mine: _State, its: _State) -> Any:
    """Give the places and which values are the same as which, whatever effects they came from."""
    numbers: dict[Any, int] = {}

    def named(value: Any) -> Any:
        return numbers.setdefault(value, len(numbers)) if isinstance(value, tuple) else value

    return (
        mine.place,
        its.place,
        tuple(map(named, mine.stack)),
        tuple((name, named(value)) for name, value in mine.variables),
        tuple(map(named, its.stack)),
        tuple((name, named(value)) for name, value in its.variables),
    )


def do_the_same(one: CodeType, other: CodeType, prefix: str) -> bool:
    """Say whether `other`, whose variables that start with `prefix` are ours, is shown to do what `one` does."""
    if headers_differ(one, other):
        return False
    try:
        _Walk(_Side(one, prefix), _Side(other, prefix)).run()
    except _DifferentError:
        return False
    return True
