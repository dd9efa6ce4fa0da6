"""What `nan` says first of a program that is recorded in this process."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import numscope
from numscope.analysis.nan.nonfinite import find_nonfinite


def first(folder: Path, program: str) -> tuple[int, str]:
    """Return the line that is blamed first, and the sentence about it."""
    file, trace = folder / "program.py", folder / "program.numscope"
    file.write_text(program)
    with np.errstate(all="ignore"), numscope.record(trace):
        exec(compile(program, str(file), "exec"), {"np": np, "print": lambda *_: None})
    with numscope.open(trace) as opened:
        origin = find_nonfinite(opened).origins[0]
    assert origin.site is not None
    assert origin.cause is not None
    return origin.site.line, origin.cause.sentence
