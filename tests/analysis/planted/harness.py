"""Runs the planted program, right or with a fault, and keeps its trace."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from unittest import mock

from planted.corpus import Fault, lay_out
from tests.warm_numscope import numscope_says

import numscope

_SOURCES = Path(numscope.__file__).resolve().parent.parent


def trace_of(folder: Path, fault: Fault | None) -> Path:
    """Lay the program out in `folder`, run it recorded in this process, and return the trace.

    Faults of the surroundings need a process of their own.
    """
    lay_out(folder, fault)
    trace = folder / "run.numscope"
    if fault is not None and (fault.environ or fault.file != "program.py"):
        run_recorded(folder, trace, fault.environ)
        return trace
    library = _load(folder, "thermometer")
    with mock.patch.dict(sys.modules, thermometer=library):
        program = _load(folder, "program")
    with numscope.record(trace):
        try:
            program.main(str(folder))
        except ValueError:
            assert fault is not None
            assert fault.kind == "exception"
    return trace


def run_recorded(folder: Path, trace: Path, environ: dict[str, str]) -> None:
    """Run the program in `folder` under `numscope run`."""
    settings = {"PYTHONPATH": str(_SOURCES), "PYTHONHASHSEED": "1", "OMP_NUM_THREADS": "1", **environ}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMSCOPE")}
    done = numscope_says(
        "run", "-o", trace, "program.py", folder, cwd=folder, environ={**inherited, **settings}, timeout=60
    )
    assert done.returncode == 0, done.stderr


def _load(folder: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
