"""`numscope precision`: where digits are lost, and what to write instead."""

from __future__ import annotations

import argparse

from numscope.analysis.precision.precision import precision
from numscope.cli.reading import add_reading_arguments, add_trust_argument, opened, print_answer
from numscope.cli.scheduling import add_scheduler_argument
from numscope.views.precision import precision_view
from numscope.views.progress import sealing_progress

_VALUES_FOR = "operations are measured whose inputs are there"


class Precision:
    """Run every operation again in higher precision, and name the lines that lose digits, worst first.

    Cancellation, overflow on the way, long sums, log(1 + x) and their like are named with what to write instead. Exit
    code 1 if there are any.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=3)
        add_scheduler_argument(parser)
        add_trust_argument(parser)

    def run(self, arguments: argparse.Namespace) -> int:
        """Measure, and return 1 if digits are lost."""
        with (
            opened(arguments.trace, arguments.trust, _VALUES_FOR) as trace,
            sealing_progress("measuring") as progress,
        ):
            answer = precision(trace, arguments.limit, progress)
        print_answer(answer, precision_view(answer), arguments.json)
        return 1 if answer.found else 0
