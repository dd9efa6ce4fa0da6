"""Programs for tests that need a process of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numscope

SOURCE = Path(numscope.__file__).parents[1]

BREAKING = """
import sys
import torch
import numscope.compiled

def f(x, n):
    y = x.sin()
    print("between")
    return (y * n).sum()

compiled = torch.compile(f, backend=BACKEND)

def main():
    x = torch.ones(3, requires_grad=True)
    compiled(x, 2).backward()
    return x.grad
"""


def write_program(directory: Path, body: str, backend: str = "eager") -> Path:
    path = directory / "program.py"
    path.write_text(BREAKING.replace("BACKEND", repr(backend)) + body)
    return path


def environment() -> dict[str, str]:
    """Return the environment that programs run in: this checkout, and Python's own `breakpoint()`."""
    return {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONBREAKPOINT": ""}


def run(
    *words: str | Path, stdin: str = "", environ: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run Python with `words` and return what it did."""
    return subprocess.run(
        [sys.executable, *map(str, words)],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=240,
        env={**environment(), **(environ or {})},
    )


def line_with(path: Path, text: str) -> int:
    """Return the number of the first line of code of `path` that has `text`."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if text in line and not line.lstrip().startswith("#"):
            return number
    raise AssertionError(f"{text!r} is not in {path}")
