"""`numscope show`: one operation whole, or the calls of one layer."""

from __future__ import annotations

import argparse

from numscope.analysis.show.layer_calls import calls_of_layer, is_layer_call
from numscope.analysis.show.surroundings import surroundings
from numscope.cli.reading import add_reading_arguments, opened, print_answer
from numscope.views.layer_calls import layer_calls_view
from numscope.views.operations import operation_view


class Show:
    """Show one operation whole: call site, times, operands with values and statistics, what ran inside it.

    Of a layer, given by its path (`encoder.layer.0`): what each call took, returned and had as parameters.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=20)
        parser.add_argument(
            "id", metavar="ID", help="the operation's number, -1 is the last one; or the path of a layer"
        )

    def run(self, arguments: argparse.Namespace) -> int:
        """Show, and return 0."""
        with opened(arguments.trace) as trace:
            number = _number(arguments.id)
            if number is None or is_layer_call(trace, number):
                layer = calls_of_layer(trace, arguments.id if number is None else number, arguments.limit)
                print_answer(layer, layer_calls_view(layer), arguments.json)
                return 0
            around = surroundings(trace, number, arguments.limit)
            print_answer(around, operation_view(around), arguments.json)
        return 0


def _number(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None
