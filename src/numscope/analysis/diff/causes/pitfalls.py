"""Lines of Python that do something else than they seem to, by the text: an iterator that is used up, shared rows.

Each is described as a mistake by the documentation of Python (Programming FAQ, `itertools`) or of Numba ("global and
closure variables"). No operation shows them: what they lose was never computed, or is computed as the line says.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

from numscope.analysis.concepts.callers import FUNCTIONS, Function, parameters
from numscope.analysis.concepts.syntax import last_name, parsed
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Trace

# What reads an iterator as far as it needs, and what reads all of it. `next` and `islice` alone are left out: a program
# that skips a heading or takes a part after the other means to.
_READS_PART = frozenset(("any", "all"))
_READS_ALL = frozenset(
    (
        *("list", "tuple", "set", "sum", "max", "min", "sorted", "dict", "fromiter", "Counter", "enumerate"),
        *("zip", "map", "filter", "deque", "DataFrame", "extend", "join"),
    )
)
_GIVES_ITERATORS = frozenset(("map", "filter", "zip", "iter", "islice", "chain", "reader"))
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_COMPILERS = frozenset(("njit", "jit", "vectorize", "guvectorize", "stencil"))
_MAKES_ROWS = frozenset(("zeros", "ones", "empty", "full", "list", "dict", "set"))


def pitfall(first: Trace, second: Trace) -> SourceChange | None:
    """Return the one line of the second program that is such a mistake; None if the first program has one, too."""
    if any(_lines(first.sources.text(file) or "") for file in first.sources.files()):
        return None
    found = [
        (file, line) for file in second.sources.files() for line in _lines(second.sources.text(file) or "")
    ]
    if len(found) != 1:
        return None
    ((file, line),) = found
    return SourceChange(None, None, file, line, ("", second.sources.line(file, line).strip()))


def _lines(text: str) -> set[int]:
    tree = parsed(text)
    return {*_used_up(tree), *_shared_rows(tree), *_frozen_globals(tree)}


def _used_up(tree: ast.Module) -> Iterator[int]:
    """Yield the lines that use an iterator up, in part or by making one of what is read twice."""
    functions = [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
    gives = _GIVES_ITERATORS | {one.name for one in functions if _gives_iterator(one, functions)}
    for scope in (tree, *functions):
        nodes = list(_own(scope))
        reads = _reads(nodes)
        made = dict(_iterators(nodes, gives))
        given = parameters(scope) if isinstance(scope, FUNCTIONS) else []
        for name, found in reads.items():
            parts = [read for read in found if _reads_part(read, nodes)]
            again = len(found) > 1
            later = again or any(_returns(one, name) for one in nodes)
            if name in made and again:
                yield _line(parts[0]) if parts else made[name]
            elif name in given and parts and later and _is_given_iterator(tree, scope, name, gives):
                yield _line(parts[0])


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            yield node
            yield from _own(node)


def _gives_iterator(function: Function, functions: list[Function], depth: int = 4) -> bool:
    """Return whether a function of the program gives an iterator: it yields, or returns what does."""
    nodes = list(_own(function))
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in nodes):
        return not function.decorator_list
    given = [node.value for node in nodes if isinstance(node, ast.Return)]
    return bool(given) and all(one is not None and _is_iterator(one, functions, depth) for one in given)


def _is_iterator(node: ast.expr, functions: list[Function], depth: int) -> bool:
    if isinstance(node, ast.GeneratorExp):
        return True
    if not isinstance(node, ast.Call) or depth == 0:
        return False
    name = last_name(node.func)
    own = [one for one in functions if one.name == name]
    return (not own and name in _GIVES_ITERATORS) or any(
        _gives_iterator(one, functions, depth - 1) for one in own
    )


def _iterators(nodes: list[ast.AST], gives: frozenset[str]) -> Iterator[tuple[str, int]]:
    """Yield the names that are bound once, to an iterator, with the line that makes it."""
    bound = [one.id for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value, name = node.value, node.targets[0].id
            is_call = isinstance(value, ast.Call) and last_name(value.func) in gives
            if bound.count(name) == 1 and (isinstance(value, ast.GeneratorExp) or is_call):
                yield name, value.lineno


def _reads(nodes: list[ast.AST]) -> dict[str, list[ast.AST]]:
    """Return what goes through an iterator, or the first of it, by the iterator's name."""
    found: dict[str, list[ast.AST]] = defaultdict(list)
    for node in nodes:
        read: list[ast.expr] = []
        if isinstance(node, (ast.For, ast.comprehension)):
            first = node.iter
            is_part = isinstance(first, ast.Call) and last_name(first.func) == "islice"
            read = first.args[:1] if isinstance(first, ast.Call) and is_part else [first]
        elif isinstance(node, ast.Call) and last_name(node.func) in _READS_PART | _READS_ALL:
            read = node.args
        for name in {one.id for one in read if isinstance(one, ast.Name)}:
            found[name].append(node)
    return found


def _reads_part(read: ast.AST, nodes: list[ast.AST]) -> bool:
    """Return whether a node leaves a part of the iterator for later: `any(... for one in rows)` does."""
    calls = [one for one in nodes if isinstance(one, ast.Call) and last_name(one.func) in _READS_PART]
    inside = (inner for call in calls for inner in call.args if isinstance(inner, _COMPREHENSIONS))
    return read in calls or any(read in inner.generators for inner in inside)


def _line(read: ast.AST) -> int:
    return read.iter.lineno if isinstance(read, (ast.For, ast.comprehension)) else read.lineno  # type: ignore[attr-defined]


def _is_given_iterator(tree: ast.Module, scope: ast.AST, name: str, gives: frozenset[str]) -> bool:
    """Return whether each call of a function gives an iterator for a parameter of it."""
    assert isinstance(scope, FUNCTIONS)
    place = parameters(scope).index(name)
    calls = [one for one in ast.walk(tree) if isinstance(one, ast.Call) and last_name(one.func) == scope.name]
    given = [call.args[place] for call in calls if len(call.args) > place]
    return bool(given) and all(
        isinstance(one, ast.GeneratorExp) or (isinstance(one, ast.Call) and last_name(one.func) in gives)
        for one in given
    )


def _returns(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Return) and node.value is not None and _is_name(node.value, name)


def _shared_rows(tree: ast.Module) -> Iterator[int]:
    """Yield the lines that repeat one row many times, `[[0] * 3] * 4`, of which a later line changes one."""
    changed = {
        node.value.value.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Subscript)
        and isinstance(node.value.value, ast.Name)
    }
    for node in (one for one in ast.walk(tree) if isinstance(one, ast.Assign)):
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in changed and _repeats_rows(node.value):
            yield node.lineno


def _repeats_rows(node: ast.expr) -> bool:
    if isinstance(node, ast.Call) and last_name(node.func) == "fromkeys" and len(node.args) > 1:
        return _is_row(node.args[1])
    is_product = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)
    return is_product and isinstance(node.left, ast.List) and any(map(_is_row, node.left.elts))  # type: ignore[attr-defined]


def _is_row(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return isinstance(node.left, ast.List)
    is_made = isinstance(node, ast.Call) and last_name(node.func) in _MAKES_ROWS
    return is_made or isinstance(node, (ast.List, ast.Dict, ast.Set, ast.ListComp))


def _frozen_globals(tree: ast.Module) -> Iterator[int]:
    """Yield the lines of compiled functions that read a global number which another function changes."""
    changed = {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
    for function in ast.walk(tree) if changed else ():
        if isinstance(function, FUNCTIONS) and any(map(_is_compiler, function.decorator_list)):
            reads = [
                node.lineno
                for node in ast.walk(function)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in changed
            ]
            yield from sorted(reads)[:1]


def _is_compiler(node: ast.expr) -> bool:
    called = node.func if isinstance(node, ast.Call) else node
    return isinstance(called, (ast.Name, ast.Attribute)) and last_name(called) in _COMPILERS


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
