"""`numscope halted`: where `--stop-on` halted a program."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console

from numscope.analysis.halted.report import find_stop
from numscope.cli.reading import add_reading_arguments, opened, print_answer
from numscope.errors import UsageError
from numscope.trace.reader import open_trace
from numscope.views.escapes import Visible
from numscope.views.halted import halt_view


class Halted:
    """Show where --stop-on halted a recorded program: operation, operands, variables of the frame.

    --script writes a Python script that shows the same with NumPy alone, shrunk to the elements that matter. Exit
    code 1 if the program was halted, 0 if it was not.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=20)
        parser.add_argument("--script", metavar="FILE", help="write the script that reproduces it")

    def run(self, arguments: argparse.Namespace) -> int:
        """Show it, and return 1 if there is anything to show."""
        with opened(arguments.trace) as trace:
            halt = find_stop(trace, arguments.limit)
            if halt is None:
                print_answer(None, "the program was not halted", arguments.json)
                return 0
            if arguments.script and halt.reproduction is None:
                raise UsageError(f"no script reproduces it: {halt.no_reproduction}")
            if arguments.script and halt.reproduction is not None:
                _write(Path(arguments.script), halt.reproduction.script)
            print_answer(halt, halt_view(halt, arguments.script or ""), arguments.json)
        return 1


def print_stop(path: Path) -> None:
    """Print the halt of the trace at `path` to standard error and write the script beside the trace.

    Raises TraceError if the trace can't be read, UsageError if the script can't be written.
    """
    with open_trace(path) as trace:
        halt = find_stop(trace)
        if halt is None:
            return
        script = path.with_name(f"{path.stem}_halted.py")
        if halt.reproduction is not None:
            _write(script, halt.reproduction.script)
        console = (
            Console(stderr=True) if sys.stderr.isatty() else Console(stderr=True, width=400, soft_wrap=True)
        )
        console.print(Visible(halt_view(halt, str(script))))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror or error}") from None
