"""`numscope ls`: the operations of a trace."""

from __future__ import annotations

import argparse

from numscope.analysis.ls.listing import Selection, list_operations
from numscope.cli.reading import add_ops_argument, add_reading_arguments, opened, print_answer
from numscope.views.operations import listing_view


class Ls:
    """List what the program's own lines called, in the order in which it began.

    A call into a library without a probe is one row, with the number of operations inside it; --all lists every
    operation.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=20)
        parser.add_argument("--all", action="store_true", help="every operation, also those inside others")
        add_ops_argument(parser, "only names like these: 'numpy.linalg.*', add")
        parser.add_argument("--last", action="store_true", help="the last operations, not the first")

    def run(self, arguments: argparse.Namespace) -> int:
        """List, and return 0."""
        with opened(arguments.trace) as trace:
            selection = Selection(tuple(arguments.ops), not arguments.all)
            listing = list_operations(trace, selection, arguments.limit, arguments.last)
            print_answer(listing, listing_view(listing, arguments.all), arguments.json)
        return 0
