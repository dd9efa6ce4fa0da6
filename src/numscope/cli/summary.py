"""`numscope summary`: what each layer of a model takes, returns, holds and costs."""

from __future__ import annotations

import argparse
import shutil
import sys

from numscope.analysis.summary.summary import summarise
from numscope.cli.reading import add_reading_arguments, count, opened, print_answer
from numscope.views.escapes import print_text
from numscope.views.summary import summary_markdown, summary_view

_PIPED = 400


class SummaryCommand:
    """List the layers of PyTorch models: shapes, parameters, floating-point operations, bytes and time.

    The trace is enough: no model is built and no input is needed. Equal blocks one after the other are one row.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser)
        parser.add_argument(
            "--depth", type=count, metavar="N", help="go N levels below the model (default all)"
        )
        parser.add_argument("--markdown", action="store_true", help="print a Markdown table")

    def run(self, arguments: argparse.Namespace) -> int:
        """Print the table, and return 0."""
        with opened(arguments.trace) as trace:
            answer = summarise(trace, arguments.depth, arguments.limit)
            if arguments.markdown:
                print_text(summary_markdown(answer), sys.stdout)
                return 0
            width = shutil.get_terminal_size().columns if sys.stdout.isatty() else _PIPED
            print_answer(answer, summary_view(answer, width), arguments.json)
        return 0
