"""Programs that a test holds as text, run and recorded in the test's own process."""

from __future__ import annotations

import textwrap
from contextlib import redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path

import numscope


def recorded_text(folder: Path, name: str, program: str) -> Path:
    """Run a program as the file `name` in a new folder; return its trace. What it prints is in that, and not shown."""
    folder.mkdir()
    script, trace = folder / name, folder / "run.numscope"
    text = textwrap.dedent(program)
    script.write_text(text)
    # The interpreter's own kind of stream, as a program has it: pytest puts another in its place.
    with redirect_stdout(TextIOWrapper(BytesIO(), "utf-8")), numscope.record(trace):
        exec(compile(text, str(script), "exec"), {})
    return trace
