"""Calls for their effect alone (`optimizer.zero_grad()`), and which of them stand in one loop."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.trace import Trace

# With two calls in a loop there is but one order.
_FEWEST = 3
# Functions that call functions, so many levels down.
_DEEPEST = 3
# What a method of these changes is the program's own, and shows in the values that are taken out of it.
_CONTAINERS = frozenset(("list", "dict", "set", "defaultdict", "deque", "Counter", "OrderedDict"))


@dataclass(frozen=True)
class Effect:
    """A method that a program calls for its effect. mates: those called in the same loop or function beside it."""

    name: str
    file: str
    line: int
    mates: frozenset[str]


def moved_effect(first: Trace, second: Trace) -> tuple[Effect, Effect | None] | None:
    """Return the call whose company changed most: beside which others it stood in a loop, and where it is now.

    A call that the second program lacks stands alone. None if all calls stand beside the same others.
    """
    before, after = _effects(first), _effects(second)
    lost: dict[str, int] = {}
    for name, effect in before.items():
        there = after.get(name)
        lost[name] = (
            len(effect.mates) + 1 if there is None else len((effect.mates & after.keys()) - there.mates)
        )
    worst = max(lost, key=lambda name: lost[name], default=None)
    if worst is None or not lost[worst]:
        return None
    return before[worst], after.get(worst)


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
    functions, containers = _functions(program.tree), _containers(program.tree)
    found: list[tuple[str, int]] = []
    for loop in (node for node in ast.walk(program.tree) if isinstance(node, (ast.For, ast.While))):
        calls = [one for one in _run_by(loop.body, functions, _DEEPEST) if one not in containers]
        found = max(found, calls, key=len)
    return [Effect(name, *program.place(line), frozenset()) for name, line in found]


def _run_by(
    block: list[ast.stmt], functions: Mapping[str, ast.FunctionDef], depth: int
) -> Iterator[tuple[str, int]]:
    """Yield the calls for effect of a block and of the functions that it calls, in their order."""
    for node in block:
        inner = [getattr(node, name, []) for name in ("body", "orelse")]
        if isinstance(node, (ast.For, ast.While, ast.If, ast.With)):
            for part in inner:
                yield from _run_by(part, functions, depth)
            continue
        called = [one for one in ast.walk(node) if isinstance(one, ast.Call)]
        names = [one.func.id for one in called if isinstance(one.func, ast.Name)]
        names += [f".{one.func.attr}" for one in called if isinstance(one.func, ast.Attribute)]
        own = [name for name in names if name in functions] if depth else []
        inside = [one for name in own for one in _run_by(functions[name].body, functions, depth - 1)]
        yield from inside or _calls([node])


def _functions(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """Return the functions of a file by name, methods with a dot before it."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    methods = [part for one in classes for part in one.body if isinstance(part, ast.FunctionDef)]
    return functions | {f".{method.name}": method for method in methods}


def _effects(trace: Trace) -> Mapping[str, Effect]:
    """Return a program's calls for effect, each where it stands deepest."""
    found: dict[str, Effect] = {}
    program = program_of(trace)
    containers = _containers(program.tree)
    for block in _blocks(program.tree):
        calls = dict(one for one in _calls(block) if one not in containers)
        for name, line in calls.items():
            mates = frozenset(calls) - {name}
            if name not in found or len(mates) > len(found[name].mates):
                found[name] = Effect(name, *program.place(line), mates)
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
    for node in block:
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            yield call.func.attr, node.lineno
