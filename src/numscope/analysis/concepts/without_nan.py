"""Compiled functions that look for NaN, compiled under the assumption that there is none, and that took some."""

from __future__ import annotations

import ast
from functools import lru_cache

from numscope.analysis.concepts.callers import with_called
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.operations.lore.compiled import FLAGS, OPTION, PREFIX, TESTS
from numscope.trace import Operation, Site, Trace


def option_without_nan(trace: Trace, operation: Operation) -> tuple[str, Site] | None:
    """Return the name of such a function that ran at an operation or later, and the line of its option."""
    site = operation.user_site or operation.site
    if site is None:
        return None
    program = program_of(trace, site)
    options = _options(program.tree)
    for function in _functions_with_nan(trace, operation) if options else ():
        for called in with_called(program.tree, function):
            if called in options:
                return called, program.site(options[called], site)
    return None


def _functions_with_nan(trace: Trace, operation: Operation) -> list[str]:
    # What is not finite is looked through only where compiled functions ran at all: of a large trace it takes long.
    if not trace.ask("select 1 from calls where starts_with(name, ?) limit 1", [PREFIX]).num_rows:
        return []
    rows = trace.ask(
        "select distinct name from operations where id >= ? and id in ("
        'select operation from nonfinite_operands where "after" and nans > 0) and starts_with(name, ?)',
        [operation.id, PREFIX],
    )
    return [name.rpartition(".")[2] for name in rows["name"].to_pylist()]


@lru_cache(maxsize=16)
def _options(tree: ast.Module) -> dict[str, int]:
    """Return the functions that test for NaN and are compiled as if there were none, with the line of the option."""
    nodes = list(ast.walk(tree))
    found = {}
    for node in nodes:
        if isinstance(node, ast.FunctionDef) and _tests_for_nan(node):
            for call in node.decorator_list:
                lines = [one.value.lineno for one in getattr(call, "keywords", ()) if _gives_up_nan(one)]
                found.update(dict.fromkeys([node.name] if lines else [], *lines[:1]))
    return found


def _gives_up_nan(keyword: ast.keyword) -> bool:
    if keyword.arg != OPTION:
        return False
    values = {one.value for one in ast.walk(keyword.value) if isinstance(one, ast.Constant)}
    return True in values or bool(FLAGS & values)


def _tests_for_nan(function: ast.FunctionDef) -> bool:
    called = {
        last_name(node.func)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and _is_named(node.func)
    }
    return any(name in TESTS or name.startswith("nan") for name in called)


def _is_named(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Attribute))
