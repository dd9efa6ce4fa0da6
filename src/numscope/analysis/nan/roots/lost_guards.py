"""Divisions by zero inside what a program made with `eps=0`, `var_smoothing=0`: the line that gave this is to blame."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from numscope.analysis.concepts.constants import Constants
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.guards import GUARDS
from numscope.trace import Operation, Trace


def lost_guard(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that set what keeps a divisor above 0 to 0, if `operation` is of the object made so.

    None if several lines do, or if it overflowed.
    """
    site = operation.user_site or operation.site
    if site is None:
        return None
    program = program_of(trace, site)
    found = [one for one in _without_guard(program.tree) if _is_of(operation, one[0])]
    if len(found) != 1 or "overflow" in operation.floating_point:
        return None
    ((called, argument, line),) = found
    if line == program.line(site):
        return None
    made = program.site(line, site)
    said = (
        f"sets `{argument}` of `{called}` to 0, which keeps its divisors above 0{at_line_of(operation, made)}"
    )
    return Root(made, Cause(said, f"Leave `{argument}` out, or give a small number."))


@lru_cache(maxsize=16)
def _without_guard(tree: ast.Module) -> tuple[tuple[str, str, int], ...]:
    """Return the calls of a program that set a guard to 0: what is called, the argument, and its line."""
    return tuple(_calls(Constants(tree)))


def _calls(constants: Constants) -> Iterator[tuple[str, str, int]]:
    for node in ast.walk(constants.tree):
        for keyword in node.keywords if isinstance(node, ast.Call) else ():
            behind = constants.behind(keyword.value) if keyword.arg in GUARDS else None
            if isinstance(node, ast.Call) and behind is not None and behind.value == 0:
                there = behind.line if behind.name else node.lineno
                yield last_name(node.func), keyword.arg or "", there


def _is_of(operation: Operation, called: str) -> bool:
    """Return whether an operation is of a class: `GaussianNB.fit` of it, `aten::native_layer_norm` of LayerNorm."""
    return bool(called) and called.lower() in operation.name.replace("_", "").lower()
