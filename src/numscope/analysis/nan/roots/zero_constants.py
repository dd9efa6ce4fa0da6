"""Constants of 0 in a program's text that make an expression 0: `NOISE ** 2 * np.eye(n)` where NOISE is 0."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.constants import Constant, Constants
from numscope.analysis.concepts.number_flow import came_from
from numscope.analysis.concepts.syntax import last_name
from numscope.operations.lore.nonfinite import ADDS, FLOORS, MADE_OF_ONE_NUMBER

_DEEPEST = 4


def zero_terms_in(tree: ast.Module, part: ast.AST | None) -> Iterator[tuple[Constant, ast.AST]]:
    """Yield the constants of 0 that a part of a program adds, or takes as a bound, with the expression."""
    constants = Constants(tree)
    for node in ast.walk(part) if part is not None else ():
        for term in _added(node):
            constant = zero_constant(constants, term)
            if constant is not None:
                yield constant, node


def _added(node: ast.AST) -> list[ast.expr]:
    """Return what an expression adds, or takes as a bound."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [node.right, node.left]
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
        return [node.value]
    if isinstance(node, ast.Call) and last_name(node.func) in ADDS | FLOORS:
        return [*node.args, *(one.value for one in node.keywords)]
    return []


def zero_constant(constants: Constants, node: ast.expr, depth: int = _DEEPEST) -> Constant | None:
    """Return the constant with a name that makes an expression 0: as a factor, a power, or what fills an array."""
    if depth == 0:
        return None
    if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
        constant = constants.behind(node)
        if constant is not None:
            is_zero = constant.value == 0 and constant.name and not _is_changed(constants, node)
            return constant if is_zero else None
        source = came_from(constants.tree, node)[-1]
        further = source if isinstance(source, ast.expr) and source is not node else None
        return None if further is None else zero_constant(constants, further, depth - 1)
    parts: list[ast.expr] = []
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        parts = [node.left, node.right]
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.Pow)):
        parts = [node.left]
    elif isinstance(node, ast.Call) and last_name(node.func) in MADE_OF_ONE_NUMBER:
        parts = [*node.args, *(one.value for one in node.keywords)]
    found = (zero_constant(constants, part, depth - 1) for part in parts)
    return next((one for one in found if one is not None), None)


def _is_changed(constants: Constants, node: ast.expr) -> bool:
    """Return whether a line adds to a name, or computes it of itself: a sum that begins with 0 is no constant."""
    name = last_name(node)
    sums = (one for one in ast.walk(constants.tree) if isinstance(one, ast.AugAssign))
    handed = (ast.Name, ast.Attribute, ast.Subscript)  # `self.noise = noise` computes nothing
    assigned = (
        one
        for one in ast.walk(constants.tree)
        if isinstance(one, ast.Assign) and not isinstance(one.value, handed)
    )
    return any(last_name(one.target) == name for one in sums) or any(
        any(last_name(target) == name for target in one.targets) and name in _names(one.value)
        for one in assigned
    )


def _names(node: ast.expr) -> set[str]:
    return {last_name(one) for one in ast.walk(node) if isinstance(one, (ast.Name, ast.Attribute))}
