"""Proof that two code objects do the same, by running both on symbols.

Source can't keep values on the stack as Dynamo's bytecode does, so a decompiled function has other instructions than
the original. What counts is the order of its effects (calls, loads that run code, stores that others see), what goes
into them, and what it returns. Both code objects are executed with symbols in place of values, down every way through
their branches, and the effects compared one by one. Moving values between stack and locals is no effect.

Where an effect is guarded, the way from an exception in it is followed too. Loops are, as long as constants show
where they go, or as the iterator is a symbol and no turn needs what an earlier one left in a local.
What this can't follow is not proved, which is not the same as different.
"""

from __future__ import annotations

import operator
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from numscope.compiled.torch_compile.symbols import (
    Built,
    Constant,
    Extend,
    Given,
    Outputs,
    Result,
    escape,
    extend_own,
    forked,
    is_installed,
    on_own_list,
    out_of_graph,
    spread,
    tuple_of,
)
from numscope.compiled.torch_compile.unwinding import Handled, guards_of

_MOST_PATHS, _MOST_STEPS = 256, 20_000
_IN_PLACE = {"APPEND": 1, "ADD": 1, "EXTEND": 1, "UPDATE": 1, "DICT_UPDATE": 1, "DICT_MERGE": 1, "MAP_ADD": 2}
_BUILT = ("TUPLE", "LIST", "SLICE", "MAP", "KEY_MAP")
_ENDS = ("RETURN", "RAISE", "RERAISE")
_ORDER = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_UNFOLLOWED = ("ASYNC_ITER", "SET_FUNCTION", "BEFORE_WITH", "BEFORE_ASYNC_WITH", "WITH_START")


class NotProvedError(Exception):
    """The two differ, or hold something that is not followed."""


@dataclass
class _Path:
    """A way from the start, or from a branch, to the next branch or the end."""

    effects: list[tuple[str, Any, tuple[Any, ...]]] = field(default_factory=list)
    branches: tuple[_Path, _Path] | None = None  # not taken, taken
    raised: dict[int, _Path] = field(
        default_factory=dict
    )  # what happens when an effect raises, unless nothing does

    def add(self, effect: tuple[str, Any, tuple[Any, ...]]) -> None:
        """Note an effect; whatever goes into it, others may have seen."""
        self.effects.append(effect)
        escape(effect[2])


def prove_same(one: types.CodeType, other: types.CodeType, outputs: Mapping[str, int] | None = None) -> None:
    """Return if `one` and `other` do the same; raises NotProvedError otherwise.

    outputs: how many values the captured graphs give that they call. What a graph gives is a list or tuple of these.
    """
    _compare(_Execution(one, outputs or {}).run(), _Execution(other, outputs or {}).run(), 0, {})


def _taken(argument: Any, stack: list[Any]) -> bool:
    """Return whether a branch on a constant is taken; the constant goes from the stack unless the branch keeps it."""
    taken: bool = bool(stack[-1].value) == argument[0]
    if not (taken and argument[1]):
        stack.pop()
    return taken


def _on_local(operation: str, argument: Any, stack: list[Any], local: dict[str, Any]) -> bool:
    """Do what an instruction does to a local variable; return False where it is about none."""
    if operation not in ("LOAD", "STORE", "DELETE") or argument[0] != "fast":
        return False
    name = argument[1]
    if operation == "STORE":
        local[name] = stack.pop()
        return True
    if name not in local:
        raise NotProvedError(f"{name} may be unset")
    if operation == "LOAD":
        stack.append(local[name])
    else:
        del local[name]
    return True


class _Execution:
    """Runs one code object on symbols."""

    def __init__(self, code: types.CodeType, outputs: Mapping[str, int]) -> None:
        from numscope.compiled.decompile.effects import effect
        from numscope.compiled.decompile.normalise import normalise

        self.instructions = normalise(code)
        self.effect_of: Callable[[Any], tuple[int, int]] = effect
        self.guards = guards_of(code)
        self.outputs = outputs
        self.paths = self.steps = 0
        self.loops: dict[int, list[Any]] = {}  # the stack at the start of each loop that is being followed
        count = code.co_argcount + code.co_kwonlyargcount
        count += bool(code.co_flags & 4) + bool(code.co_flags & 8)
        self.arguments = {
            name: Given("argument", str(number)) for number, name in enumerate(code.co_varnames[:count])
        }

    def run(self) -> _Path:
        return self._path(0, [], dict(self.arguments), 0, Handled())

    def _path(
        self, position: int, stack: list[Any], local: dict[str, Any], effects: int, handled: Handled
    ) -> _Path:
        path = _Path()
        self.paths += 1
        stack, local = forked(stack, local)
        while True:
            self.steps += 1
            if self.paths > _MOST_PATHS or self.steps > _MOST_STEPS:
                raise NotProvedError("there are too many ways through it")
            instruction = self.instructions[position]
            operation, argument = instruction.op, instruction.arg
            if operation in _UNFOLLOWED:
                raise NotProvedError(f"{operation} at offset {instruction.offset} is not followed")
            position += 1
            if operation == "MAP" and (built := self._merged_alone(position, local)) is not None:
                stack.append(built)
                position += 2
            elif operation == "JUMP":
                position = instruction.target
            elif operation == "BRANCH" and isinstance(stack[-1], Constant):
                position = instruction.target if _taken(argument, stack) else position
            elif operation == "BRANCH":
                path.add(("TRUTH", None, (stack[-1], *handled.innermost)))
                self._raising(path, instruction, stack, local, effects, handled)
                path.branches = self._both_ways(instruction, position, stack, local, effects + 1, handled)
                return path
            elif operation == "FOR_ITER":
                return self._iterated(path, position - 1, stack, local, effects, handled)
            elif handled.follow(operation, self._operation_at(position), argument, stack, Constant):
                continue
            elif operation == "RERAISE" or (operation == "RAISE" and not argument):
                exception = stack[-1] if operation == "RERAISE" else handled.innermost[0]
                if instruction.handler < 0:
                    path.add(("PROPAGATE", None, (exception,)))
                    return path
                stack[:] = self._unwound(instruction, stack, exception)
                position = instruction.handler
            elif _on_local(operation, argument, stack, local) or any(
                act(operation, argument, stack) for act in (on_own_list, out_of_graph)
            ):
                continue
            elif (known := _on_known(operation, argument, stack, effects)) is not None:
                for each in known:
                    self._note_outputs(each, stack)
                    path.add((*each[:2], (*each[2], *handled.innermost)))
                    self._raising(path, instruction, stack, local, effects, handled)
                    effects += 1
            elif not _move(operation, argument, stack):
                done = _effect(operation, argument, stack, effects, self.effect_of(instruction))
                self._note_outputs(done, stack)
                path.add((*done[:2], (*done[2], *handled.innermost)))
                if operation != "RETURN":
                    self._raising(path, instruction, stack, local, effects, handled)
                effects += 1
                if operation in _ENDS:
                    return path

    def _note_outputs(self, done: tuple[str, Any, tuple[Any, ...]], stack: list[Any]) -> None:
        """Know what the call of a graph left on the stack."""
        called = done[2][0] if done[0] in ("CALL", "CALL_EX") and done[2] else None
        if isinstance(called, Given) and called.kind == "global" and called.name in self.outputs:
            stack[-1] = Outputs(stack[-1].effect, self.outputs[called.name])

    def _iterated(
        self,
        path: _Path,
        start: int,
        stack: list[Any],
        local: dict[str, Any],
        effects: int,
        handled: Handled,
    ) -> _Path:
        """End `path` at the loop at `start`: with its ways on, or where a turn of it is over."""
        if start in self.loops:
            if stack != self.loops[start]:
                raise NotProvedError("a loop leaves something on the stack")
            path.add(("AGAIN", list(self.loops).index(start), tuple(handled.innermost)))
            return path
        self._forget(start, local)
        escape([*stack, *local.values()])  # a turn may change them, and it stands for all
        path.add(("NEXT", None, (stack[-1], *handled.innermost)))
        self._raising(path, self.instructions[start], stack, local, effects, handled)
        path.branches = self._loop(start, stack, local, effects + 1, handled)
        return path

    def _forget(self, start: int, local: dict[str, Any]) -> None:
        """Take the locals that the loop at `start` binds for unset at its start: then every turn is like the first."""
        code = self.instructions
        last = max(
            (place for place, one in enumerate(code) if one.target == start and place > start), default=start
        )
        for place, one in enumerate(code):
            if start <= place <= last and one.op in ("STORE", "DELETE") and one.arg[0] == "fast":
                local.pop(one.arg[1], None)
            if not start <= place <= last and start < one.target <= last:
                raise NotProvedError("a loop is entered in two ways")

    def _loop(
        self, start: int, stack: list[Any], local: dict[str, Any], effects: int, handled: Handled
    ) -> tuple[_Path, _Path]:
        """Follow one turn of the loop at `start` with any item, and what comes after the last one."""
        self.loops[start] = stack[:]
        item = [*stack, Result(effects - 1, 0)]
        turn = self._path(start + 1, item, dict(local), effects, handled.copy())
        del self.loops[start]
        after = self._path(self.instructions[start].target, stack[:-1], dict(local), effects, handled.copy())
        return turn, after

    def _raising(
        self,
        path: _Path,
        instruction: Any,
        stack: list[Any],
        local: dict[str, Any],
        number: int,
        handled: Handled,
    ) -> None:
        """Follow what happens when the last effect of `path` raises; nothing is kept of one that just propagates."""
        if instruction.handler < 0:
            return
        exception = Result(number, -1)
        inside = self._unwound(instruction, stack, exception)
        found = self._path(instruction.handler, inside, dict(local), number + 1, handled.copy())
        if found.branches or found.effects != [("PROPAGATE", None, (exception,))]:
            path.raised[len(path.effects) - 1] = found

    def _unwound(self, instruction: Any, stack: list[Any], exception: Any) -> list[Any]:
        guard = self.guards.get(instruction.offset)
        if guard is None:
            raise NotProvedError(f"{instruction.op} at offset {instruction.offset} is not followed")
        place = [Constant("place")] if guard.keeps_place else []
        return [*stack[: guard.depth], *place, exception]

    def _merged_alone(self, position: int, local: dict[str, Any]) -> Any:
        """Give the dict that alone is passed on with `**` here: the compiler copies it first, which nobody notices."""
        following = self.instructions[position - 1 : position + 3]
        if [one.op for one in following] != ["MAP", "LOAD", "DICT_MERGE", "CALL_EX"] or following[0].arg:
            return None
        scope, name = following[1].arg
        value = local.get(name) if scope == "fast" else None
        return value if _is_built(value, "MAP") else None

    def _operation_at(self, position: int) -> str:
        return str(self.instructions[position].op) if position < len(self.instructions) else ""

    def _both_ways(
        self,
        branch: Any,
        position: int,
        stack: list[Any],
        local: dict[str, Any],
        effects: int,
        handled: Handled,
    ) -> tuple[_Path, _Path]:
        sense, keep = branch.arg
        value = stack.pop()
        kept = [*stack, value] if keep else stack[:]
        jumped = self._path(branch.target, kept, dict(local), effects, handled.copy())
        fell = self._path(position, stack[:], dict(local), effects, handled.copy())
        return (fell, jumped) if sense else (jumped, fell)


def _move(operation: str, argument: Any, stack: list[Any]) -> bool:
    """Do what has no effect outside of the frame; return whether `operation` is of that kind."""
    if operation == "CONST":
        stack.append(Constant(argument))
    elif operation == "NULL":
        stack.append(Constant(NotImplemented))
    elif operation == "CLOSURE":
        stack.append(Given("cell", argument))
    elif operation == "LOAD" and argument[0] == "global" and is_installed(argument[1]):
        stack.append(Given("global", argument[1]))
    elif operation == "POP":
        stack.pop()
    elif operation == "COPY":
        stack.append(stack[-argument])
    elif operation == "SWAP":
        stack[-1], stack[-argument] = stack[-argument], stack[-1]
    elif operation == "ROT":
        top = stack.pop()
        stack.insert(len(stack) + 1 - argument, top)
    elif operation in _BUILT:
        count = argument * 2 if operation == "MAP" else argument + 1 if operation == "KEY_MAP" else argument
        items = tuple(stack[len(stack) - count :])
        del stack[len(stack) - count :]
        if operation == "TUPLE":
            stack.append(tuple_of(items))
        elif operation == "SLICE" and all(isinstance(item, Constant) for item in items):
            stack.append(Constant(slice(*(item.value for item in items))))
        else:
            stack.append(Built(*_as_map(operation, items)))
    else:
        return False
    return True


def _on_known(
    operation: str, argument: Any, stack: list[Any], number: int
) -> list[tuple[str, Any, tuple[Any, ...]]] | None:
    """Do what an operation comes down to on a value that is known, and return its effects; None where none is.

    The method `extend` of a list made here does what the instruction does.
    A cell can be written in source as an entry of the closure of a lambda.
    """
    if operation == "MAKE_FUNCTION":
        count = 1 + sum(1 for flag in (1, 2, 4, 8) if argument & flag)
        items = tuple(stack[len(stack) - count :])
        del stack[len(stack) - count :]
        stack.append(Built(f"FUNCTION {argument}", items))
        return []
    if operation == "COMPARE" and all(
        isinstance(each, Constant) and type(each.value) is int for each in stack[-2:]
    ):
        right, left = stack.pop().value, stack.pop().value
        if argument not in _ORDER:
            raise NotProvedError(f"{argument} of two numbers is not followed")
        stack.append(Constant(_ORDER[argument](left, right)))
        return []
    if operation == "ATTR" and argument == "extend" and _is_list(stack[-1]):
        stack.append(Extend(stack.pop()))
        return []
    if operation == "CALL" and argument[:2] == (1, ()) and (extend := _extend_called(stack, argument[2])):
        added = stack.pop()
        del stack[len(stack) - 1 - argument[2] :]
        stack.append(Constant(None))
        return [] if extend_own(extend.owner, added) else [("EXTEND", None, (extend.owner, added))]
    if operation == "CALL_EX" and not argument[0] and (spreads := spread(stack[-1])) is not None:
        below = stack[len(stack) - 2 - argument[1] : -1]
        del stack[len(stack) - 2 - argument[1] :]
        stack.append(Result(number, 0))
        (function,) = [each for each in below if each != Constant(NotImplemented)]
        return [("CALL", (), (function, *spreads))]
    if operation == "ATTR" and argument == "__closure__" and _is_built(stack[-1], "FUNCTION 8"):
        stack.append(stack.pop().items[-2])
        return []
    if operation == "UNPACK" and _is_built(stack[-1], "TUPLE") and len(stack[-1].items) == argument:
        stack += reversed(stack.pop().items)
        return []
    if operation == "SUBSCR" and _is_list(stack[-2]) and _is_slice(stack[-1]):
        operands = tuple(stack[-2:])
        stack[-2:] = [Result(number, 0, is_list=True)]
        return [("SUBSCR", None, operands)]
    if operation == "SUBSCR" and _is_built(stack[-2], "TUPLE") and isinstance(stack[-1], Constant):
        index, container = stack.pop(), stack.pop()
        if type(index.value) is int and index.value < len(container.items):
            stack.append(container.items[index.value])
            return []
        stack += [container, index]
    return None


def _extend_called(stack: list[Any], places: int) -> Extend | None:
    """Give the method that a call with one argument calls, if it is a list's `extend`."""
    below = stack[len(stack) - 2 - places : -1]
    found = [each for each in below if isinstance(each, Extend)]
    return found[0] if found else None


def _is_list(value: Any) -> bool:
    return _is_built(value, "LIST") or (isinstance(value, Result) and value.is_list)


def _is_slice(value: Any) -> bool:
    return _is_built(value, "SLICE") or (isinstance(value, Constant) and isinstance(value.value, slice))


def _is_built(value: Any, kind: str) -> bool:
    return isinstance(value, Built) and value.kind == kind


def _as_map(operation: str, items: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
    """Give a dict with constant keys the form of any other: keys and values in turn."""
    if operation != "KEY_MAP" or not isinstance(items[-1], Constant):
        return operation, items
    keys = [Constant(key) for key in items[-1].value]
    return "MAP", tuple(each for pair in zip(keys, items[:-1], strict=True) for each in pair)


def _effect(
    operation: str, argument: Any, stack: list[Any], number: int, change: tuple[int, int]
) -> tuple[str, Any, tuple[Any, ...]]:
    """Take the operands off the stack, leave the results, and describe the effect."""
    if operation in _IN_PLACE:
        count = _IN_PLACE[operation]
        operands = tuple(stack[len(stack) - count :])
        del stack[len(stack) - count :]
        return operation, None, (stack[-argument], *operands)
    taken, left = change
    operands = tuple(stack[len(stack) - taken :])
    if len(operands) != taken:
        raise NotProvedError(f"{operation} takes more than there is")
    del stack[len(stack) - taken :]
    stack += [Result(number, place) for place in range(left)]
    if operation in ("CALL", "CALL_EX"):
        operands = tuple(each for each in operands if each != Constant(NotImplemented))
        # How many places a call took depends on its form; the operands show how many arguments there are.
        argument = argument[1] if operation == "CALL" else argument[0]
    return operation, argument, operands


def _compare(one: _Path, other: _Path, start: int, twins: dict[int, Any]) -> None:
    if len(one.effects) != len(other.effects):
        raise NotProvedError(f"{len(one.effects)} effects against {len(other.effects)}")
    for number, (mine, its) in enumerate(zip(one.effects, other.effects, strict=True), start):
        if mine[0] != its[0] or not _same_argument(mine[1], its[1]) or len(mine[2]) != len(its[2]):
            raise NotProvedError(f"effect {number}: {mine[0]} {mine[1]!r} against {its[0]} {its[1]!r}")
        for left, right in zip(mine[2], its[2], strict=True):
            if not _same_value(left, right, twins):
                raise NotProvedError(f"effect {number}, {mine[0]} {mine[1]!r}, has another operand")
    if one.raised.keys() != other.raised.keys():
        raise NotProvedError("an exception is dealt with in one, and not in the other")
    for number, mine_path in one.raised.items():
        _compare(mine_path, other.raised[number], start + number + 1, dict(twins))
    if (one.branches is None) != (other.branches is None):
        raise NotProvedError("one branches, the other does not")
    if one.branches and other.branches:
        for mine_path, its_path in zip(one.branches, other.branches, strict=True):
            _compare(mine_path, its_path, start + len(one.effects), dict(twins))


def _same_argument(one: Any, other: Any) -> bool:
    return type(one) is type(other) and repr(one) == repr(other)


def _same_value(one: Any, other: Any, twins: dict[int, Any]) -> bool:
    if isinstance(one, Built) and isinstance(other, Built):
        if id(one) in twins or id(other) in twins:
            return twins.get(id(one)) is other and twins.get(id(other)) is one
        if one.kind != other.kind or len(one.items) != len(other.items):
            return False
        twins[id(one)], twins[id(other)] = other, one
        return all(_same_value(*pair, twins) for pair in zip(one.items, other.items, strict=True))
    if isinstance(one, Constant) and isinstance(other, Constant):
        return _same_constant(one.value, other.value)
    return type(one) is type(other) and bool(one == other)


def _same_constant(one: Any, other: Any) -> bool:
    if isinstance(one, types.CodeType) and isinstance(other, types.CodeType):
        from numscope.compiled.decompile.compare import difference

        return difference(one, other) == ""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(_same_constant(*pair) for pair in zip(one, other, strict=True))
    # 1, 1.0 and True are equal and not the same; so are 0.0 and -0.0.
    return type(one) is type(other) and (one is other or repr(one) == repr(other))
