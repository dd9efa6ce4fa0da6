"""Values of `and` and `or` on lines of their own: up to 3.11 the compiler tests such a value again only there.

Where it stands on the line of the `and` or `or` around it, its jumps lead past that test.
"""

from __future__ import annotations

import ast

from numscope.compiled.decompile.errors import DecompilationError


def on_own_lines(statements: list[ast.stmt]) -> list[ast.stmt]:
    """Put every operand that was a value before it was tested on a line of its own.

    Raises DecompilationError if there is none.
    """
    found = 0
    tested: set[int] = set()
    for around in (node for statement in statements for node in ast.walk(statement)):
        if not isinstance(around, ast.BoolOp):
            continue
        if id(around) not in tested:
            _flatten_last(around)
        tested.update(map(id, around.values))
        for operand in around.values:
            if isinstance(operand, ast.BoolOp) and getattr(operand, "valued", False):
                found += 1
                operand.own_line = True  # type: ignore[attr-defined]
                operand.lineno = operand.end_lineno = found  # what has no line is compiled with line 0
                operand.col_offset = operand.end_col_offset = 0
    if not found:
        raise DecompilationError("no operand stands on a line of its own")
    return statements


def _flatten_last(whole: ast.BoolOp) -> None:
    """Make the operands of a last one of the same kind operands of the whole, in place: its value is not tested."""
    while isinstance(whole.values[-1], ast.BoolOp) and type(whole.values[-1].op) is type(whole.op):
        whole.values[-1:] = whole.values[-1].values


def break_lines(tree: ast.AST) -> None:
    """Write the operands that stand on lines of their own as text, in place; text of an f-string is left as it is."""
    inside = {id(one) for text in ast.walk(tree) if isinstance(text, ast.JoinedStr) for one in ast.walk(text)}
    for node in reversed(list(ast.walk(tree))):
        if isinstance(node, ast.BoolOp) and id(node) not in inside:
            node.values = [
                ast.Name(f"(\n    {ast.unparse(one)})", ast.Load())
                if getattr(one, "own_line", False)
                else one
                for one in node.values
            ]
