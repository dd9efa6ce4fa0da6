"""Which call gave a function the values with which an operation in it parts: `scaler.fit(everything)`.

A function that only computes with its parameters, as the first program does with other values, is right: what it
was given was chosen where it is called.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.syntax import last_name, parsed
from numscope.analysis.diff.backward_pairs import UnlikeStep
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Operation, Trace

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# Functions that hand on what they were given, so many levels up.
_HIGHEST = 4


def given_by_caller(
    parted: Operation, unlike: UnlikeStep | None, first: Trace, second: Trace
) -> SourceChange | None:
    """Return the line of the second program that calls the function in which its values part.

    None unless the first program takes the same step on other values that both have, the line computes with nothing
    but parameters of its function, and one line calls that.
    """
    site = parted.user_site or parted.site
    if site is None or unlike is None or not unlike.chosen or unlike.second != parted.id:
        return None
    line = _choosing_line(parsed(second.sources.text(site.file) or ""), site.line)
    if line is None:
        return None
    old = first.operations[unlike.first].user_site
    before = old.source.strip() if old is not None else ""
    return SourceChange(None, None, site.file, line, (before, second.sources.line(site.file, line).strip()))


def _choosing_line(tree: ast.Module, line: int) -> int | None:
    """Return the line that calls the function around `line`, or that which calls the caller, and so on.

    A function that hands on a parameter under its own name chose nothing.
    """
    names = _names_at(tree, line)
    for _ in range(_HIGHEST):
        function = _function_around(tree, line)
        if function is None or not names or not names <= _parameters(function):
            return None
        calls = list(_calls(tree, function))
        if len({call.lineno for call in calls}) != 1:
            return None
        line = calls[0].lineno
        caller = _function_around(tree, line)
        given = {one.id for one in _given(calls[0]) if isinstance(one, ast.Name)}
        others = [one for one in _given(calls[0]) if not isinstance(one, (ast.Name, ast.Constant))]
        handed_on = caller is not None and names <= given & _parameters(caller) and not others
        if not handed_on:
            return line
    return None


def _names_at(tree: ast.Module, line: int) -> set[str]:
    """Return the names that the innermost statement at a line reads, but for functions, modules and `self`'s.

    Empty if it reads an attribute of an object of the program's, which is no parameter.
    """
    statements = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    if not statements:
        return set()
    statement = max(statements, key=lambda node: node.lineno)
    known = _global_names(tree)
    if isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
        return set()
    own = [
        node
        for node in ast.walk(statement)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and isinstance(node.value, ast.Name)
        and node.value.id in ("self", "cls")
    ]
    names = {
        node.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in known
    }
    return set() if own else names - {"self", "cls"}


def _global_names(tree: ast.Module) -> set[str]:
    """Return the names of a file's imports, functions and classes, and of the built-in functions."""
    found = set(dir(__builtins__)) if not isinstance(__builtins__, dict) else set(__builtins__)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {(one.asname or one.name).partition(".")[0] for one in node.names}
        elif isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            found.add(node.name)
    return found


def _function_around(tree: ast.Module, line: int) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, _FUNCTIONS) and node.lineno < line <= (node.end_lineno or node.lineno)
    ]
    return max(around, key=lambda node: node.lineno, default=None)


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    arguments = function.args
    return {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}


def _calls(tree: ast.Module, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.Call]:
    """Yield the calls of a function; of a constructor those of its class."""
    owner = next((one for one in ast.walk(tree) if function in getattr(one, "body", ())), None)
    is_constructor = isinstance(owner, ast.ClassDef) and function.name == "__init__"
    name = owner.name if is_constructor and isinstance(owner, ast.ClassDef) else function.name
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and last_name(node.func) == name:
            yield node


def _given(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]
