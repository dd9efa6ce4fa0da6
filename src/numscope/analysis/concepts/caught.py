"""Whether a program catches what a line raises, as far as the text of one file shows it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from numscope.analysis.concepts.syntax import blocks_within, last_name, parsed
from numscope.trace import Site

# Blocks that expect an exception: contextlib, pytest, unittest.
_EXPECTS = frozenset(("suppress", "raises", "assertRaises", "assertRaisesRegex"))


def is_caught(text: str, site: Site) -> bool:
    """Return whether `site` stands in a block of the file's text that catches exceptions and raises none itself.

    Or if its function is called by its name in such a block only.
    """
    lines, calls = _caught(text)
    if site.line in lines:
        return True
    called = [line for name, line in calls if name == site.function]
    return bool(called) and all(line in lines for line in called)


@lru_cache(maxsize=16)
def _caught(text: str) -> tuple[frozenset[int], tuple[tuple[str, int], ...]]:
    """Return the lines whose exceptions are caught, and all calls: name and line."""
    nodes = list(ast.walk(parsed(text)))
    lines = {line for block in _blocks(parsed(text)) for line in _lines(block)}
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    return frozenset(lines), tuple((last_name(call.func), call.lineno) for call in calls)


def _blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Try) and node.handlers and not any(map(_raises, node.handlers)):
            yield node.body
    for block in blocks_within(tree, _EXPECTS):
        yield block.body


def _raises(handler: ast.ExceptHandler) -> bool:
    """Return whether a handler raises again, or ends the program."""
    return any(
        isinstance(node, ast.Raise)
        or (isinstance(node, ast.Call) and last_name(node.func) in ("exit", "_exit"))
        for statement in handler.body
        for node in ast.walk(statement)
    )


def _lines(block: list[ast.stmt]) -> range:
    return range(block[0].lineno, (block[-1].end_lineno or block[-1].lineno) + 1)
