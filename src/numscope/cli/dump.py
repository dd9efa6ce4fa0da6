"""`numscope dump`: a trace as stable text."""

from __future__ import annotations

import argparse
import itertools

from numscope.cli.reading import add_reading_arguments, opened
from numscope.views.documents import to_json
from numscope.views.dump import Dump as DumpView
from numscope.views.escapes import print_json, print_text


class Dump:
    """Print the trace as stable text, usable as a golden file: the same program run twice gives the same lines."""

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser)
        parser.add_argument("--times", action="store_true", help="with times, which differ from run to run")
        parser.add_argument("--addresses", action="store_true", help="with addresses, not buffer numbers")

    def run(self, arguments: argparse.Namespace) -> int:
        """Print, and return 0."""
        with opened(arguments.trace) as trace:
            operations = itertools.islice(trace, arguments.limit)
            lines = DumpView(arguments.times, arguments.addresses).lines(operations)
            if arguments.json:
                print_json(to_json(list(lines)))
            else:
                for line in lines:
                    print_text(line)
        return 0
