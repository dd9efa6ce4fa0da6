"""`numscope advise`: what the program could do faster."""

from __future__ import annotations

import argparse
from dataclasses import replace

from numscope.analysis.advise import KINDS, advise
from numscope.analysis.nan.nonfinite import find_nonfinite
from numscope.cli.reading import add_reading_arguments, opened, print_answer
from numscope.errors import UsageError
from numscope.trace import Operation, Trace
from numscope.views.advice import advice_view


class Advise:
    """Find slow lines, what they cost, and how to fix them.

    Hidden and needless copies, reductions against the order in memory, temporaries, accidental promotion, loops over
    tiny arrays, single elements and rows of a table, identical calls, growing or object arrays, strided matrices.
    Exit code 1 if anything is found.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=3)
        parser.add_argument(
            "--kind",
            action="append",
            default=[],
            choices=KINDS,
            help="look for this kind only; may be repeated",
        )

    def run(self, arguments: argparse.Namespace) -> int:
        """Look, and return 1 if anything is found."""
        with opened(arguments.trace) as trace:
            advice = advise(trace, arguments.limit, tuple(arguments.kind))
            advice = replace(advice, nonfinite=_first_nonfinite(trace))
            print_answer(advice, advice_view(advice), arguments.json)
        return 1 if advice.found else 0


def _first_nonfinite(trace: Trace) -> Operation | None:
    """Return the operation at which NaN or infinities began that were not meant; None if there is none."""
    try:
        origins = find_nonfinite(trace, limit=1).origins
    except UsageError:  # it holds no statistics
        return None
    return origins[0].operation if origins else None
