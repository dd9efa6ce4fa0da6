"""`numscope show`: one operation whole."""

from __future__ import annotations

import argparse

from numscope.analysis.show.surroundings import surroundings
from numscope.cli.reading import add_reading_arguments, opened, print_answer
from numscope.views.operations import operation_view


class Show:
    """Show one operation whole: call site, times, operands with values and statistics, what ran inside it."""

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=20)
        parser.add_argument("id", type=int, metavar="ID", help="the operation's number; -1 is the last one")

    def run(self, arguments: argparse.Namespace) -> int:
        """Show, and return 0."""
        with opened(arguments.trace) as trace:
            around = surroundings(trace, arguments.id, arguments.limit)
            print_answer(around, operation_view(around), arguments.json)
        return 0
