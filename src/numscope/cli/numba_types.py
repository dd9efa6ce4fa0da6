"""`numscope numba types`: what became of every line."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from pathlib import Path

from numscope.cli.browser import add_open_argument, open_page
from numscope.cli.program_words import add_script
from numscope.errors import UsageError


class TypesCommand:
    """Run a program and show its compiled functions line by line with the types of the variables.

    Beside the types: conversions, vectorised loops and why others are not, allocations, reference counting,
    calls into BLAS, parallel loops, and in red the lines that work on Python objects.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument(
            "--json", action="store_true", help="one JSON document; the program prints to stderr"
        )
        parser.add_argument(
            "--limit", type=int, default=50, help="show at most this many signatures (default 50)"
        )
        parser.add_argument("--html", metavar="FILE", help="write a page instead")
        add_open_argument(parser)
        add_script(parser)

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the program, watching the compiler, and show what it compiled."""
        from numscope.compiled.numba.compilation.line_types import describe
        from numscope.compiled.numba.compilation.watch import CompilationWatch
        from numscope.compiled.numba.fresh_cache import fresh_cache
        from numscope.compiled.numba.script import output_to_stderr, run_script, show_traceback
        from numscope.probes.numba.adapter.compiler import require_numba
        from numscope.views.numba.line_types import as_html, as_text

        if arguments.open and not arguments.html:
            raise UsageError("--open shows a page: give --html FILE too.")
        require_numba()
        quiet = output_to_stderr() if arguments.json else contextlib.nullcontext()
        with quiet, fresh_cache(), CompilationWatch(lines=True) as watch:
            outcome = run_script(arguments.script, arguments.arguments)
            compiled = [c for c in watch.compilations if c.result is not None][: arguments.limit]
            functions = [describe(compilation) for compilation in compiled]
        if outcome.error is not None:
            show_traceback(outcome.error)
        if arguments.json:
            print(json.dumps({"functions": [function.as_json() for function in functions]}, indent=2))
        elif arguments.html:
            Path(arguments.html).write_text(as_html(functions), encoding="utf-8")
            open_page(Path(arguments.html), arguments.open)
        else:
            print(as_text(functions, sys.stdout.isatty()) or "numscope: no function was compiled.")
        return outcome.exit_code
