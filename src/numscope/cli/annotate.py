"""`numscope annotate`: the program's source with what each line computed."""

from __future__ import annotations

import argparse

from numscope.analysis.annotate.lines import annotate
from numscope.cli.reading import add_reading_arguments, opened, print_answer
from numscope.views.annotate import AnnotationView


class Annotate:
    """Show the program's source: time, calls and last result of each line, and where NaN and infinities are.

    Only lines with calls and those around them are shown; --whole shows every line.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser)
        parser.add_argument(
            "file", metavar="FILE", nargs="?", default="", help="one source file, or the end of its path"
        )
        parser.add_argument("--whole", action="store_true", help="every line of the files")

    def run(self, arguments: argparse.Namespace) -> int:
        """Show the files, and return 0."""
        with opened(arguments.trace) as trace:
            answer = annotate(trace, arguments.file)
            print_answer(answer, AnnotationView(answer, arguments.whole), arguments.json)
        return 0
