"""`numscope numba dump`: everything Numba made of a program, on disk."""

from __future__ import annotations

import argparse
from pathlib import Path

from numscope.cli.program_words import add_script
from numscope.errors import UsageError


class DumpCommand:
    """Run a program and write what Numba made of every function into a folder, with an index page.

    For every signature: source, bytecode, Numba IR after every pass that changed it (as diffs), typed IR, the
    control flow as a picture, LLVM before and after optimisation, assembly, and assembly beside the source.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("-o", "--output", metavar="DIR", help="the folder to write into")
        parser.add_argument(
            "--limit", type=int, default=100, help="at most this many signatures (default 100)"
        )
        add_script(parser)

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the program, keeping every stage, and write the folder."""
        from numscope.compiled.numba.compilation.dump import dump
        from numscope.compiled.numba.compilation.watch import CompilationWatch
        from numscope.compiled.numba.fresh_cache import fresh_cache
        from numscope.compiled.numba.script import run_script, show_traceback
        from numscope.probes.numba.adapter.compiler import require_numba

        if not arguments.output:
            raise UsageError("say where the files go: -o DIR.")
        require_numba()
        with fresh_cache(), CompilationWatch(lines=True, keep_ir=True) as watch:
            outcome = run_script(arguments.script, arguments.arguments)
            compiled = [c for c in watch.compilations if c.result is not None][: arguments.limit]
            written = dump(compiled, Path(arguments.output))
        if outcome.error is not None:
            show_traceback(outcome.error)
        print(f"numscope: {len(compiled)} signatures, {len(written)} files; begin at {written[-1]}")
        return outcome.exit_code
