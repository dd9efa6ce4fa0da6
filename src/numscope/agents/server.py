"""The tools that an assistant gets: record a program, and the questions that the commands answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from numscope.agents.commands import Answered, ask
from numscope.agents.workspace import KnownTrace, Workspace
from numscope.errors import NumscopeError, UsageError
from numscope.recording.shard import SUFFIX
from numscope.version import __version__

_INSTRUCTIONS = """\
numscope records every numerical operation of a Python program without a change to it, and answers questions about the
recording. Record first (`record`), then ask `check_up`: it names the line, the cause with numbers, and the next
question. Operations have numbers (`list_calls`), which `show` and `graph` take."""
_ANSWER_S = 120.0
_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")


def _with_sentences(question: Callable[_Given, _Answer]) -> Callable[_Given, _Answer]:
    """Let an assistant read what was wrong with a call, as the protocol has it: an exception's text is not shown."""

    @wraps(question)
    def asked(*arguments: _Given.args, **options: _Given.kwargs) -> _Answer:
        try:
            return question(*arguments, **options)
        except NumscopeError as error:
            raise ToolError(str(error)) from None

    return asked


def make_server(root: Path) -> MCPServer:
    """Return a server for the programs and traces below `root`."""
    workspace = Workspace(root.resolve())
    server = MCPServer("numscope", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING")

    def answer(words: Sequence[str], seconds: float = _ANSWER_S) -> Answered:
        return ask(words, workspace.root, seconds)

    def about(command: str, trace: str, *words: str) -> Answered:
        return answer([command, str(workspace.trace(trace)), *words])

    @server.tool()
    @_with_sentences
    def traces() -> list[KnownTrace]:
        """List the traces of the workspace, the newest first."""
        return workspace.traces()

    @server.tool()
    @_with_sentences
    def record(script: str, arguments: list[str] | None = None, seconds: float = 600) -> Answered:
        """Run a Python script of the workspace and record it; the last lines name the trace and what is wrong."""
        path = workspace.path(script)
        if not path.is_file():
            raise UsageError(f"there is no file {script} in the workspace")
        trace = path.with_suffix(SUFFIX)
        return answer(["run", "--force", "--output", str(trace), str(path), *(arguments or [])], seconds)

    @server.tool()
    @_with_sentences
    def check_up(trace: str) -> Answered:
        """Say what is wrong with a run: NaN, wrap-around, broadcasting, casts, sentinels, training. Ask this first."""
        return about("check-up", trace)

    @server.tool()
    @_with_sentences
    def nan(trace: str, limit: int = 5) -> Answered:
        """Find the lines where NaN and infinities began, why, and what became of them."""
        return about("nan", trace, "--limit", str(limit))

    @server.tool()
    @_with_sentences
    def diff(before: str, after: str) -> Answered:
        """Compare two recordings: whether the results agree, and which line or value changed them."""
        return about("diff", before, str(workspace.trace(after)))

    @server.tool()
    @_with_sentences
    def annotate(trace: str, file: str = "") -> Answered:
        """Show the source as it ran, each line with its time, its calls, its last result and its NaN."""
        return about("annotate", trace, "--", *([file] if file else []))

    @server.tool()
    @_with_sentences
    def list_calls(trace: str, operations: str = "", limit: int = 30) -> Answered:
        """List what the program's lines called, with their numbers; operations: only names such as numpy.linalg.*"""
        chosen = [f"--ops={operations}"] if operations else []
        return about("ls", trace, "--limit", str(limit), *chosen)

    @server.tool()
    @_with_sentences
    def show(trace: str, operation: int) -> Answered:
        """Show one operation whole: call site, operands, statistics, values, what ran inside."""
        return about("show", trace, str(operation))

    @server.tool()
    @_with_sentences
    def graph(trace: str, operation: int, upwards: bool = True) -> Answered:
        """Show which operations made what an operation read, or used what it made."""
        return about("graph", trace, "--of", str(operation), "--up" if upwards else "--down")

    @server.tool()
    @_with_sentences
    def top(trace: str, limit: int = 15) -> Answered:
        """Show which calls take the time."""
        return about("top", trace, "--limit", str(limit))

    @server.tool()
    @_with_sentences
    def replay(trace: str) -> Answered:
        """Run the recorded operations again in this environment and name those that give something else."""
        return about("replay", trace)

    @server.tool()
    @_with_sentences
    def sql(trace: str, query: str) -> Answered:
        """Ask the tables of a trace (operations, operands, sites, values ...) with one SELECT of DuckDB's SQL."""
        return about("sql", trace, "--", query)

    return server
