"""`numscope mock`: recorded results stand in for the slow part of a program."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from numscope.analysis.mock.plan import write_plan
from numscope.cli.program_words import check_program
from numscope.cli.reading import opened
from numscope.errors import UsageError
from numscope.recording import environment
from numscope.recording.launch import end_like, run_program
from numscope.recording.policy import Policy
from numscope.recording.session import MOCK, Session
from numscope.recording.shard import create_trace

_VALUES_FOR = "calls are answered whose results are there"


class Mock:
    """Run a program with recorded results in the place of its slow operations, up to one of them.

    What the program does up to there is held against the recording, operation by operation: where another operation
    is called, or with other inputs, the run ends with a sentence and exit code 2. Views, changes in place, random draws
    and quick operations run as they are. From there on the program runs by itself: its later part may be another.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.usage = "numscope mock TRACE --upto ID (SCRIPT | -m MODULE | -c CODE) [ARGUMENTS ...]"
        parser.add_argument(
            "--upto", metavar="ID", help="the last operation whose result stands in; before or after TRACE"
        )
        parser.add_argument(
            "words", nargs=argparse.REMAINDER, metavar="TRACE ...", help="a trace directory, then the program"
        )

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the program, and end as it did."""
        path, upto, words = _understood(arguments)
        check_program(words)
        with tempfile.TemporaryDirectory(prefix="numscope-mock-") as folder:
            with opened(path, values_for=_VALUES_FOR) as trace:
                if trace.manifest.get("policy", {}).get("values") not in ("auto", "full"):
                    raise UsageError(f"{trace.path} holds no values: record with --values full.")
                write_plan(trace, upto, Path(folder))
            # Inputs are compared by their hashes, which come with statistics.
            policy = Policy(values="stats", scalars=trace.manifest.get("policy", {}).get("scalars"))
            aside = Path(folder) / "mock.numscope"
            create_trace(aside, policy, [sys.executable, *words])
            environ = dict(os.environ)
            # Root process 0 does not exist: no process prints a summary of this recording.
            environ.update(environment.settings(Session(aside, policy, 0), environ))
            environ[MOCK] = folder
            code = run_program(words, environ)
        return end_like(code)


def _understood(arguments: argparse.Namespace) -> tuple[str, int, list[str]]:
    """The trace, the last operation, and the words of the program, which may look like options of ours."""
    words: list[str] = arguments.words
    upto: str | None = arguments.upto
    if not words:
        raise UsageError("nothing to run: give TRACE, --upto ID and a program.")
    path, rest = words[0], words[1:]
    if upto is None and rest and rest[0].partition("=")[0] == "--upto":
        _, equals, value = rest[0].partition("=")
        upto, rest = (value, rest[1:]) if equals else ("".join(rest[1:2]), rest[2:])
    if upto is None or not upto.isdecimal():
        raise UsageError("--upto ID is needed: the last operation whose result stands in.")
    return path, int(upto), rest
