"""`numscope report`: a trace as one page to look at, send and keep."""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

from numscope.analysis.report.answer import Limits, report
from numscope.cli.browser import add_open_argument, open_page
from numscope.cli.process_selection import add_process_arguments
from numscope.cli.reading import count, opened, print_answer
from numscope.cli.scheduling import add_scheduler_argument
from numscope.errors import UsageError
from numscope.views.page.head import LANGUAGES
from numscope.views.progress import logged_progress
from numscope.views.report import write_report
from numscope.views.values import short_size


@dataclass(frozen=True)
class WrittenReport:
    """What was written. nonfinite: places where NaN or infinities began, None where the trace holds no statistics.

    advice: lines that could be faster.
    """

    file: str
    bytes: int
    operations: int
    nonfinite: int | None
    advice: int


class Report:
    """Write one HTML file that shows the trace: no server, no network, nothing to install for who reads it.

    What ran, findings, what took the time, a timeline, the data flow, and every operation in a table to search.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.add_argument("trace", metavar="TRACE", help="a trace directory, NAME.numscope")
        parser.add_argument("-o", "--output", metavar="FILE", help="the page (default NAME.html)")
        parser.add_argument("--json", action="store_true", help="print one JSON document: file, counts")
        add_open_argument(parser)
        parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language it begins in")
        add_process_arguments(parser)
        add_scheduler_argument(parser)
        parser.add_argument(
            "--described",
            type=count,
            default=Limits.described,
            metavar="N",
            help=f"operations shown whole, with values and histograms (default {Limits.described})",
        )

    def run(self, arguments: argparse.Namespace) -> int:
        """Write the page and return 0."""
        output = Path(arguments.output or f"{Path(arguments.trace).stem}.html")
        check_page(output)
        with opened(arguments.trace) as trace:
            with logged_progress("reading the trace") as progress:
                answer = report(trace, Limits(described=arguments.described), progress)
            try:
                with output.open("w", encoding="utf-8") as file:
                    write_report(answer, trace, file, arguments.lang)
            except OSError as error:
                raise UsageError(f"{output} can't be written: {error.strerror or error}.") from None
        written = WrittenReport(
            str(output),
            os.stat(output).st_size,
            answer.overview.operations,
            None if answer.nonfinite is None else answer.nonfinite.places,
            answer.advice.found,
        )
        summary = f"numscope: {written.operations:,} operations in {output} ({short_size(written.bytes)})"
        print_answer(written, Text(summary), arguments.json)
        open_page(output, arguments.open)
        return 0


def check_page(output: Path) -> None:
    """Raises UsageError if `output` would take the place of something that is no page, as a script given by mistake."""
    if output.exists() and output.suffix.lower() not in (".html", ".htm"):
        raise UsageError(f"{output} is there already and is no page: name a file that ends in .html.")
