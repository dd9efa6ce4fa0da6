"""`numscope top`: what is called most and takes most time."""

from __future__ import annotations

import argparse

from numscope.analysis.top.bandwidth import machine_bandwidth
from numscope.analysis.top.flops import GROUPINGS as FLOP_GROUPINGS
from numscope.analysis.top.flops import flop_profile
from numscope.analysis.top.peak import machine_peak
from numscope.analysis.top.profile import CALL, GROUPINGS, ORDERS, profile
from numscope.cli.reading import add_reading_arguments, opened, print_answer
from numscope.cli.scheduling import add_scheduler_argument
from numscope.views.flops import flops_view
from numscope.views.profile import profile_view


class Top:
    """Add up what the calls of the program's own lines cost; --by operation: each operation, those inside too.

    Speeds are held against this machine's memory, and with --flops against its fastest matrix product: both are
    measured once and kept in the user's cache.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=20)
        add_scheduler_argument(parser)
        choices = list(dict.fromkeys((*GROUPINGS, *FLOP_GROUPINGS)))
        parser.add_argument(
            "--by", choices=choices, help="what to add up by (default call; with --flops operation)"
        )
        parser.add_argument("--sort", choices=ORDERS, default="self", help="what to put first")
        parser.add_argument(
            "--flops", action="store_true", help="count floating-point operations from shapes"
        )

    def run(self, arguments: argparse.Namespace) -> int:
        """Add up, and return 0."""
        with opened(arguments.trace) as trace:
            if arguments.flops:
                by, memory = arguments.by or "operation", machine_bandwidth()
                counted = flop_profile(trace, by, arguments.limit, machine_peak(), memory.gb_per_s)
                print_answer(counted, flops_view(counted), arguments.json)
                return 0
            by = arguments.by or CALL
            answer = profile(trace, by, arguments.sort, arguments.limit, machine_bandwidth())
            print_answer(answer, profile_view(answer), arguments.json)
        return 0
