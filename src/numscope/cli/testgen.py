"""`numscope testgen`: recorded operations as pytest files."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Group
from rich.text import Text

from numscope.analysis.testgen.selection import Wishes, select
from numscope.cli.reading import (
    add_ops_argument,
    add_reading_arguments,
    add_trust_argument,
    opened,
    print_answer,
    program_file,
)
from numscope.cli.scheduling import add_scheduler_argument
from numscope.errors import UsageError
from numscope.recording.kinds import Size
from numscope.views.testgen import write_tests
from numscope.views.values import short_size

_VALUES_FOR = "tests are written of operations whose operands are there"


class Testgen:
    """Write pytest files that do the recorded operations again and compare with what came out, bit for bit.

    The data lie beside them; nothing but NumPy and pytest is needed to run them. An operation that raised becomes a
    test that it raises. Operations that can't be called again, or give something else here, are left out and counted.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser)
        add_scheduler_argument(parser)
        add_trust_argument(parser)
        parser.add_argument(
            "-o", "--output", metavar="FOLDER", default="tests", help="where to write (default tests)"
        )
        parser.add_argument(
            "--by",
            choices=("function", "operation"),
            default="function",
            help="one file for each function of the program (default) or each operation",
        )
        parser.add_argument(
            "--function",
            action="append",
            default=[],
            metavar="MODULE:NAME",
            help="only what this function called itself (a pattern; may be given again)",
        )
        add_ops_argument(parser, "only these operations (may be given again)")
        parser.add_argument(
            "--rtol", type=float, default=0.0, metavar="X", help="relative tolerance (default 0)"
        )
        parser.add_argument(
            "--atol", type=float, default=0.0, metavar="X", help="absolute tolerance (default 0)"
        )
        parser.add_argument(
            "--max-bytes", default="10M", metavar="SIZE", help="leave out calls with more data (default 10M)"
        )
        parser.add_argument(
            "--program",
            action="append",
            default=[],
            type=program_file,
            metavar="FILE",
            help="make tests of the functions Numba compiles in this file too; may be given again",
        )
        parser.set_defaults(limit=3)

    def run(self, arguments: argparse.Namespace) -> int:
        """Write, tell what was written, and return 0; 1 if there was nothing to make a test of."""
        if arguments.limit < 1:
            raise UsageError("--limit needs at least 1: it is the number of calls of each line")
        wishes = Wishes(
            arguments.by,
            tuple(arguments.function),
            tuple(arguments.ops),
            arguments.limit,
            Size().parse(arguments.max_bytes),
            tuple(arguments.program),
        )
        with opened(arguments.trace, arguments.trust, _VALUES_FOR) as trace:
            selection = select(trace, wishes)
        written = write_tests(
            selection, Path(arguments.trace).name, Path(arguments.output), arguments.rtol, arguments.atol
        )
        answer = {
            "tests": selection.tests,
            "files": [str(path) for path in written.tests],
            "golden_bytes": written.golden_bytes,
            "left_out": selection.left_out,
        }
        lines = [Text(f"{path}") for path in written.tests]
        files = f"{len(lines):,} file{'' if len(lines) == 1 else 's'}"
        size = short_size(written.golden_bytes)
        lines.append(Text(f"{selection.tests:,} tests in {files}, {size} of data", "bold"))
        if selection.left_out:
            lines.append(Text("left out:"))
            lines.extend(Text(f"  {count:,}: {reason}") for reason, count in selection.left_out.items())
        print_answer(answer, Group(*lines), arguments.json)
        return 0 if selection.tests else 1
