"""`numscope merge`: the traces of one job's hosts as one trace."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path

from rich.text import Text

from numscope.cli.reading import opened, print_answer
from numscope.errors import UsageError
from numscope.trace.merging import Merged, merge


class Merge:
    """Write several traces of one job, such as one of each host, as one trace.

    Processes and operations get new numbers; times, ranks and hosts stay. The result belongs to no user: commands that
    call what a trace names (replay, testgen) ask for --trust.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.add_argument("traces", metavar="TRACE", nargs="+", help="trace directories, NAME.numscope")
        parser.add_argument("-o", "--output", metavar="MERGED", required=True, help="the trace to write")
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def run(self, arguments: argparse.Namespace) -> int:
        """Write, and return 0. Raises UsageError if it can't be written."""
        with ExitStack() as stack:
            traces = [stack.enter_context(opened(path)) for path in arguments.traces]
            try:
                merged = merge(traces, Path(arguments.output))
            except OSError as error:
                raise UsageError(f"{arguments.output} can't be written: {error.strerror or error}.") from None
        print_answer(merged, _view(merged), arguments.json)
        return 0


def _view(merged: Merged) -> Text:
    ranks = f", {len(merged.ranks)} ranks" if merged.ranks else ""
    return Text(
        f"{merged.path}: {merged.operations:,} operations of {merged.processes} processes{ranks}, "
        f"from {merged.traces} traces"
    )
