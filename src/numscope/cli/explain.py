"""`numscope explain`: a program step by step, drawn."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from numscope.analysis.explain.walk import walk
from numscope.cli.browser import add_open_argument, open_page
from numscope.cli.program_words import add_script
from numscope.cli.reading import count, opened
from numscope.cli.report import check_page
from numscope.errors import UsageError
from numscope.views.escapes import print_text
from numscope.views.explain import write_explanation
from numscope.views.page.head import LANGUAGES

_MOST_STEPS = 400


class Explain:
    """Write one HTML page that steps through a program: each line beside a drawing of what it does with its arrays.

    How shapes are stretched to fit, which axis a reduction goes along, what an index picks, which memory a view shares,
    where NaN came from. A script is recorded first; a trace is explained as it was recorded.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.usage = "numscope explain [options] (SCRIPT | TRACE) [options] [[--] ARGUMENTS ...]"
        parser.add_argument("-o", "--output", metavar="FILE", help="the page (default NAME.html)")
        add_open_argument(parser)
        parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language it begins in")
        parser.add_argument(
            "--title", metavar="TEXT", help="what stands on top (default: the program's name)"
        )
        parser.add_argument(
            "--limit",
            type=count,
            default=_MOST_STEPS,
            metavar="N",
            help=f"at most N steps (default {_MOST_STEPS})",
        )
        add_script(parser, "SCRIPT|TRACE")

    def run(self, arguments: argparse.Namespace) -> int:
        """Write the page and return 0. Raises UsageError if the program performed no operation to explain."""
        words = [arguments.script, *arguments.arguments]
        target = Path(arguments.script)
        output = Path(arguments.output or f"{target.stem}.html")
        check_page(output)
        if target.is_dir():
            if words[1:]:
                raise UsageError(f"{words[1]!r} is one argument too many: a trace takes none.")
            self._explain(target, arguments, output)
            return 0
        if not target.is_file():
            raise UsageError(f"{target} is neither a script nor a trace.")
        with tempfile.TemporaryDirectory(prefix="numscope-") as folder:
            self._explain(_record(words, Path(folder)), arguments, output)
        return 0

    def _explain(self, trace_path: Path, arguments: argparse.Namespace, output: Path) -> None:
        with opened(str(trace_path)) as trace:
            steps = walk(trace, max(1, arguments.limit))
            if not steps.steps:
                raise UsageError(
                    f"nothing to explain: {arguments.script} performed no NumPy operation itself."
                )
            try:
                with output.open("w", encoding="utf-8") as file:
                    title = arguments.title or Path(arguments.script).stem.replace("_", " ")
                    write_explanation(steps, title, arguments.lang, file)
            except OSError as error:
                raise UsageError(f"{output} can't be written: {error.strerror or error}.") from None
        rest = (
            f", the first {len(steps.steps):,} of {steps.of:,} (--limit)"
            if steps.of > len(steps.steps)
            else ""
        )
        print_text(
            f"numscope: {len(steps.steps):,} step{'s' if len(steps.steps) > 1 else ''} in {output}{rest}"
        )
        open_page(output, arguments.open)


def _record(words: list[str], folder: Path) -> Path:
    """Run the script as `numscope run` does, and return its trace. Raises UsageError if there is none."""
    trace = folder / f"{Path(words[0]).stem}.numscope"
    environ = {name: value for name, value in os.environ.items() if not name.startswith("NUMSCOPE_")}
    command = [sys.executable, "-m", "numscope", "run", "--output", str(trace), "--values", "full", *words]
    done = subprocess.run(
        command, env=environ, stderr=subprocess.PIPE, text=True, errors="replace", check=False
    )
    sys.stderr.writelines(
        f"{line}\n" for line in done.stderr.splitlines() if not line.startswith("numscope: ")
    )
    if not trace.exists():
        problem = done.stderr.strip().removeprefix("numscope: ").partition("\n")[0]
        raise UsageError(problem or f"{words[0]} could not be recorded.")
    return trace
