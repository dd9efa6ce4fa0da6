"""`numscope top`: what is called most and takes most time."""

from __future__ import annotations

import argparse

from numscope.analysis.top.bandwidth import machine_bandwidth
from numscope.analysis.top.profile import CALL, GROUPINGS, ORDERS, profile
from numscope.cli.reading import add_reading_arguments, opened, print_answer
from numscope.views.profile import profile_view


class Top:
    """Add up what the calls of the program's own lines cost; --by operation: each operation, those inside too.

    Speeds are held against this machine's memory: a sum of large arrays, measured once and kept in the user's cache.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=20)
        parser.add_argument("--by", choices=GROUPINGS, default=CALL, help="what to add up by")
        parser.add_argument("--sort", choices=ORDERS, default="self", help="what to put first")

    def run(self, arguments: argparse.Namespace) -> int:
        """Add up, and return 0."""
        with opened(arguments.trace) as trace:
            answer = profile(trace, arguments.by, arguments.sort, arguments.limit, machine_bandwidth())
            print_answer(answer, profile_view(answer), arguments.json)
        return 0
