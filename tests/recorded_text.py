"""Programs that a test holds as text, run and recorded in the test's own process."""

from __future__ import annotations

import textwrap
from pathlib import Path

import numscope


def recorded_text(folder: Path, name: str, program: str) -> Path:
    """Run a program as the file `name` in a new folder, without what it prints; return its trace."""
    folder.mkdir()
    script, trace = folder / name, folder / "run.numscope"
    text = textwrap.dedent(program)
    script.write_text(text)
    with numscope.record(trace):
        exec(compile(text, str(script), "exec"), {"print": lambda *_: None})
    return trace
