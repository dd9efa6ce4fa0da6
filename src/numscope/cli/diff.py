"""`numscope diff`: what changed from one run to another."""

from __future__ import annotations

import argparse

from numscope.analysis.concepts.array_difference import Tolerance
from numscope.analysis.diff.comparison import diff, with_changes_tried
from numscope.analysis.diff.modules import module_diff
from numscope.cli.reading import add_reading_arguments, add_trust_argument, opened, print_answer
from numscope.cli.scheduling import add_scheduler_argument
from numscope.views.diff import diff_view
from numscope.views.module_diff import module_diff_view

_VALUES_FOR = "values that are not there are compared by hash and statistics"


class Diff:
    """Say whether two runs end in the same results, and which change of the program or its data is the cause.

    Exit code 0 if the results agree, whatever the runs do on the way; 1 if they differ.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=10)
        add_scheduler_argument(parser)
        parser.add_argument("second", metavar="SECOND", help="the trace to compare it with")
        parser.add_argument("--rtol", type=float, metavar="X", help="relative tolerance (default: by dtype)")
        parser.add_argument(
            "--atol", type=float, default=0.0, metavar="X", help="absolute tolerance (default 0)"
        )
        parser.add_argument(
            "--ulp", type=int, default=0, metavar="N", help="roundings that may differ (default 0)"
        )
        parser.add_argument(
            "--details",
            action="store_true",
            help="list the operations that differ, even if the results agree",
        )
        parser.add_argument(
            "--try",
            action="store_true",
            dest="try_changes",
            help="find the change by running the program with some of them at a time, in a copy of its folder",
        )
        add_trust_argument(parser)
        parser.add_argument(
            "--by",
            choices=("operation", "module"),
            default="operation",
            help="module: what each layer of a torch model gave and which gradients came, whatever operations made it",
        )

    def run(self, arguments: argparse.Namespace) -> int:
        """Compare, and return 1 if anything differs."""
        tolerance = Tolerance(arguments.rtol, arguments.atol, arguments.ulp)
        with (
            opened(arguments.trace, arguments.trust, _VALUES_FOR) as first,
            opened(arguments.second, arguments.trust, _VALUES_FOR) as second,
        ):
            if arguments.by == "module":
                layers = module_diff(first, second, tolerance)
                print_answer(layers, module_diff_view(layers, arguments.limit), arguments.json)
                return 1 if layers.found else 0
            answer = diff(first, second, tolerance, arguments.limit, arguments.try_changes)
            if arguments.try_changes and not answer.equal:
                answer = with_changes_tried(answer, first, second)
            print_answer(answer, diff_view(answer, arguments.details), arguments.json)
        return 0 if answer.equal else 1
