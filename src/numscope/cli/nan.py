"""`numscope nan`: where NaN and infinities came from."""

from __future__ import annotations

import argparse

from numscope.analysis.nan.nonfinite import Rules, find_nonfinite
from numscope.cli.reading import add_reading_arguments, count, opened, print_answer
from numscope.cli.scheduling import add_scheduler_argument
from numscope.views.nonfinite import nonfinite_view

_VALUES_FOR = "elements are shown of values that are there, origins come from statistics"


class Nan:
    """Find the lines where NaN and infinities began that reached a result, the worst first, and why.

    Exit code 1 if there are any that no rule allows. What the program dropped, filled or masked is counted only, as is
    what libraries made while they were imported.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=10)
        add_scheduler_argument(parser)
        parser.add_argument(
            "--allow",
            action="append",
            default=[],
            metavar="RULE",
            help="deliberate: an operation ('numpy.log'), a place ('script.py:12'), a kind (given, read, inf, nan), "
            "or a rule ('size == 1')",
        )
        parser.add_argument(
            "--strict",
            action="store_true",
            help="list what was dropped, filled or masked, too; nothing is deliberate by default",
        )
        parser.add_argument("--details", action="store_true", help="show all that is known of each line")
        parser.add_argument(
            "--elements", type=count, metavar="N", help="offending elements (default 5; implies --details)"
        )

    def run(self, arguments: argparse.Namespace) -> int:
        """Find them, and return 1 if there are any."""
        with opened(arguments.trace, values_for=_VALUES_FOR) as trace:
            rules = Rules.of(trace, arguments.allow, defaults=not arguments.strict)
            elements = 5 if arguments.elements is None else arguments.elements
            report = find_nonfinite(trace, rules, arguments.limit, elements)
            details = arguments.details or arguments.elements is not None
            print_answer(report, nonfinite_view(report, details), arguments.json)
        return 1 if report.found else 0
