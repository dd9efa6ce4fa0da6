"""Losses that take logarithms of what a model gives: the argument that says so is written where the loss is made."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.losses import TAKES_LOGARITHMS, Argument
from numscope.trace import Operation, Trace


def written_argument(trace: Trace, operation: Operation) -> Root | None:
    """Return the one line, other than its own, that writes the argument by which a loss takes a logarithm.

    None if what the loss was given holds no negative number.
    """
    argument, site = TAKES_LOGARITHMS.get(operation.name), operation.user_site or operation.site
    given = operation.inputs[0].statistics if operation.inputs else None
    if argument is None or site is None or given is None or not given.minimum < 0:
        return None
    program = program_of(trace, site)
    lines = set(_lines(program.tree, argument))
    if len(lines) != 1 or program.line(site) in lines:
        return None
    said = f"takes what the model gives as positive (`{argument.text}`): it is as low as {given.minimum:.3g}"
    made = program.site(lines.pop(), site)
    return Root(made, Cause(f"{said}{at_line_of(operation, made)}", argument.advice))


def _lines(tree: ast.Module, argument: Argument) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
            named = any(
                one.arg == argument.name and getattr(one.value, "value", None) is argument.value
                for one in node.keywords
            )
            if named and last_name(node.func) in argument.functions:
                yield node.lineno
