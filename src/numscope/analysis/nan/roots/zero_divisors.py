"""Divisions by a constant of the program that is 0: the line that sets it is to blame."""

from __future__ import annotations

import ast

import numpy as np

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.constants import Constants
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.nan.arithmetic import explain
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.roots.zero_constants import zero_constant
from numscope.trace import Operation, Trace

_ADVICE = "Set it to a number above 0, or leave the division out where it is 0."
_DIVIDES = (ast.Div, ast.FloorDiv, ast.Mod)


def zero_divisor(trace: Trace, operation: Operation) -> Root | None:
    """Return the line of the constant 0 by which `operation` divides; None if it divides by what was computed."""
    site = operation.user_site or operation.site
    found = None if site is None else explain(operation, site.source)
    if site is None or found is None or not found.sentence.startswith("divides ") or not _is_zero(operation):
        return None
    program = program_of(trace, site)
    constants, statement = Constants(program.tree), statement_at(program.tree, program.line(site))
    behind = {
        zero_constant(constants, node.right)
        for node in ast.walk(statement or ast.Pass())
        if isinstance(node, ast.BinOp) and isinstance(node.op, _DIVIDES)
    }
    constant = behind.pop() if len(behind) == 1 else None
    if constant is None or constant.line == program.line(site):
        return None
    line = program.site(constant.line, site)
    said = f"sets `{constant.name}` to 0, by which {line_of(site, line)} divides"
    return Root(line, Cause(said, _ADVICE))


def _is_zero(operation: Operation) -> bool:
    """Return whether what an operation divides by is one number, and 0."""
    divisor = operation.inputs[-1]
    values = np.asarray(divisor.literal) if divisor.kind in ("int", "float") else numbers_of(divisor)
    return values is not None and values.size == 1 and not values.any()
