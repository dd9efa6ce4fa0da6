"""A script's text by its tree: pieces of it, edits of it, and which statement an edit is in."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Edit:
    """What stands in place of the bytes from `start` to `end`; `lead` bytes of it come before what is planted.

    line: at which the expression begins. before: its text as it was.
    """

    operator: str
    start: int
    end: int
    text: str
    line: int
    before: str = ""
    lead: int = 0


@dataclass(frozen=True)
class Source:
    """A script's text. Positions are bytes, as those of `ast` are."""

    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """Return the syntax tree."""
        return ast.parse(self.text)

    @cached_property
    def _lines(self) -> list[int]:
        begins = [0]
        for line in self.text.encode().splitlines(keepends=True):
            begins.append(begins[-1] + len(line))
        return begins

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Return where a node begins and ends, in bytes."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._lines[node.lineno - 1] + node.col_offset, self._lines[
            node.end_lineno - 1
        ] + node.end_col_offset

    def of(self, node: ast.expr | ast.stmt) -> str:
        """Return the text of a node."""
        start, end = self.span(node)
        return self.text.encode()[start:end].decode()

    def with_edit(self, edit: Edit) -> Source:
        """Return the script with the edit made."""
        whole = self.text.encode()
        return Source((whole[: edit.start] + edit.text.encode() + whole[edit.end :]).decode())

    def lines_of(self, position: int) -> range:
        """Return the lines of the innermost statement at a position: of a block, those of its head."""
        inside = [
            node for node in ast.walk(self.tree) if isinstance(node, ast.stmt) and self._has(node, position)
        ]
        innermost = max(inside, key=lambda node: self.span(node)[0])
        end = innermost.end_lineno or innermost.lineno
        body = getattr(innermost, "body", None)
        return range(innermost.lineno, max(body[0].lineno if body else end + 1, innermost.lineno + 1))

    def names_given(self, lines: range) -> set[str]:
        """Return the names that the statements of these lines set, or set a part of: `t` of `t.iloc[3] = 0.0`."""
        stores = (
            node
            for node in ast.walk(self.tree)
            if isinstance(getattr(node, "ctx", None), ast.Store) and getattr(node, "lineno", 0) in lines
        )
        return {one.id for node in stores for one in ast.walk(node) if isinstance(one, ast.Name)}

    def _has(self, node: ast.stmt, position: int) -> bool:
        start, end = self.span(node)
        return start <= position < end
