"""`numscope ranks`: what goes wrong between the processes of one job."""

from __future__ import annotations

import argparse

from numscope.analysis.ranks.ranks import ranks_report
from numscope.cli.reading import add_reading_arguments, opened, print_answer
from numscope.cli.scheduling import add_scheduler_argument
from numscope.views.ranks import ranks_view


class Ranks:
    """Compare the ranks of a job: collectives that do not match, NaN, replicas that differ, ranks that are late.

    Exit code 1 if something is found. Below stands what each rank did with its time.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=10)
        add_scheduler_argument(parser)

    def run(self, arguments: argparse.Namespace) -> int:
        """Compare them, and return 1 if there is a finding."""
        with opened(arguments.trace) as trace:
            report = ranks_report(trace)
            print_answer(report, ranks_view(report, arguments.limit), arguments.json)
        return 1 if report.findings else 0
