"""The generated functions that `run_fuzz` and `run_mutants` look at, in a process made quiet for them."""

from __future__ import annotations

import argparse
import gc
import sys
import types
import warnings
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "src"))

from grammar import Program


def parser(description: str | None, count: int) -> argparse.ArgumentParser:
    """Give the options that choose among the seeds."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("--first", type=int, default=0)
    made.add_argument("--count", type=int, default=count)
    return made


def compiled(source: str) -> types.CodeType | None:
    """Give the code object of the first function of a text; None where it does not compile."""
    try:
        module = compile(source, "fuzz", "exec")
    except SyntaxError:
        return None
    return next(constant for constant in module.co_consts if isinstance(constant, types.CodeType))


def functions(first: int, count: int) -> Iterator[tuple[int, types.CodeType | None]]:
    """Compile the program of each seed; garbage is collected between them, and at no point inside of one."""
    warnings.simplefilter("ignore")
    sys.unraisablehook = lambda _: None
    gc.disable()
    for seed in range(first, first + count):
        yield seed, compiled(Program(seed).source())
        gc.collect()
