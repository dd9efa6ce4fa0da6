"""A program's source as it is shown: its lines, the remarks beside them, and the names that its statements assign.

A comment of its own line that begins with `#:` is said beside the lines that follow it, until an empty line or the next
such comment; `#:zh` is the same in Chinese. Such comments are not shown among the code.
"""

from __future__ import annotations

import ast
import io
import keyword
import re
import token
import tokenize
from dataclasses import dataclass, field

from numscope.analysis.concepts.syntax import parsed

_NARRATION = re.compile(r"^\s*#:(\w*)\s?(.*)$")
_WITHOUT_SPACES = ("zh", "ja")


@dataclass(frozen=True)
class Line:
    """One line of code: number in the file, pieces of text each with what it is (keyword, string, number ...)."""

    number: int
    pieces: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Narration:
    """What to say beside the lines from `first` to `last`, by language."""

    first: int
    last: int
    texts: dict[str, str]


@dataclass(frozen=True)
class Source:
    """One file. readable: False if it can't be read as the text that it was when it ran."""

    path: str
    lines: tuple[Line, ...]
    narration: tuple[Narration, ...]
    readable: bool
    statements: tuple[tuple[int, int, str | None], ...] = field(repr=False, default=())

    def statement(self, line: int) -> tuple[int, int, str | None]:
        """First and last line of the simple statement around `line`, and the one name that it assigns, if it does."""
        around = [found for found in self.statements if found[0] <= line <= found[1]]
        if len(around) > 1 and len({found[:2] for found in around}) == 1:
            return (*around[0][:2], None)  # several on one line, and no telling which
        return min(around, key=lambda found: found[1] - found[0], default=(line, line, None))


def read_source(path: str, text: str | None) -> Source:
    """Return the source with this `text`; one whose text is not known has no lines."""
    if not text:
        return Source(path, (), (), readable=False)
    lines = text.splitlines()
    pieces = _pieces(text, lines)
    narration = {number for number, line in enumerate(lines, 1) if _NARRATION.match(line)}
    shown = tuple(
        Line(number, pieces[number - 1]) for number in range(1, len(lines) + 1) if number not in narration
    )
    return Source(path, shown, tuple(_narration(lines)), readable=True, statements=tuple(_statements(text)))


def _narration(lines: list[str]) -> list[Narration]:
    found: list[Narration] = []
    texts: dict[str, str] = {}
    first = 0
    for number, line in enumerate([*lines, ""], 1):
        match = _NARRATION.match(line)
        if match is not None and first:
            found.append(Narration(first, number - 1, texts))
            texts, first = {}, 0
        if match is not None:
            language = match[1] or "en"
            gap = "" if language in _WITHOUT_SPACES else " "
            texts[language] = gap.join(part for part in (texts.get(language), match[2].strip()) if part)
        elif not line.strip():
            if first:
                found.append(Narration(first, number - 1, texts))
            texts, first = {}, 0
        elif texts and not first:
            first = number
    return found


def _statements(text: str) -> list[tuple[int, int, str | None]]:
    tree = parsed(text)
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and not hasattr(node, "body"):
            found.append((node.lineno, node.end_lineno or node.lineno, _assigned(node)))
    return found


def _assigned(node: ast.stmt) -> str | None:
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    if isinstance(node, (ast.AnnAssign, ast.AugAssign)) and isinstance(node.target, ast.Name):
        return node.target.id
    return None


def _pieces(text: str, lines: list[str]) -> list[tuple[tuple[str, str], ...]]:
    """Each line cut into what the language takes it for."""
    marks: list[list[tuple[int, int, str]]] = [[] for _ in lines]
    try:
        for found in tokenize.generate_tokens(io.StringIO(text).readline):
            kind = _kind(found)
            (row, start), (last, end) = found.start, found.end
            for number in range(row, last + 1) if kind else ():
                if number <= len(lines):
                    length = len(lines[number - 1])
                    marks[number - 1].append(
                        (start if number == row else 0, end if number == last else length, kind)
                    )
    except (tokenize.TokenError, SyntaxError, IndentationError):
        return [(("", line),) for line in lines]
    return [tuple(_cut(line, some)) for line, some in zip(lines, marks, strict=True)]


def _cut(line: str, marks: list[tuple[int, int, str]]) -> list[tuple[str, str]]:
    pieces, at = [], 0
    for start, end, kind in marks:
        if start > at:
            pieces.append(("", line[at:start]))
        pieces.append((kind, line[start:end]))
        at = end
    return [*pieces, ("", line[at:])] if at < len(line) else pieces


def _kind(found: tokenize.TokenInfo) -> str:
    if found.type == token.NAME:
        return "keyword" if keyword.iskeyword(found.string) else ""
    names = {token.STRING: "string", token.NUMBER: "number", tokenize.COMMENT: "comment"}
    if found.type in names:
        return names[found.type]
    return "string" if token.tok_name[found.type].startswith("FSTRING") else ""
