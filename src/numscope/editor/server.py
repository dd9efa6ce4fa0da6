"""The language server: hints at line ends, hovers, diagnostics and lenses from the newest trace of the workspace."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path
from pygls.workspace import TextDocument

from numscope.analysis.annotate.lines import File, Line
from numscope.analysis.check_up.finding import Finding
from numscope.editor.actions import EXPLAIN, asking, mends, tried_changes
from numscope.editor.comparing import Comparison, compare, run_before
from numscope.editor.explaining import Explained, can_explain, explain
from numscope.editor.hover import hover_text
from numscope.editor.latest import Recorded, latest
from numscope.editor.matching import places_now
from numscope.editor.recording import Recording, findings, open_recording
from numscope.errors import NumscopeError
from numscope.version import __version__
from numscope.views.annotate import line_text
from numscope.views.values import short_time

_WORTH_A_LENS = 0.05  # share of the recorded time
_COMPARE = "numscope.compare"
_WARNING = types.DiagnosticSeverity.Warning


class Server(LanguageServer):
    """One editor's server. It opens a trace that this user recorded here, and no other."""

    def __init__(self) -> None:
        super().__init__("numscope", __version__)
        self._recording: Recording | None = None
        self._refused: Recorded | None = None
        self._findings: tuple[Recorded, tuple[Finding, ...]] | None = None
        self._explained: tuple[Recorded, tuple[Explained, ...]] | None = None
        # Of the newest recording: the run before, and what was asked about it.
        self._before: tuple[Recorded, Recorded | None] | None = None
        self._compared: tuple[Recorded, Comparison] | None = None
        # By document: what was compared, and where each recorded line stands now.
        self._places: dict[str, tuple[tuple[Recorded, str], dict[int, int]]] = {}

    def recording(self) -> Recording | None:
        """Return the newest recording of the workspace, opened; None if there is none to show."""
        newest = latest(self._folders())
        if self._recording is not None and self._recording.recorded != newest:
            self._recording.close()
            self._recording = None
        if self._recording is None and newest is not None and newest != self._refused:
            try:
                self._recording = open_recording(newest)
            except NumscopeError as error:
                self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, str(error)))
                self._refused = newest
        return self._recording

    def recorded(self, document: TextDocument) -> tuple[File, dict[int, int]] | None:
        """Return a document's recorded lines, and where each of them stands now."""
        recording = self.recording()
        file = None if recording is None else recording.file(Path(document.path))
        if recording is None or file is None or not file.complete:
            return None
        compared = recording.recorded, document.source
        if self._places.get(document.uri, (None,))[0] != compared:
            places = places_now([line.source for line in file.lines], document.source.splitlines())
            self._places[document.uri] = compared, places
        return file, self._places[document.uri][1]

    async def publish(self, uri: str) -> None:
        """Send the findings about a document, those of lines that are still as they ran."""
        document = self.workspace.get_text_document(uri)
        known = self.recorded(document)
        recording = self._recording
        diagnostics: list[types.Diagnostic] = []
        if known is not None and recording is not None:
            if self._findings is None or self._findings[0] != recording.recorded:
                found = await asyncio.to_thread(findings, recording.recorded)
                self._findings = recording.recorded, found
            file, places = known
            diagnostics = [
                _diagnostic(finding, places[finding.line], document) for finding in self._found(file, places)
            ]
            diagnostics += self._parted(document, file, places)
            diagnostics += [
                types.Diagnostic(
                    _whole(document, places[one.line]), one.text, _WARNING, code="numba", source="numscope"
                )
                for one in self._failures(file, places)
            ]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics))

    def _found(self, file: File, places: dict[int, int]) -> list[Finding]:
        """Return the findings of a document's lines that still are as they ran."""
        if self._findings is None or self._recording is None or self._findings[0] != self._recording.recorded:
            return []
        return [one for one in self._findings[1] if one.file == file.path and one.line in places]

    def _failures(self, file: File, places: dict[int, int]) -> list[Explained]:
        """Return what was explained of such lines."""
        if (
            self._explained is None
            or self._recording is None
            or self._explained[0] != self._recording.recorded
        ):
            return []
        return [one for one in self._explained[1] if one.file == file.path and one.line in places]

    def actions(self, document: TextDocument, lines: range) -> list[types.Command | types.CodeAction]:
        """Return what an editor offers to do about `lines` of a document, which count from 0."""
        known = self.recorded(document)
        if known is None:
            return []
        file, places = known
        found = [one for one in self._found(file, places) if places[one.line] in lines]
        failures = [one for one in self._failures(file, places) if places[one.line] in lines]
        asked = [asking(document)] if can_explain(found) and not self._failures(file, places) else []
        return [*mends(found, places, document), *tried_changes(failures, places, document), *asked]

    async def explain(self, uri: str) -> None:
        """Have Numba's failures explained, and show them at their lines."""
        recording = self.recording()
        if recording is None:
            return
        try:
            found = await asyncio.to_thread(explain, recording.recorded)
        except NumscopeError as error:
            self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, str(error)))
            return
        self._explained = recording.recorded, found
        await self.publish(uri)

    def before(self) -> Recorded | None:
        """Return the run before the newest recording, of the same command; None if there is none."""
        recording = self.recording()
        if recording is None:
            return None
        if self._before is None or self._before[0] != recording.recorded:
            self._before = recording.recorded, run_before(recording.recorded, self._folders())
        return self._before[1]

    async def compare(self, uri: str) -> None:
        """Show what changed since the run before: as a message, and on the line that changed."""
        before, recording = self.before(), self._recording
        if before is None or recording is None:
            return
        try:
            found = await asyncio.to_thread(compare, before, recording.recorded)
        except NumscopeError as error:
            self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, str(error)))
            return
        self._compared = recording.recorded, found
        kind = types.MessageType.Info if found.equal else types.MessageType.Warning
        self.window_show_message(types.ShowMessageParams(kind, found.text))
        await self.publish(uri)

    def _parted(self, document: TextDocument, file: File, places: dict[int, int]) -> list[types.Diagnostic]:
        if self._compared is None or self._recording is None or self._compared[0] != self._recording.recorded:
            return []
        found = self._compared[1]
        if found.equal or found.file != file.path or found.line not in places:
            return []
        place = _whole(document, places[found.line])
        return [
            types.Diagnostic(
                place, found.text, types.DiagnosticSeverity.Information, "diff", source="numscope"
            )
        ]

    def _folders(self) -> Iterator[Path]:
        opened = [folder.uri for folder in self.workspace.folders.values()]
        for uri in opened or filter(None, [self.workspace.root_uri]):
            path = to_fs_path(uri)
            if path is not None:
                yield Path(path)


def _end_of(document: TextDocument, line: int) -> types.Position:
    text = document.lines[line].rstrip("\r\n") if line < len(document.lines) else ""
    return document.position_codec.position_to_client_units(document.lines, types.Position(line, len(text)))


def _whole(document: TextDocument, line: int) -> types.Range:
    return types.Range(types.Position(line, 0), _end_of(document, line))


def _diagnostic(finding: Finding, line: int, document: TextDocument) -> types.Diagnostic:
    return types.Diagnostic(
        _whole(document, line),
        f"{finding.problem}\n{finding.fix}",
        _WARNING,
        code=finding.kind,
        source="numscope",
    )


def _called(known: tuple[File, dict[int, int]]) -> Iterator[tuple[Line, int]]:
    """Yield the lines that made calls, each with its place in the document."""
    file, places = known
    return ((line, places[line.number]) for line in file.lines if line.calls and line.number in places)


def hints(server: Server, parameters: types.InlayHintParams) -> list[types.InlayHint]:
    """Return what each line gave last, at its end: `float64[5000,4]  0.2 to 7.1  3 NaN`."""
    document = server.workspace.get_text_document(parameters.text_document.uri)
    known = server.recorded(document)
    asked = range(parameters.range.start.line, parameters.range.end.line + 1)
    return [
        types.InlayHint(_end_of(document, place), text, padding_left=True)
        for line, place in (_called(known) if known else ())
        if place in asked and (text := line_text(line).plain)
    ]


def hover(server: Server, parameters: types.HoverParams) -> types.Hover | None:
    """Return the last calls of a line with operands, statistics and a histogram."""
    document = server.workspace.get_text_document(parameters.text_document.uri)
    known, recording = server.recorded(document), server.recording()
    if known is None or recording is None:
        return None
    for line, place in _called(known):
        if place == parameters.position.line:
            calls = recording.calls(known[0].path, line.number)
            text = hover_text(calls, recording.recorded.path.name)
            markdown = types.MarkupContent(types.MarkupKind.Markdown, text)
            return types.Hover(markdown, _whole(document, place))
    return None


def lenses(server: Server, parameters: types.CodeLensParams) -> list[types.CodeLens]:
    """Return the time of the lines that took a good part of it, and above all the comparison with the run before."""
    document = server.workspace.get_text_document(parameters.text_document.uri)
    known = server.recorded(document)
    comparing = _comparing(server, document) if known else []
    return comparing + [
        types.CodeLens(
            _whole(document, place),
            types.Command(f"{short_time(line.duration_ns)}, {line.share:.0%} of the recorded time", ""),
        )
        for line, place in (_called(known) if known else ())
        if line.share >= _WORTH_A_LENS
    ]


def _comparing(server: Server, document: TextDocument) -> list[types.CodeLens]:
    """Return the lens over the first line that compares with the run before, if there was one."""
    before = server.before()
    if before is None:
        return []
    title = f"compare with {before.path.name}, the run before"
    command = types.Command(title, _COMPARE, arguments=[document.uri])
    return [types.CodeLens(_whole(document, 0), command)]


def actions(server: Server, parameters: types.CodeActionParams) -> list[types.Command | types.CodeAction]:
    """Return quick fixes for the lines that are asked about."""
    document = server.workspace.get_text_document(parameters.text_document.uri)
    asked = range(parameters.range.start.line, parameters.range.end.line + 1)
    return server.actions(document, asked)


def make_server() -> Server:
    """Return a server with all that it answers."""
    server = Server()
    server.feature(types.TEXT_DOCUMENT_INLAY_HINT)(hints)
    server.feature(types.TEXT_DOCUMENT_HOVER)(hover)
    server.feature(types.TEXT_DOCUMENT_CODE_LENS)(lenses)
    kinds = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, kinds)(actions)

    @server.command(EXPLAIN)
    async def explain_failures(server: Server, uri: str) -> None:
        await server.explain(uri)

    @server.command(_COMPARE)
    async def compare_runs(server: Server, uri: str) -> None:
        await server.compare(uri)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(server: Server, parameters: types.DidOpenTextDocumentParams) -> None:
        await server.publish(parameters.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(server: Server, parameters: types.DidSaveTextDocumentParams) -> None:
        await server.publish(parameters.text_document.uri)

    return server
