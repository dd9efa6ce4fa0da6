"""`numscope live`: look at a program while it runs."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

from rich.console import RenderableType

from numscope.analysis.show.surroundings import surroundings
from numscope.errors import UsageError
from numscope.trace.follower import Follower
from numscope.trace.reader import open_trace
from numscope.trace.running import trace_of_process
from numscope.views.operations import operation_view

_SHOWN_OUTPUT = 20_000


class Live:
    """Look at a program that is being recorded while it runs: rates, what takes its time, its last operations, NaN."""

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.add_argument(
            "run",
            metavar="TRACE|PID",
            help="the trace that is being written, or a process that writes one",
        )

    def run(self, arguments: argparse.Namespace) -> int:
        """Look until the user has seen enough; return 0."""
        word: str = arguments.run
        trace = trace_of_process(int(word)) if word.isdecimal() and not Path(word).exists() else Path(word)
        return look_at(trace)


def look_at(trace: Path, output: Callable[[], str] | None = None) -> int:
    """Show the trace that is being written at `trace` until the user quits; return the exit code."""
    _check_terminal()
    follower = Follower(trace)
    live = _textual_view()
    app = live.LiveApp(
        live.Watched(
            follower,
            show=lambda process, sequence: _show(trace, process, sequence),
            bytes_written=lambda: live.written_bytes(trace),
            memory=_memory,
            output=output,
        )
    )
    app.run()
    return app.return_code or 0


def run_and_look(words: Sequence[str], trace: Path) -> int:
    """Run `numscope run WORDS`, which records into `trace`, and look at it; what it writes is shown at the end.

    Returns the exit code of the program. Its standard input is empty: the keyboard belongs to the view.
    """
    _check_terminal()
    _textual_view()
    before = _identity(trace)
    with tempfile.TemporaryFile() as written:
        command = [sys.executable, "-m", "numscope", "run", *words]
        program = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=written,
            stderr=subprocess.STDOUT,
            # Where no name was given, this is the one that would have been taken: without it both could differ.
            env={**os.environ, "NUMSCOPE_OUTPUT": str(trace)},
        )

        def output() -> str:
            size = os.fstat(written.fileno()).st_size
            start = max(0, size - _SHOWN_OUTPUT)
            return os.pread(written.fileno(), size - start, start).decode(errors="replace")

        try:
            if _wait_for(trace, before, program):
                look_at(trace, output)
            if program.poll() is None:
                print("numscope: the program still runs; what it writes follows at its end", file=sys.stderr)
            code = program.wait()
        except KeyboardInterrupt:
            program.terminate()
            code = program.wait()
        sys.stdout.buffer.write(os.pread(written.fileno(), os.fstat(written.fileno()).st_size, 0))
        sys.stdout.flush()
    return code


def _check_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "the live view draws in a terminal, and this is none: numscope top shows a trace in lines."
        )


def _textual_view() -> ModuleType:
    try:
        from numscope.views import live
    except ImportError as error:
        raise UsageError(f"numscope live needs Textual: pip install 'numscope[live]' ({error})") from None
    return live


def _wait_for(trace: Path, before: object, program: subprocess.Popen[bytes]) -> bool:
    """Wait until the trace is there, and is not the one `before`; False if the program ends before."""
    while _identity(trace) in (None, before):
        if program.poll() is not None:
            return False
        time.sleep(0.02)
    return program.poll() is None


def _identity(trace: Path) -> tuple[int, int] | None:
    """Return what distinguishes a trace from another of the same name, or None if there is none."""
    try:
        fact = (trace / "manifest.json").stat()
    except OSError:
        return None
    return fact.st_ino, fact.st_mtime_ns


def _show(trace: Path, process: int, sequence: int) -> RenderableType:
    with open_trace(trace) as opened:
        rows = opened.ask(
            "select first_operation - begun_before as first from processes "
            "where first_segment = ? and begun_before <= ? order by begun_before desc limit 1",
            [process, sequence],
        )
        first = rows["first"].to_pylist()
        if not first:
            raise UsageError("the operation was dropped since.")
        return operation_view(surroundings(opened, first[0] + sequence, 10))


def _memory(pids: tuple[int, ...]) -> int | None:
    """Return the resident memory of the processes, in bytes; None where the system does not report it."""
    total = 0
    for pid in pids:
        try:
            pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
        except (OSError, IndexError):
            continue
        total += int(pages) * os.sysconf("SC_PAGE_SIZE")
    return total or None
