"""`numscope gradients`: how gradients flow through a model, step by step."""

from __future__ import annotations

import argparse
from pathlib import Path

from numscope.analysis.gradients import gradient_flow
from numscope.cli.reading import add_reading_arguments, opened, print_answer
from numscope.errors import UsageError
from numscope.views.gradients import gradients_svg, gradients_view


class Gradients:
    """Show the norm of each parameter's gradient at each optimiser step: what vanishes, explodes or is dead.

    The exit code is 1 if something is found.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=60)
        parser.add_argument("--svg", metavar="FILE", help="also draw it: a row a parameter, a column a step")

    def run(self, arguments: argparse.Namespace) -> int:
        """Add up, print, draw."""
        with opened(arguments.trace) as trace:
            flow = gradient_flow(trace)
        if arguments.svg:
            try:
                Path(arguments.svg).write_text(gradients_svg(flow), encoding="utf-8")
            except OSError as error:
                raise UsageError(f"{arguments.svg} can't be written: {error.strerror}") from None
        print_answer(flow, gradients_view(flow, arguments.limit), arguments.json)
        return 1 if flow.found else 0
