"""`numscope gradients`: how gradients flow through a model, step by step."""

from __future__ import annotations

import argparse
from pathlib import Path

from numscope.analysis.gradients.training_health import training_health
from numscope.analysis.nan.nonfinite import Rules, find_nonfinite
from numscope.cli.reading import add_reading_arguments, opened, print_answer
from numscope.errors import UsageError
from numscope.trace import Trace
from numscope.views.gradients import gradients_svg, gradients_view
from numscope.views.gradients_png import gradients_png
from numscope.views.nonfinite import origin_sentence


class Gradients:
    """Show the norm of each parameter's gradient at each optimiser step: what vanishes, explodes or is dead.

    And how the training goes: loss, learning rate, how much steps change weights, clipping, dead units, drift of
    activations, noise scale. The exit code is 1 if something is found.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=60)
        parser.add_argument("--svg", metavar="FILE", help="also draw it: a row a parameter, a column a step")
        parser.add_argument("--png", metavar="FILE", help="also draw it as PNG, with Matplotlib")

    def run(self, arguments: argparse.Namespace) -> int:
        """Add up, print, draw."""
        with opened(arguments.trace) as trace:
            flow = training_health(trace)
            cause = _cause(trace) if flow.not_finite and not arguments.json else ""
        if arguments.svg:
            _write(arguments.svg, gradients_svg(flow).encode())
        if arguments.png:
            _write(arguments.png, gradients_png(flow))
        print_answer(flow, gradients_view(flow, arguments.limit, cause), arguments.json)
        return 1 if flow.verdicts else 0


def _cause(trace: Trace) -> str:
    """Return where NaN and infinities began, and why; "" if all that began were allowed when it was recorded."""
    report = find_nonfinite(trace, Rules.of(trace), limit=1, elements=0)
    return origin_sentence(report.origins[0]) if report.origins else ""


def _write(file: str, picture: bytes) -> None:
    try:
        Path(file).write_bytes(picture)
    except OSError as error:
        raise UsageError(f"{file} can't be written: {error.strerror}.") from None
