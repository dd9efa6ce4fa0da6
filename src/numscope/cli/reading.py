"""What the commands that read traces share: arguments, opening with a progress bar, printing."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console, RenderableType

from numscope.cli.process_selection import add_process_arguments, selection
from numscope.cli.scheduling import scheduled
from numscope.errors import InterruptedByUserError, UsageError
from numscope.recording.kinds import Patterns
from numscope.trace import Trace
from numscope.trace.dropped import dropped_from
from numscope.trace.reader import open_trace
from numscope.trace.values_left_out import values_left_out
from numscope.views.documents import to_json
from numscope.views.escapes import Visible, print_json, print_text
from numscope.views.progress import sealing_progress


def add_reading_arguments(parser: argparse.ArgumentParser, limit: int | None = None) -> None:
    """Declare TRACE, --json, --limit and which processes. limit: the default; None is no limit."""
    parser.add_argument("trace", metavar="TRACE", help="a trace directory, NAME.numscope, or the URL of one")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    ending = "" if limit is None else f" (default {limit})"
    parser.add_argument("--limit", type=count, default=limit, metavar="N", help=f"at most N rows{ending}")
    add_process_arguments(parser)


def add_trust_argument(parser: argparse.ArgumentParser) -> None:
    """Declare --trust, of commands that call what the trace names."""
    parser.add_argument(
        "--trust",
        action="store_true",
        help="call operations also of a trace that another user or another machine recorded",
    )


def add_ops_argument(parser: argparse.ArgumentParser, text: str) -> None:
    """Declare --ops, patterns of operations' names: given again or with commas between them, as when recording."""
    parse = Patterns().parse
    parser.add_argument("--ops", action="extend", type=parse, default=[], metavar="PATTERN", help=text)


def count(text: str) -> int:
    """A number of rows. Raises argparse.ArgumentTypeError if it is not one."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of rows")
    return min(int(text), 2**31)


def program_file(text: str) -> str:
    """The absolute path of a Python file given on the command line."""
    path = Path(text)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file {text}")
    return str(path.absolute())


@contextmanager
def opened(path: str, trust: bool = False, values_for: str = "") -> Iterator[Trace]:
    """Yield the trace at `path`; print to stderr what of it could not be read, and what was dropped.

    trust: its operations may be called, even if another user recorded it. values_for: what the command does with the
    bytes of values, said where a budget kept some of them out of the trace.
    """
    if path.isdecimal():
        raise UsageError(f"{path!r} is no trace: the trace comes before other arguments.")
    try:
        with _opened(path, trust, values_for) as trace:
            yield trace
    except KeyboardInterrupt:
        raise InterruptedByUserError("interrupted.") from None


@contextmanager
def _opened(path: str, trust: bool, values_for: str) -> Iterator[Trace]:
    with sealing_progress() as progress:
        trace = open_trace(path, progress, trust)
    with trace:
        for problem in trace.problems:
            print_text(f"numscope: {problem}", sys.stderr)
        if dropped := dropped_from(trace):
            print_text(f"numscope: {dropped}", sys.stderr)
        if values_for and (lacking := values_left_out(trace)):
            print_text(
                f"numscope: the bytes of {lacking:,} values are not in the trace, over a budget of the recording: "
                f"{values_for} (--values full keeps all)",
                sys.stderr,
            )
        selection().apply(trace)
        try:
            with scheduled(trace):
                yield trace
        finally:
            if trace.fetched is not None:
                print_text(f"numscope: {trace.fetched.summary()}", sys.stderr)


def print_answer(answer: Any, view: RenderableType | None, as_json: bool) -> None:
    """Print `answer` as JSON, or `view` of it."""
    if as_json:
        print_json(to_json(answer))
        return
    # Piped output is for other programs: lines are not folded to a terminal's width.
    console = Console() if sys.stdout.isatty() else Console(width=400, soft_wrap=True)
    console.print("" if view is None else Visible(view))
    sys.stdout.flush()
