"""Calls for their effect alone (`optimizer.zero_grad()`), and which of them stand in one loop."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.diff.named_parts import NamedParts
from numscope.trace import Operation, Trace

# With two calls in a loop there is but one order.
_FEWEST = 3
# A call that came to one other alone may be the one or the other.
_FEWEST_JOINED = 2
# Functions that call functions, so many levels down.
_DEEPEST = 3
# What a method of these changes is the program's own, and shows in the values that are taken out of it.
_CONTAINERS = frozenset(("list", "dict", "set", "defaultdict", "deque", "Counter", "OrderedDict"))


@dataclass(frozen=True)
class Effect:
    """A method that a program calls for its effect. mates: those called in the same loop or function beside it.

    name: that of the method, with that of its object's class if the program calls it of objects of several classes.
    """

    name: str
    file: str
    line: int
    mates: frozenset[str]


def moved_effect(first: Trace, second: Trace) -> tuple[Effect, Effect | None] | None:
    """Return the call whose company changed most: beside which others it stood in a loop, and where it is now.

    A call that the second program lacks stands alone. None if all calls stand beside the same others.
    """
    before, after = _effects(first, second)
    lost: dict[str, tuple[int, int]] = {}
    for name, effect in before.items():
        there = after.get(name)
        lost[name] = (
            (len(effect.mates) + 1, 0)
            if there is None
            else (len((effect.mates & after.keys()) - there.mates), len(there.mates - effect.mates))
        )
    worst = max(lost, key=lambda name: lost[name], default=None)
    if worst is None or not lost[worst][0]:
        return None
    return before[worst], after.get(worst)


def joined_effect(parted: Operation, first: Trace, second: Trace) -> tuple[Effect, Effect] | None:
    """Return the call that came to others which stand beside each other in both programs: `schedule.step()` a batch.

    None unless there is one alone, and values part at the line of one of these others.
    """
    site = parted.user_site or parted.site
    before, after = _effects(first, second)
    joined = [
        name
        for name in before.keys() & after.keys()
        if len(company := (after[name].mates & before.keys()) - before[name].mates) >= _FEWEST_JOINED
        and all(company - {one} <= before[one].mates for one in company)
    ]
    if len(joined) != 1 or site is None:
        return None
    old, new = before[joined[0]], after[joined[0]]
    lines = {(after[mate].file, after[mate].line) for mate in new.mates}
    return (old, new) if site.place in lines else None


def reordered_effect(first: Trace, second: Trace) -> tuple[Effect, Effect] | None:
    """Return the call for its effect that comes at another place among the others of a loop, in each program.

    Functions of the program count as what they call. A loop goes round: the last call comes before the first.
    """
    before, after = _in_order(first), _in_order(second)
    names = [one.name for one in before]
    if len(names) < _FEWEST or len(set(names)) < len(names) or set(names) != {one.name for one in after}:
        return None
    start = [one.name for one in after].index(names[-1]) + 1
    turned = [*after[start:], *after[:start]]
    late = next((one for one, other in zip(before, turned, strict=True) if one.name != other.name), None)
    return None if late is None else (late, next(one for one in turned if one.name == late.name))


def _in_order(trace: Trace) -> list[Effect]:
    """Return the calls for effect of the loop that has most of them, in the order in which they run."""
    program = program_of(trace)
    functions, containers = _Functions(program.tree), _containers(program.tree)
    found: list[tuple[str, int]] = []
    for loop in (node for node in ast.walk(program.tree) if isinstance(node, (ast.For, ast.While))):
        calls = [one for one in _run_by(loop.body, functions, _DEEPEST) if one not in containers]
        found = max(found, calls, key=len)
    return [Effect(name, *program.place(line), frozenset()) for name, line in found]


def _run_by(block: list[ast.stmt], functions: _Functions, depth: int) -> Iterator[tuple[str, int]]:
    """Yield the calls for effect of a block and of the functions that it calls, in their order."""
    for node in block:
        inner = [getattr(node, name, []) for name in ("body", "orelse")]
        if isinstance(node, (ast.For, ast.While, ast.If, ast.With)):
            for part in inner:
                yield from _run_by(part, functions, depth)
            continue
        own = functions.called_in(node) if depth else []
        inside = [one for function in own for one in _run_by(function.body, functions, depth - 1)]
        yield from inside or _calls([node])


class _Functions:
    """The functions of a program by name, and the methods of its classes."""

    def __init__(self, tree: ast.Module) -> None:
        self._parts = NamedParts(tree)
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        methods = [part for one in classes for part in one.body if isinstance(part, ast.FunctionDef)]
        self._classes = {one.name for one in classes}
        self._functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self._methods = {method.name: method for method in methods}

    def called_in(self, node: ast.stmt) -> list[ast.FunctionDef]:
        """Return the functions and methods of the program that a statement calls."""
        calls = [one.func for one in ast.walk(node) if isinstance(one, ast.Call)]
        plain = [self._functions.get(one.id) for one in calls if isinstance(one, ast.Name)]
        of_objects = [one for one in calls if isinstance(one, ast.Attribute) and self._may_be_own(one.value)]
        return [
            one for one in (*plain, *(self._methods.get(one.attr) for one in of_objects)) if one is not None
        ]

    def _may_be_own(self, of: ast.expr) -> bool:
        """Return whether an expression is no object of a library's class, by the text."""
        made = _class_of(of, self._parts)
        return not made or made in self._classes or made in self._functions


def _class_of(node: ast.expr, parts: NamedParts) -> str:
    """Return the name of the class, or the function, that makes what an expression stands for; empty if unknown."""
    made = parts.unfold(node)
    return last_name(made.func) if isinstance(made, ast.Call) else ""


@dataclass(frozen=True)
class _Call:
    """A call of a method that is a statement: no result of it is used."""

    method: str
    of: ast.expr
    line: int


def _effects(first: Trace, second: Trace) -> tuple[Mapping[str, Effect], Mapping[str, Effect]]:
    """Return the calls for effect of both programs; by their class where both texts say it, and it tells them apart."""
    sides = _Calls(first), _Calls(second)
    classes = [side.classes() for side in sides]
    apart = {name for name, of in classes[0].items() if classes[1].get(name) == of}
    return sides[0].effects(apart), sides[1].effects(apart)


class _Calls:
    """The calls for effect of a program."""

    def __init__(self, trace: Trace) -> None:
        self._program = program_of(trace)
        self._parts = NamedParts(self._program.tree)
        containers = _containers(self._program.tree)
        blocks = (_effect_calls(block) for block in _blocks(self._program.tree))
        self._blocks = [
            [call for call in block if (call.method, call.line) not in containers] for block in blocks
        ]

    def classes(self) -> dict[str, frozenset[str]]:
        """Return of which classes' objects a method is called, by its name, if the text says so: of several."""
        found: dict[str, set[str]] = defaultdict(set)
        for call in chain.from_iterable(self._blocks):
            found[call.method].add(_class_of(call.of, self._parts))
        return {name: frozenset(of) for name, of in found.items() if len(of) > 1 and "" not in of}

    def effects(self, apart: Collection[str]) -> Mapping[str, Effect]:
        """Return the calls, each where it stands deepest. apart: the methods that are told apart by their class."""
        found: dict[str, Effect] = {}
        for block in self._blocks:
            lines = {
                f"{_class_of(call.of, self._parts)}.{call.method}"
                if call.method in apart
                else call.method: call.line
                for call in block
            }
            for name, line in lines.items():
                mates = frozenset(lines) - {name}
                if name not in found or len(mates) > len(found[name].mates):
                    found[name] = Effect(name, *self._program.place(line), mates)
        return found


def _containers(tree: ast.Module) -> set[tuple[str, int]]:
    """Return the calls, as a method and its line, of methods of the program's own lists, dictionaries and sets."""
    names = {
        part.id
        for node in ast.walk(tree)
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and _is_container(node.value)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        for part in ast.walk(target)
        if isinstance(part, ast.Name)
    }
    return {
        (node.func.attr, node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if isinstance(node.func.value, ast.Name) and node.func.value.id in names
    }


def _is_container(value: ast.expr | None) -> bool:
    """Return whether an expression makes a list, a dictionary or a set; or a tuple of some, for several names."""
    if isinstance(value, ast.Tuple):
        return any(map(_is_container, value.elts))
    if isinstance(value, ast.Call):
        return last_name(value.func) in _CONTAINERS
    return isinstance(value, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp))


def _blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """Yield the bodies of loops, functions and the program."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.For, ast.While, ast.FunctionDef, ast.Module)):
            yield node.body


def _calls(block: list[ast.stmt]) -> Iterator[tuple[str, int]]:
    """Yield the methods that statements of a block call without use of a result, and their lines."""
    return ((call.method, call.line) for call in _effect_calls(block))


def _effect_calls(block: list[ast.stmt]) -> Iterator[_Call]:
    """Yield the calls of methods that are statements of a block."""
    for node in block:
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            yield _Call(call.func.attr, call.func.value, node.lineno)
