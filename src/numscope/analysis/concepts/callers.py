"""Which function a line stands in, and which calls of it there are, by the text."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from numscope.analysis.concepts.syntax import last_name

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Function = ast.FunctionDef | ast.AsyncFunctionDef
# Methods that run where an object is called; `forward` of torch's layers, `call` of Keras'.
CALLED_BY_INSTANCES = ("__call__", "forward", "call")


def function_around(tree: ast.Module, line: int) -> Function | None:
    """Return the innermost function that has a line in its body."""
    around = [node for node in _functions(tree) if node.lineno < line <= (node.end_lineno or node.lineno)]
    return max(around, key=lambda node: node.lineno, default=None)


def statement_at(tree: ast.Module, line: int) -> ast.stmt | None:
    """Return the innermost statement that has a line."""
    found = [node for node in _statements(tree) if node.lineno <= line <= (node.end_lineno or node.lineno)]
    return max(found, key=lambda node: node.lineno, default=None)


# What is asked of a tree for each of many lines is looked up once: to go through a tree of 10,000 lines takes 0.1 s.
@lru_cache(maxsize=32)
def _functions(tree: ast.Module) -> tuple[Function, ...]:
    return tuple(node for node in ast.walk(tree) if isinstance(node, FUNCTIONS))


@lru_cache(maxsize=32)
def _statements(tree: ast.Module) -> tuple[ast.stmt, ...]:
    return tuple(node for node in ast.walk(tree) if isinstance(node, ast.stmt))


@lru_cache(maxsize=32)
def _owners(tree: ast.Module) -> dict[int, ast.ClassDef]:
    """Return the class of each method, by the method's identity."""
    classes = (one for one in ast.walk(tree) if isinstance(one, ast.ClassDef))
    return {id(method): one for one in reversed(list(classes)) for method in one.body}


@lru_cache(maxsize=32)
def _calls(tree: ast.Module) -> dict[str, list[ast.Call]]:
    """Return the calls of a tree by the last name of what they call."""
    found: dict[str, list[ast.Call]] = defaultdict(list)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            found[last_name(node.func)].append(node)
    return found


def parameters(function: Function) -> list[str]:
    """Return the names of a function's parameters, in their order."""
    arguments = function.args
    return [one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def owner_of(tree: ast.Module, function: Function) -> ast.ClassDef | None:
    """Return the class that a function is a method of."""
    return _owners(tree).get(id(function))


def calls_named(tree: ast.Module, name: str) -> list[ast.Call]:
    """Return the calls of what has this name, or this last one."""
    return _calls(tree).get(name, [])


def calls_of(tree: ast.Module, function: Function) -> Iterator[ast.Call]:
    """Yield the calls of a function; of a constructor those of its class."""
    owner = owner_of(tree, function)
    yield from calls_named(
        tree, owner.name if owner is not None and function.name == "__init__" else function.name
    )


def only_call(tree: ast.Module, function: Function) -> ast.Call | None:
    """Return the call of a function if all calls stand at one line."""
    calls = list(calls_of(tree, function))
    return calls[0] if len({call.lineno for call in calls}) == 1 else None


@lru_cache(maxsize=16)
def with_called(tree: ast.Module, function: str) -> tuple[str, ...]:
    """Return the names of a function and of those of the program that it calls, over others too, nearest first."""
    named = {node.name: node for node in _functions(tree)}
    found = [function]
    for name in found:
        for node in ast.walk(named[name]) if name in named else ():
            called = last_name(node.func) if isinstance(node, ast.Call) else ""
            if called in named and called not in found:
                found.append(called)
    return tuple(found)
