"""Gradients that no step of a training sets to zero: each step goes by the sum of all so far, and they run away.

The line that sets them to zero once, before the loop, is to blame, or the backward pass if there is no such line.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.callers import function_around
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.roots.growth import earlier_runs
from numscope.operations.lore.gradients import BACKWARD, STEPS, ZEROES
from numscope.trace import Operation, Trace

# Before the turn of the loop in which they overflow.
_FEWEST_TURNS = 3
_ADVICE = "Set them to zero in each step, before the backward pass: `optimizer.zero_grad()`."


def never_zeroed(trace: Trace, operation: Operation) -> Root | None:
    """Return the line behind gradients that add up from step to step, if `operation` overflowed after several turns."""
    site = operation.user_site or operation.site
    if site is None:
        return None
    program = program_of(trace, site)
    tree = program.tree
    loops = [one for one in ast.walk(tree) if isinstance(one, (ast.For, ast.While))]
    passes = [(loop, call) for loop in loops for call in _calls(loop, BACKWARD) if any(_calls(loop, STEPS))]
    if not passes or len(earlier_runs(trace, operation)) < _FEWEST_TURNS:
        return None
    # Of loops in each other the outer one: an epoch may set them to zero for its batches.
    loop, call = passes[0]
    zeroes = list(_calls(tree, ZEROES))
    around = function_around(tree, loop.lineno)
    own = [one for one in zeroes if function_around(tree, one.lineno) is around and not _holds(loop, one)]
    if len(own) != len(zeroes) or _sets_none(tree):
        return None
    line = own[-1].lineno if own else call.lineno
    said = (
        "sets gradients to zero once, not in each step"
        if own
        else "adds to gradients that no line sets to zero"
    )
    made = program.site(line, site)
    return Root(
        made,
        Cause(f"{said}: they add up until {line_of(site, made)} overflows", _ADVICE),
    )


def _calls(tree: ast.AST, names: frozenset[str]) -> Iterator[ast.Call]:
    for one in ast.walk(tree):
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and last_name(one.func) in names:
            yield one


def _holds(loop: ast.For | ast.While, node: ast.expr) -> bool:
    return loop.lineno <= node.lineno <= (loop.end_lineno or loop.lineno)


def _sets_none(tree: ast.Module) -> bool:
    """Return whether a line puts something in the place of a gradient: `parameter.grad = None`."""
    return any(
        isinstance(target, ast.Attribute) and target.attr == "grad"
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
    )
