"""`numscope mcp` as an assistant sees it: the SDK's client over standard input and output."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

mcp = pytest.importorskip("mcp", reason="the MCP SDK is not installed")
pytest.importorskip("numscope._core", reason="the native core is not built")

PROGRAM = """\
import sys
import numpy as np

visits = np.array([4, 0, 2, 0, float(sys.argv[1])])
money = np.array([10.0, 0.0, 3.0, 0.0, 16.0])
each = money / visits
print("mean", each.mean())
"""
TOOLS = {
    "traces", "record", "check_up", "nan", "diff", "annotate", "list_calls", "show", "graph", "top", "replay", "sql",
}  # fmt: skip
Work = Callable[[Any], Awaitable[Any]]


def session(folder: Path, work: Work) -> Any:
    """Start the server on `folder` and return what `work` gives with a client of it."""

    async def run() -> Any:
        server = mcp.StdioServerParameters(
            command=sys.executable, args=["-m", "numscope", "mcp", str(folder)]
        )
        async with mcp.stdio_client(server) as (read, write), mcp.ClientSession(read, write) as client:
            await client.initialize()
            return await asyncio.wait_for(work(client), 200)

    return asyncio.run(run())


async def call(client: Any, tool: str, **arguments: Any) -> tuple[bool, str]:
    """Return whether a tool failed, and its text."""
    done = await client.call_tool(tool, arguments)
    text = "\n".join(part.text for part in done.content)
    failed = bool(getattr(done, "is_error", None) or getattr(done, "isError", None))
    return failed, text if failed else str(json.loads(text).get("text", text))


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("workspace")
    (folder / "shop.py").write_text(PROGRAM)
    (folder / "link.numscope").symlink_to("/tmp")
    (folder.parent / "outside.py").write_text("print('ran')")
    return folder


def test_an_assistant_records_a_script_and_finds_the_line(workspace: Path) -> None:
    async def work(client: Any) -> dict[str, Any]:
        found: dict[str, Any] = {"tools": {tool.name for tool in (await client.list_tools()).tools}}
        found["record"] = await call(client, "record", script="shop.py", arguments=["8"])
        found["check_up"] = await call(client, "check_up", trace="shop.numscope")
        found["annotate"] = await call(client, "annotate", trace="shop.numscope", file="shop.py")
        found["ls"] = await call(client, "list_calls", trace="shop.numscope", operations="divide")
        found["sql"] = await call(client, "sql", trace="shop.numscope", query="select 6 * 7 as answer")
        listed = await client.call_tool("traces", {})
        found["traces"] = json.dumps([part.text for part in listed.content])
        return found

    found = session(workspace, work)
    assert found["tools"] == TOOLS
    failed, text = found["record"]
    assert not failed
    assert "mean nan" in text
    assert "shop.numscope" in text
    for question in ("check_up", "annotate", "ls", "sql"):
        assert not found[question][0], found[question]
    assert "shop.py:6" in found["check_up"][1]
    assert "visits" in found["check_up"][1]
    assert "each = money / visits" in found["annotate"][1]
    assert "2 NaN" in found["annotate"][1]
    assert "numpy.divide" in found["ls"][1]
    assert "42" in found["sql"][1]
    assert "shop.numscope" in found["traces"]
    assert "link.numscope" not in found["traces"]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("record", {"script": "../outside.py"}),
        ("record", {"script": "/etc/passwd"}),
        ("nan", {"trace": "../../x.numscope"}),
        ("show", {"trace": "link.numscope", "operation": 1}),
        ("diff", {"before": "shop.numscope", "after": "/tmp"}),
    ],
)
def test_nothing_outside_of_the_workspace_is_touched(
    tool: str, arguments: dict[str, Any], tmp_path: Path
) -> None:
    workspace = tmp_path / "inner"
    workspace.mkdir()
    (workspace / "shop.numscope").mkdir()
    (workspace / "link.numscope").symlink_to(tmp_path)
    (tmp_path / "outside.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    failed, text = session(workspace, lambda client: call(client, tool, **arguments))
    assert failed
    assert "outside of the workspace" in text
    assert not (tmp_path / "ran").exists()


def test_words_that_look_like_options_are_none(workspace: Path) -> None:
    async def work(client: Any) -> list[tuple[bool, str]]:
        await call(client, "record", script="shop.py", arguments=["8"])
        return [
            await call(client, "annotate", trace="shop.numscope", file="--help"),
            await call(client, "sql", trace="shop.numscope", query="--help"),
        ]

    for _, text in session(workspace, work):
        assert "usage:" not in text


def test_without_the_sdk_the_command_says_what_to_install() -> None:
    hidden = (
        "import sys; sys.modules['mcp'] = None; from numscope.cli.main import main; sys.exit(main(['mcp']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", hidden], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert "pip install 'numscope[agent]'" in done.stderr
    assert "Traceback" not in done.stderr
