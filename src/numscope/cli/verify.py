"""`numscope verify`: whether a trace is whole, and whose it is."""

from __future__ import annotations

import argparse
import sys

from numscope.analysis.verify.verification import verify
from numscope.cli.reading import print_answer
from numscope.errors import InterruptedByUserError
from numscope.trace.reader import open_trace
from numscope.views.progress import sealing_progress
from numscope.views.verification import verification_view


class Verify:
    """Read all of a trace and say whether it is whole, and whether you recorded it on this host.

    Exit code 0: it is whole; 1: it can be read in part; 3: it is no trace, is refused, or its tables are damaged.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.add_argument("trace", metavar="TRACE", help="a trace directory, NAME.numscope")
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def run(self, arguments: argparse.Namespace) -> int:
        """Read it, and return 1 if a part can't be read."""
        try:
            with sealing_progress() as progress:
                trace = open_trace(arguments.trace, progress)
            with trace:
                found = verify(trace)
        except KeyboardInterrupt:
            raise InterruptedByUserError("interrupted.") from None
        print_answer(found, verification_view(found), arguments.json)
        sys.stdout.flush()
        return 0 if found.whole else 1
