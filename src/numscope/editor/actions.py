"""Quick fixes: lines to write in the place of others, for lines that still are as they ran."""

from __future__ import annotations

import os
from collections.abc import Iterable

from lsprotocol import types
from pygls.workspace import TextDocument

from numscope.analysis.check_up.finding import Finding
from numscope.editor.explaining import Explained

EXPLAIN = "numscope.explain"


def mends(
    findings: Iterable[Finding], places: dict[int, int], document: TextDocument
) -> list[types.CodeAction]:
    """Return an action for each finding that one change of its line mends. places: where recorded lines stand now."""
    return [
        _action(
            f"write `{finding.written}`",
            document,
            [_instead(document, places[finding.line], finding.written)],
        )
        for finding in findings
        if finding.written and document.lines[places[finding.line]].strip() == finding.source
    ]


def tried_changes(
    explained: Iterable[Explained], places: dict[int, int], document: TextDocument
) -> list[types.CodeAction]:
    """Return an action for each change that Numba compiled and that gave what Python gives."""
    return [
        _action(
            f"change `{one.function}` as was tried: it compiles, and gives what Python gives", document, edits
        )
        for one in explained
        if os.path.realpath(one.edited) == os.path.realpath(document.path)
        and (edits := _edits(one, places, document))
    ]


def asking(document: TextDocument) -> types.Command:
    """Return the command that has Numba's failures explained, which runs the program again."""
    title = "explain why Numba can't compile it (runs the program again)"
    return types.Command(title, EXPLAIN, arguments=[document.uri])


def _action(title: str, document: TextDocument, edits: list[types.TextEdit]) -> types.CodeAction:
    edit = types.WorkspaceEdit(changes={document.uri: edits})
    return types.CodeAction(title, kind=types.CodeActionKind.QuickFix, edit=edit)


def _instead(document: TextDocument, line: int, text: str) -> types.TextEdit:
    """Return the edit that writes a line anew and keeps its indentation."""
    old = document.lines[line].rstrip("\r\n")
    indent = len(old) - len(old.lstrip())
    start, end = (
        document.position_codec.position_to_client_units(document.lines, types.Position(line, column))
        for column in (indent, len(old))
    )
    return types.TextEdit(types.Range(start, end), text)


def _edits(one: Explained, places: dict[int, int], document: TextDocument) -> list[types.TextEdit]:
    """Return the edits of a change; none if a line that it replaces is not as it was, or has moved."""
    edits = []
    for change in one.changes:
        replaced = range(change.first, change.last + 1)
        if any(places.get(line) != line - 1 for line in replaced):
            return []
        place = types.Range(types.Position(change.first - 1, 0), types.Position(change.last, 0))
        edits.append(types.TextEdit(place, "".join(f"{line}\n" for line in change.lines)))
    return edits
