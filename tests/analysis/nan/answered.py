"""What `nan` says of a program that is recorded in this process."""

from __future__ import annotations

import contextlib
import warnings
from pathlib import Path

import numpy as np

import numscope
from numscope.analysis.nan.nonfinite import NonfiniteReport, find_nonfinite


def recorded(
    folder: Path, program: str, values: str = "full", refused: tuple[type[Exception], ...] = ()
) -> Path:
    """Return the trace of a program. refused: errors with which a library may end it."""
    file, trace = folder / "program.py", folder / "program.numscope"
    file.write_text(program)
    with (
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
        numscope.record(trace, values=values),
        contextlib.suppress(*refused),
    ):
        warnings.simplefilter("ignore")
        exec(compile(program, str(file), "exec"), {"np": np})
    return trace


def report(
    folder: Path, program: str, values: str = "full", refused: tuple[type[Exception], ...] = ()
) -> NonfiniteReport:
    """Return where the program's NaN began."""
    with numscope.open(recorded(folder, program, values, refused)) as trace:
        return find_nonfinite(trace)


def blamed(found: NonfiniteReport) -> list[int]:
    """Return the lines to blame, in the order in which they are said."""
    return [origin.site.line for origin in found.origins if origin.site is not None]


def first(folder: Path, program: str) -> tuple[int, str]:
    """Return the line that is blamed first, and the sentence about it."""
    origin = report(folder, program).origins[0]
    assert origin.site is not None
    assert origin.cause is not None
    return origin.site.line, origin.cause.sentence
