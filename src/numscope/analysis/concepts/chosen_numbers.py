"""Which of several numbers that a program writes gave an expression the value that it had, by the program's text.

Of `24 * days`, where calls give 3, 5 and 48 for `days`, the value 1,152 says that it was 48.
"""

from __future__ import annotations

import ast
from itertools import islice, product
from math import prod

from numscope.analysis.concepts.constants import numbers_written
from numscope.analysis.concepts.value_sources import ValueSources

_MOST_LOOKED_AT = 200
_MOST_TRIED = 2000
_LEAVES = (ast.Name, ast.Attribute, ast.Subscript)
_COMPUTES = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv)


def chosen_numbers(flow: ValueSources, node: ast.expr, value: float) -> dict[str, ast.Constant]:
    """Return by the names in an expression the numbers that give it this value.

    Empty if none of those that are written gives it, if several do, or if it is more than a sum or a product.
    """
    leaves = {ast.unparse(one): one for one in _leaves(node)}
    written = {name: _numbers(flow, one) for name, one in leaves.items()}
    if not written or not all(written.values()) or prod(map(len, written.values())) > _MOST_TRIED:
        return {}
    found = [
        numbers
        for chosen in product(*written.values())
        if _value(node, numbers := dict(zip(written, chosen, strict=True))) == value
    ]
    return found[0] if len(found) == 1 else {}


def _leaves(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp):
        return [*_leaves(node.left), *_leaves(node.right)]
    return [node] if isinstance(node, _LEAVES) else []


def _numbers(flow: ValueSources, leaf: ast.expr) -> list[ast.Constant]:
    """Return the numbers that an expression may stand for; none if any of what is behind it computes."""
    behind = list(islice(flow.behind(leaf), _MOST_LOOKED_AT))
    if any(isinstance(one, ast.BinOp) for one in behind):
        return []
    return [one for one in behind if isinstance(one, ast.Constant) and type(one.value) in (int, float)]


def _value(node: ast.expr, numbers: dict[str, ast.Constant]) -> float | None:
    if isinstance(node, ast.Constant):
        return (
            numbers_written(ast.Module([ast.Expr(node)], []))[0] if type(node.value) in (int, float) else None
        )
    if isinstance(node, ast.BinOp) and isinstance(node.op, _COMPUTES):
        left, right = _value(node.left, numbers), _value(node.right, numbers)
        return None if left is None or right is None else _compute(node.op, left, right)
    chosen = numbers.get(ast.unparse(node))
    return None if chosen is None else float(chosen.value)  # type: ignore[arg-type]


def _compute(operator: ast.operator, left: float, right: float) -> float | None:
    if isinstance(operator, ast.FloorDiv):
        return left // right if right else None
    return (
        left + right
        if isinstance(operator, ast.Add)
        else left - right
        if isinstance(operator, ast.Sub)
        else left * right
    )
