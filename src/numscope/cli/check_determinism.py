"""`numscope check-determinism`: does the program do the same when it is run again?"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from numscope.analysis.check_determinism.determinism import RunEnd, compare_runs
from numscope.analysis.concepts.array_difference import Tolerance
from numscope.cli.program_words import add_program_arguments, check_program
from numscope.cli.reading import count, print_answer
from numscope.errors import UsageError
from numscope.recording import environment
from numscope.recording.policy import Policy
from numscope.recording.session import Session
from numscope.recording.shard import create_trace
from numscope.recording.sources import resolve
from numscope.trace import Trace
from numscope.trace.reader import open_trace
from numscope.views.determinism import determinism_view

# Of the hash: without it, sets of text have another order in each process, and a check that can't be repeated.
_HASH_SEED = "PYTHONHASHSEED"


class CheckDeterminism:
    """Run a program twice and name the operations and random draws that differ. Exit code 1 if there are any.

    Each run has a hash seed of its own, unless PYTHONHASHSEED is set: what depends on the order of a set shows. What
    the first run prints goes to standard error.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.usage = (
            "numscope check-determinism [options] (SCRIPT | -m MODULE | -c CODE) [options] [[--] WORDS ...]"
        )
        parser.add_argument("--times", type=count, default=2, metavar="N", help="runs to compare (default 2)")
        parser.add_argument("--keep", metavar="FOLDER", help="keep the traces there, as run-1.numscope, ...")
        parser.add_argument("--json", action="store_true", help="print one JSON document")
        parser.add_argument(
            "--limit", type=count, default=10, metavar="N", help="at most N findings (default 10)"
        )
        parser.add_argument(
            "--rtol", type=float, default=0.0, metavar="X", help="relative tolerance (default 0)"
        )
        parser.add_argument(
            "--atol", type=float, default=0.0, metavar="X", help="absolute tolerance (default 0)"
        )
        add_program_arguments(parser, options_after=True)

    def run(self, arguments: argparse.Namespace) -> int:
        """Run, compare, and return 1 if anything differs."""
        words: list[str] = arguments.program or []
        check_program(words)
        if arguments.times < 2:
            raise UsageError("--times needs at least 2: one run has nothing to differ from")
        tolerance = Tolerance(arguments.rtol, arguments.atol)
        with ExitStack() as stack:
            folder = Path(
                arguments.keep or stack.enter_context(tempfile.TemporaryDirectory(prefix="numscope-"))
            )
            runs = [_run(words, folder, number) for number in range(1, arguments.times + 1)]
            traces = [stack.enter_context(trace) for trace, _ in runs]
            ends = [end for _, end in runs]
            sys.stderr.buffer.write(ends[0].output)
            sys.stderr.flush()
            answer = compare_runs(traces, ends, None, arguments.limit, tolerance)
            if not answer.deterministic and _HASH_SEED not in os.environ:
                again = stack.enter_context(_run(words, folder, arguments.times + 1, hash_seed=1)[0])
                answer = compare_runs(traces, ends, again, arguments.limit, tolerance)
            print_answer(answer, determinism_view(answer), arguments.json)
        return 0 if answer.deterministic else 1


def _run(
    words: Sequence[str], folder: Path, number: int, hash_seed: int | None = None
) -> tuple[Trace, RunEnd]:
    """Run the program once, recorded; what it prints is kept, what it says on standard error goes through."""
    path = (folder / f"run-{number}.numscope").absolute()
    policy: Policy = replace(resolve({}, os.environ, Path.cwd()), output=str(path), npy="", log=False)
    create_trace(path, policy, [sys.executable, *words])
    environ = {_HASH_SEED: str(hash_seed or number), **os.environ}
    environ.update(environment.settings(Session(path, policy, os.getpid()), environ))
    ended = subprocess.run([sys.executable, *words], env=environ, stdout=subprocess.PIPE, check=False)
    return open_trace(path), RunEnd(ended.stdout, ended.returncode)
