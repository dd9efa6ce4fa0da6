"""`numscope lsp` as an editor sees it: a client of the protocol beside a recorded workspace."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.fatal_pandas import put_fatal_pandas

import numscope
from numscope.trace.sealing import seal

types = pytest.importorskip("lsprotocol.types", reason="pygls is not installed")
from pygls.lsp.client import LanguageClient

pytest.importorskip("numscope._core", reason="the native core is not built")

PROGRAM = """\
import numpy as np

visits = np.array([4, 0, 2, 0, 8], dtype=float)
money = np.array([10.0, 0.0, 3.0, 0.0, 16.0])
each = money / visits
print(each.mean())
for _ in range(40):
    np.sort(np.arange(200_000)[::-1])
"""
LONGEST_S = 60
Session = Callable[[LanguageClient, str], Awaitable[Any]]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("workspace")
    _record(folder, PROGRAM)
    return folder


def _record(folder: Path, text: str, name: str = "run") -> None:
    program = folder / "shop.py"
    program.write_text(text, encoding="utf-8")
    trace = folder / f"{name}.numscope"
    with np.errstate(all="ignore"), numscope.record(trace, force=True):
        exec(compile(text, str(program), "exec"), {"__name__": "shop"})
    seal(trace)


def session(folder: Path, work: Session, text: str | None = None) -> Any:
    """Start the server on `folder`, open shop.py there with `text` in the editor, and return what `work` gives."""

    async def run() -> Any:
        client = LanguageClient("test", "1")
        published: asyncio.Queue[Any] = asyncio.Queue()
        client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda found: published.put_nowait(found))
        client.published = published  # type: ignore[attr-defined]
        messages: asyncio.Queue[Any] = asyncio.Queue()
        client.feature(types.WINDOW_SHOW_MESSAGE)(lambda found: messages.put_nowait(found))
        client.messages = messages  # type: ignore[attr-defined]
        await client.start_io(sys.executable, "-m", "numscope", "lsp", "--stdio")
        root, uri = folder.as_uri(), (folder / "shop.py").as_uri()
        await client.initialize_async(
            types.InitializeParams(
                types.ClientCapabilities(),
                process_id=os.getpid(),
                root_uri=root,
                workspace_folders=[types.WorkspaceFolder(root, "w")],
            )
        )
        client.initialized(types.InitializedParams())
        shown = (folder / "shop.py").read_text(encoding="utf-8") if text is None else text
        opened = types.TextDocumentItem(uri, "python", 1, shown)
        client.text_document_did_open(types.DidOpenTextDocumentParams(opened))
        try:
            return await asyncio.wait_for(work(client, uri), LONGEST_S)
        finally:
            await client.shutdown_async(None)
            client.exit(None)
            await client.stop()

    return asyncio.run(run())


def together(*works: Session) -> Session:
    """Return the work of several in one session, which saves the start of a server each."""

    async def run(client: LanguageClient, uri: str) -> list[Any]:
        return [await work(client, uri) for work in works]

    return run


async def hints(client: LanguageClient, uri: str) -> dict[int, str]:
    whole = types.Range(types.Position(0, 0), types.Position(100, 0))
    asked = types.InlayHintParams(types.TextDocumentIdentifier(uri), whole)
    found = await client.text_document_inlay_hint_async(asked)
    return {hint.position.line: str(hint.label) for hint in found or ()}


def hover_at(line: int) -> Session:
    async def ask(client: LanguageClient, uri: str) -> str:
        place = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, 3))
        found = await client.text_document_hover_async(place)
        return "" if found is None else found.contents.value

    return ask


def test_each_line_shows_at_its_end_what_it_gave_last(
    workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_fatal_pandas(tmp_path, monkeypatch)
    found = session(workspace, hints)
    assert found[2] == "float64[5]  0 to 8"
    assert found[4] == "float64[5]  1.5 to 2.5  2 NaN"
    assert set(found) == {2, 3, 4, 5, 7}


def test_the_pointer_shows_the_calls_of_the_line(workspace: Path) -> None:
    text, sorts, imports = session(workspace, together(*map(hover_at, (4, 7, 0))))
    assert "numpy.true_divide" in text or "numpy.divide" in text
    assert "float64[5]" in text
    assert "NaN 2" in text
    assert "run.numscope" in text
    assert "█" in sorts
    assert imports == ""


async def diagnosed(client: LanguageClient, _: str) -> Any:
    """Return what was published of the document as it was opened; it can be asked for again."""
    published = await client.published.get()  # type: ignore[attr-defined]
    client.published.put_nowait(published)  # type: ignore[attr-defined]
    return published


def test_findings_are_warnings_and_slow_lines_have_a_lens(workspace: Path) -> None:
    published, found = session(workspace, together(diagnosed, lenses))
    [nan] = [one for one in published.diagnostics if one.code == "nan"]
    assert nan.range.start.line == 4
    assert nan.source == "numscope"
    assert "visits" in nan.message

    assert [lens.range.start.line for lens in found] == [7]
    assert "% of the recorded time" in found[0].command.title


async def lenses(client: LanguageClient, uri: str) -> Any:
    return await client.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri)))


async def compared(client: LanguageClient, uri: str) -> tuple[Any, list[Any]]:
    """Choose the lens that compares; return the message, and the diagnostics with the code `diff`."""
    await client.published.get()  # type: ignore[attr-defined]  # as the document was opened
    [lens] = [one for one in await lenses(client, uri) if one.command.command]
    asked = types.ExecuteCommandParams(lens.command.command, lens.command.arguments)
    await client.workspace_execute_command_async(asked)
    message = await client.messages.get()  # type: ignore[attr-defined]
    published = await client.published.get()  # type: ignore[attr-defined]
    found = [one for one in published.diagnostics if one.code == "diff"]
    return message, found


def test_a_lens_compares_with_the_run_before(tmp_path: Path) -> None:
    finite = PROGRAM.replace("[4, 0, 2, 0, 8]", "[4, 1, 2, 1, 8]")
    _record(tmp_path, finite, "monday")
    assert [lens for lens in session(tmp_path, lenses) if lens.command.command] == []
    _record(tmp_path, finite.replace("3.0, 0.0, 16.0", "3.5, 0.0, 16.0"), "tuesday")
    found, (message, [difference]) = session(tmp_path, together(lenses, compared))
    [lens] = [one for one in found if one.command.command]
    assert lens.command.title == "compare with monday.numscope, the run before"
    assert lens.range.start.line == 0
    assert message.type == types.MessageType.Warning
    assert "shop.py:4" in message.message
    assert "3.5" in message.message
    assert difference.range.start.line == 3
    assert difference.severity == types.DiagnosticSeverity.Information


@pytest.mark.long
def test_equal_runs_compare_as_equal(tmp_path: Path) -> None:
    for name in ("monday", "tuesday"):
        _record(tmp_path, PROGRAM, name)
    message, found = session(tmp_path, compared)
    assert message.type == types.MessageType.Info
    assert found == []


FAULTY = """\
import numpy as np

counts = np.zeros(3)
order = np.array([0, 1, 1, 2])
for _ in range(1):
    counts[order] += 1.0  # ⌚
counts.clip(0, 1)
print(counts.sum())
"""


def actions_at(line: int) -> Session:
    """Return what asks for the actions of a line, once the document's warnings are there."""

    async def ask(client: LanguageClient, uri: str) -> Any:
        await diagnosed(client, uri)
        place = types.Range(types.Position(line, 0), types.Position(line, 0))
        document = types.TextDocumentIdentifier(uri)
        asked = types.CodeActionParams(document, place, types.CodeActionContext([]))
        return await client.text_document_code_action_async(asked)

    return ask


def edited(text: str, action: Any) -> str:
    """Return a text after an action's edits; places count in UTF-16, as editors do."""
    [edits] = action.edit.changes.values()
    lines = text.splitlines(keepends=True)
    for edit in sorted(edits, key=lambda one: one.range.start.line, reverse=True):
        start, end = edit.range.start, edit.range.end
        first = lines[start.line].encode("utf-16-le")[: 2 * start.character].decode("utf-16-le")
        last = lines[end.line].encode("utf-16-le")[2 * end.character :].decode("utf-16-le")
        lines[start.line : end.line + 1] = [first + edit.new_text + last]
    return "".join(lines)


def test_a_quick_fix_writes_the_line_that_mends_it(tmp_path: Path) -> None:
    _record(tmp_path, FAULTY)
    [action], [other], none = session(tmp_path, together(*map(actions_at, (5, 6, 7))))
    assert action.title == "write `np.add.at(counts, order, 1.0)  # ⌚`"
    assert edited(FAULTY, action) == FAULTY.replace("counts[order] += 1.0", "np.add.at(counts, order, 1.0)")
    assert edited(FAULTY, other) == FAULTY.replace("counts.clip", "counts = counts.clip")
    assert not none


def test_no_quick_fix_for_a_line_that_was_edited(tmp_path: Path) -> None:
    _record(tmp_path, FAULTY)
    changed = "\n" + FAULTY.replace("+= 1.0", "+= 2.0")
    none, [moved] = session(tmp_path, together(actions_at(6), actions_at(7)), changed)
    assert not none
    assert edited(changed, moved) == changed.replace("counts.clip", "counts = counts.clip")


UNCOMPILED = """\
import numpy as np
from numba import njit


@njit
def mean(a):
    return np.mean(a, axis=0)


print(mean(np.ones((3, 2))))
"""


@pytest.mark.long
def test_numbas_failure_is_explained_when_asked_and_mended(tmp_path: Path) -> None:
    pytest.importorskip("numba", reason="Numba is not installed")
    program = tmp_path / "shop.py"
    program.write_text(UNCOMPILED, encoding="utf-8")
    words = [sys.executable, "-m", "numscope", "run", "-o", "t.numscope", "shop.py"]
    subprocess.run(words, cwd=tmp_path, capture_output=True, check=False)

    async def explained(client: LanguageClient, uri: str) -> tuple[Any, Any, Any]:
        [asking] = await actions_at(9)(client, uri)
        await client.published.get()  # type: ignore[attr-defined]  # what was published as it was opened
        command = types.ExecuteCommandParams(asking.command, asking.arguments)
        await client.workspace_execute_command_async(command)
        return asking, await diagnosed(client, uri), await actions_at(6)(client, uri)

    asking, published, [mend] = session(tmp_path, explained)
    assert "runs the program again" in asking.title
    [failure] = [one for one in published.diagnostics if one.code == "numba"]
    assert failure.range.start.line == 6
    assert "not with `axis`" in failure.message
    program.write_text(edited(UNCOMPILED, mend), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "shop.py"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[1. 1.]\n"


def test_edited_lines_show_nothing_and_moved_ones_keep_their_hints(workspace: Path) -> None:
    edited = '"""A shop: 价格."""\n' + PROGRAM.replace("money / visits", "money / (visits + 1)")
    found = session(workspace, hints, edited)
    assert set(found) == {3, 4, 6, 8}
    assert found[3] == "float64[5]  0 to 8"


def test_the_newest_recording_is_shown(tmp_path: Path) -> None:
    _record(tmp_path, PROGRAM)

    async def twice(client: LanguageClient, uri: str) -> tuple[Any, Any]:
        before = await hints(client, uri)
        _record(tmp_path, PROGRAM.replace("[4, 0, 2, 0, 8]", "[4, 0, 2, 0, 9]"), "second")
        changed = types.TextDocumentContentChangeWholeDocument((tmp_path / "shop.py").read_text())
        document = types.VersionedTextDocumentIdentifier(2, uri)
        client.text_document_did_change(types.DidChangeTextDocumentParams(document, [changed]))
        return before, await hints(client, uri)

    before, after = session(tmp_path, twice)
    assert before[2].endswith("0 to 8")
    assert after[2].endswith("0 to 9")


def test_a_strangers_trace_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _record(tmp_path, PROGRAM)
    assert session(tmp_path, hints)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "someone else"))

    async def asked_twice(client: Any, uri: str) -> tuple[dict[int, str], dict[int, str], Any]:
        return await hints(client, uri), await hints(client, uri), client.messages

    first, again, shown = session(tmp_path, asked_twice)
    assert first == again == {}
    assert shown.qsize() == 1
    assert "you did not record it" in shown.get_nowait().message


def test_a_workspace_without_a_recording_shows_nothing(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(PROGRAM)
    assert session(tmp_path, together(hints, hover_at(2))) == [{}, ""]


def test_without_the_package_the_command_says_what_to_install(tmp_path: Path) -> None:
    hidden = (
        "import sys; sys.modules['pygls'] = None; from numscope.cli.main import main; sys.exit(main(['lsp']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", hidden], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert "pip install 'numscope[editor]'" in done.stderr
    assert "Traceback" not in done.stderr
