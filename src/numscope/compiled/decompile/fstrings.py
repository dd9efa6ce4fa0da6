"""What stands in an f-string, in the form that syntax trees have for it."""

from __future__ import annotations

import ast


def pieces(parts: list[ast.expr]) -> list[ast.expr]:
    """Give the parts of an f-string, each a constant or a formatted value."""
    out: list[ast.expr] = []
    for part in parts:
        piece = _piece(part)
        out.extend(piece.values if isinstance(piece, ast.JoinedStr) else [piece])
    return out


def _piece(value: ast.expr) -> ast.expr:
    """Give a part of an f-string as such: the compiler may format each way of a conditional expression by itself."""
    if isinstance(value, (ast.JoinedStr, ast.FormattedValue, ast.Constant)):
        return value
    if isinstance(value, ast.IfExp):
        ways = [_formatted(_piece(way)) for way in (value.body, value.orelse)]
        if ways[0] is not None and ways[1] is not None and _same_format(ways[0], ways[1]):
            chosen = ast.IfExp(value.test, ways[0].value, ways[1].value)
            return ast.FormattedValue(chosen, ways[0].conversion, ways[0].format_spec)
    # A text already: formatting it once more leaves it as it is.
    return ast.FormattedValue(value, -1, None)


def _formatted(value: ast.expr) -> ast.FormattedValue | None:
    if isinstance(value, ast.JoinedStr) and len(value.values) == 1:
        value = value.values[0]
    return value if isinstance(value, ast.FormattedValue) else None


def _same_format(one: ast.FormattedValue, two: ast.FormattedValue) -> bool:
    first, second = (None if each.format_spec is None else ast.dump(each.format_spec) for each in (one, two))
    return one.conversion == two.conversion and first == second
