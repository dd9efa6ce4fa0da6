"""`numscope numba lines`: which lines of compiled functions take the time or the memory, and which ran."""

from __future__ import annotations

import argparse
import contextlib
import json

from numscope.cli.program_words import add_script
from numscope.errors import UsageError


class LinesCommand:
    """Run a program and list the lines of its compiled functions by processor time, those of called functions too.

    With --allocations: how often each line asked for memory, and how much. With --coverage: which lines ran and which
    never did. Time and allocations need Linux on x86-64. Functions are compiled anew: what Numba's cache holds has no
    line tables.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("--coverage", action="store_true", help="which lines ran, instead of time")
        parser.add_argument(
            "--allocations", action="store_true", help="memory asked for by each line, instead of time"
        )
        parser.add_argument(
            "--coverage-file",
            metavar="FILE",
            help="write what ran as a data file of coverage.py (implies --coverage)",
        )
        parser.add_argument("--limit", type=int, default=20, help="lines to show (default 20)")
        parser.add_argument(
            "--json", action="store_true", help="one JSON document; the program prints to stderr"
        )
        add_script(parser)

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the program and add up."""
        from numscope.compiled.numba.fresh_cache import fresh_cache
        from numscope.compiled.numba.lines.answer import as_text, write_coverage
        from numscope.compiled.numba.lines.program import allocated, covered, timed
        from numscope.compiled.numba.script import output_to_stderr, show_traceback
        from numscope.views.escapes import print_json, print_text

        by_coverage = arguments.coverage or arguments.coverage_file
        if by_coverage and arguments.allocations:
            raise UsageError("--allocations and --coverage can't be combined: run the program once for each")
        ask = covered if by_coverage else allocated if arguments.allocations else timed
        quiet = output_to_stderr() if arguments.json else contextlib.nullcontext()
        with quiet, fresh_cache():
            answer, outcome = ask(arguments.script, arguments.arguments)
        if outcome.error is not None:
            show_traceback(outcome.error)
        if arguments.json:
            print_json(json.dumps(answer.as_json(), indent=2))
        else:
            print_text(as_text(answer, arguments.limit))
        if arguments.coverage_file:
            write_coverage(answer, arguments.coverage_file)
        return outcome.exit_code
