"""Programs of examples/libraries and of tests, recorded, and what the commands say of them."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tests.warm_numscope import numscope_says

import numscope
from numscope.analysis.replay.single_call import call_again
from numscope.analysis.testgen.source import source_of
from numscope.trace import Operation, Trace

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "libraries"


@dataclass(frozen=True)
class Recorded:
    """A recorded run of a program, and the trace that it left."""

    script: Path
    path: Path

    def ask(self, command: str, *arguments: str) -> str:
        """Return what a command prints of the trace."""
        return numscope_prints(command, str(self.path), *arguments)

    def trace(self) -> Trace:
        """Return the trace."""
        return numscope.open(self.path)

    def on_line(self, text: str, library: str = "") -> list[Operation]:
        """Return the outermost operations of the program's first line with this text in it."""
        lines = self.script.read_text().splitlines()
        number = next(number for number, line in enumerate(lines, 1) if text in line)
        query = (
            "select id from operations where depth = 0 and user_line = ? and starts_with(name, ?) order by id"
        )
        trace = self.trace()
        return trace.operations.fetch(trace.sql(query, [number, library])["id"].to_pylist())


def numscope_prints(*arguments: str) -> str:
    """Return what numscope prints when called with these arguments; it must not fail with a traceback."""
    done = numscope_says(*arguments)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


def record(script: Path, folder: Path, *arguments: str, name: str = "run") -> Recorded:
    """Run a program recorded; the trace is left in `folder`."""
    path = folder / f"{name}.numscope"
    done = numscope_says("run", "--output", path, script, *arguments)
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr, done.stderr
    return Recorded(script, path)


def assert_same_without_numscope(program: Recorded) -> None:
    """Run a program plainly; it must write into the file of its argument what it wrote when it was recorded."""
    folder = program.path.parent
    subprocess.run([sys.executable, str(program.script), str(folder / "plain.txt")], check=True)
    assert (folder / "recorded.txt").read_text() == (folder / "plain.txt").read_text()


def assert_made_again(operation: Operation, text: str) -> None:
    """The operation, called again in this process, gives the arrays that it gave; testgen writes it as `text`."""
    again = call_again(operation)
    assert again.exception is None
    given = [
        (operand.value(), now)
        for operand, now in zip(operation.outputs, again.outputs, strict=True)
        if operand.is_array()
    ]
    assert given
    for then, now in given:
        np.testing.assert_array_equal(now, then, strict=True)
    assert source_of(operation).text == text


def coverage_of(library: str) -> dict[str, Any]:
    """Return what `numscope coverage --library` finds."""
    found: dict[str, Any] = json.loads(numscope_prints("coverage", "--library", library, "--json"))
    return found
