"""`numscope numba times`: where compile time goes."""

from __future__ import annotations

import argparse
import contextlib
import json

from numscope.cli.program_words import add_script


class TimesCommand:
    """Run a program and list where Numba's compile time went: functions, signatures, passes, the cache.

    Functions compiled more than once are listed with the argument types that made it so. The program's own cache
    is used as it is; what was loaded from it did not compile.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument(
            "--json", action="store_true", help="one JSON document; the program prints to stderr"
        )
        parser.add_argument("--limit", type=int, default=15, help="rows a table (default 15)")
        add_script(parser)

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the program, watching the compiler's clock."""
        from numscope.compiled.numba.compilation.cache import CacheWatch
        from numscope.compiled.numba.compilation.times import as_text, summarise
        from numscope.compiled.numba.compilation.watch import CompilationWatch
        from numscope.compiled.numba.script import output_to_stderr, run_script, show_traceback

        quiet = output_to_stderr() if arguments.json else contextlib.nullcontext()
        with quiet, CompilationWatch() as watch, CacheWatch() as cache:
            outcome = run_script(arguments.script, arguments.arguments)
        if outcome.error is not None:
            show_traceback(outcome.error)
        times = summarise(watch.compilations, cache.calls)
        print(json.dumps(times.as_json(), indent=2) if arguments.json else as_text(times, arguments.limit))
        return outcome.exit_code
