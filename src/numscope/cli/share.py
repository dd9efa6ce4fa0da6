"""`numscope share`: a copy of a trace that may leave the machine."""

from __future__ import annotations

import argparse
from pathlib import Path

from numscope.cli.reading import opened, print_answer
from numscope.errors import UsageError
from numscope.trace.sharing import PARTS, write_shared
from numscope.views.shared import shared_view


class Share:
    """Write a copy of the trace without values, texts, command line, host, paths and source, and list what remains."""

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.add_argument("trace", metavar="TRACE", help="a trace directory, NAME.numscope")
        parser.add_argument("-o", "--output", metavar="COPY", required=True, help="the trace to write")
        parser.add_argument(
            "--keep",
            action="append",
            default=[],
            choices=[part for part in PARTS if part not in ("values", "source")],
            help="leave this in the copy; may be given again",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def run(self, arguments: argparse.Namespace) -> int:
        """Write, print what remains, and return 0. Raises UsageError if the copy can't be written."""
        with opened(arguments.trace) as trace:
            try:
                shared = write_shared(
                    trace.tables_folder, trace.manifest, Path(arguments.output), arguments.keep
                )
            except OSError as error:
                raise UsageError(f"{arguments.output} can't be written: {error.strerror or error}.") from None
        print_answer(shared, shared_view(shared), arguments.json)
        return 0
