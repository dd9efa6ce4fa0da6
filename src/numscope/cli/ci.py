"""`numscope ci`: record a program and compare what its lines gave with a baseline that is kept beside the code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from numscope.analysis.baseline.comparison import Comparison, Tolerance, compare
from numscope.analysis.baseline.file import read_baseline, write_baseline
from numscope.analysis.baseline.lines import LineResults, lines_of
from numscope.cli.program_words import add_program_arguments, check_program
from numscope.cli.reading import count, print_answer
from numscope.errors import UsageError
from numscope.recording import environment
from numscope.recording.launch import end_like, run_program
from numscope.recording.naming import program_stem
from numscope.recording.reporting import tell
from numscope.recording.session import Session
from numscope.recording.shard import SUFFIX, create_trace
from numscope.recording.sources import resolve
from numscope.trace.reader import open_trace
from numscope.views.baseline import baseline_view, difference_text
from numscope.views.escapes import print_text
from numscope.views.workflow_commands import error_command, wanted

_BASELINES = "numscope_baseline"
_TRACES = ".numscope"


class Ci:
    """Record a program and fail if a line gives something else than in the baseline.

    A baseline is a small text file with statistics, hashes and a few elements of what each line gave; `--update`
    writes it, git keeps it. Exit code 1 if anything differs beyond the tolerance; that of the program if it fails.
    In GitHub Actions each difference marks its line.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.usage = "numscope ci [options] (SCRIPT | -m MODULE | -c CODE) [options] [[--] WORDS ...]"
        parser.add_argument("--update", action="store_true", help="write the baseline of this run")
        parser.add_argument(
            "--baseline", metavar="FILE", help=f"the baseline (default: {_BASELINES}/NAME.json)"
        )
        parser.add_argument(
            "--output", metavar="TRACE", help=f"the trace of this run (default: {_TRACES}/ci-NAME{SUFFIX})"
        )
        parser.add_argument("--rtol", type=float, metavar="X", help="relative tolerance (default: by dtype)")
        parser.add_argument(
            "--atol", type=float, default=0.0, metavar="X", help="absolute tolerance (default 0)"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document")
        parser.add_argument(
            "--limit", type=count, default=10, metavar="N", help="at most N differences (default 10)"
        )
        add_program_arguments(parser, options_after=True)

    def run(self, arguments: argparse.Namespace) -> int:
        """Record, then compare or update."""
        words: list[str] = arguments.program or []
        check_program(words)
        stem = program_stem(words)
        baseline = Path(arguments.baseline or Path(_BASELINES, f"{stem}.json"))
        kept = () if arguments.update else read_baseline(baseline)
        trace = Path(arguments.output) if arguments.output else _default_trace(stem)
        code = _record(words, trace)
        with open_trace(trace) as opened:
            lines = lines_of(opened, os.getcwd())
        if code:
            tell(f"the program ended with exit code {code}; its trace: numscope {trace}")
        if arguments.update:
            return end_like(code) if code else _update(baseline, lines)
        found = compare(kept, lines, Tolerance(arguments.rtol, arguments.atol))
        print_answer(found, baseline_view(found, str(baseline), arguments.limit), arguments.json)
        if found.differences:
            _point_at(found, arguments.limit, trace)
        return end_like(code) if code else int(bool(found.differences))


def _default_trace(stem: str) -> Path:
    folder = Path(_TRACES)
    try:
        folder.mkdir(exist_ok=True)
        (folder / ".gitignore").write_text("*\n", encoding="ascii")
    except OSError as error:
        raise UsageError(f"{folder} can't be written: {error.strerror or error}.") from None
    return folder / f"ci-{stem}{SUFFIX}"


def _record(words: Sequence[str], trace: Path) -> int:
    """Run the program, recorded, and return its exit code."""
    path = trace.absolute()
    policy = replace(resolve({}, os.environ, Path.cwd()), output=str(path), npy="", log=False, force=True)
    create_trace(path, policy, [sys.executable, *words])
    environ = dict(os.environ)
    environ.update(environment.settings(Session(path, policy, os.getpid()), environ))
    return run_program(list(words), environ)


def _update(baseline: Path, lines: Sequence[LineResults]) -> int:
    write_baseline(baseline, lines)
    tell(f"{len(lines):,} results in {baseline}: commit it")
    return 0


def _point_at(found: Comparison, limit: int, trace: Path) -> None:
    """Say how to go on, and mark the lines where the runner shows marks."""
    nans = any(name == "NaN" for one in found.differences for name, _, _ in one.facts)
    if nans:
        tell(f"where NaN began: numscope nan {trace}")
    tell(f"the run: numscope ls {trace}; to accept it, run the same command with --update")
    for one in found.differences[:limit] if wanted() else ():
        line = one.new or one.old
        if line is not None:
            print_text(error_command(line.file, max(1, line.line), difference_text(one)), sys.stdout)
