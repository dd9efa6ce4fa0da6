"""`numscope sql`: any question, as SQL."""

from __future__ import annotations

import argparse
from pathlib import Path

from numscope.cli.reading import add_reading_arguments, opened, print_answer
from numscope.views.tables import arrow_rows, arrow_view


class Sql:
    """Answer one SQL SELECT over the trace's tables: operations, operands, values, sites, processes, ...

    DuckDB's dialect. Nothing is written and nothing outside the trace is read.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=200)
        parser.add_argument(
            "--flight-recorder",
            nargs="+",
            type=Path,
            default=[],
            metavar="DUMP",
            help="dumps of PyTorch's flight recorder, a file a rank, as the table flight_recorder",
        )
        parser.add_argument(
            "query", metavar="QUERY", help="as 'select name, count(*) from operations group by 1'"
        )

    def run(self, arguments: argparse.Namespace) -> int:
        """Answer, and return 0."""
        with opened(arguments.trace) as trace:
            if arguments.flight_recorder:
                trace.add_flight_recorder(arguments.flight_recorder)
            answer = trace.sql(arguments.query)
            shown = answer.slice(0, arguments.limit)
            print_answer(arrow_rows(shown), arrow_view(shown, answer.num_rows), arguments.json)
        return 0
