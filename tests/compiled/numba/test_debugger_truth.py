"""Every local the debugger prints, at every line of compiled functions, against Python's own value there."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="numba is not installed")
if shutil.which("gdb") is None:
    pytest.skip("gdb is not installed", allow_module_level=True)

from numscope.compiled.numba.debugger.batch import run_batch
from numscope.compiled.numba.debugger.breakpoints import code_lines, functions, parse
from numscope.compiled.numba.debugger.session import Program, Session
from numscope.compiled.numba.debugger.stops import Stop
from numscope.compiled.numba.debugger.values import Opaque

HERE = Path(__file__).parent
Event = tuple[str, int, dict[str, Any]]


def python_events(script: Path, names: list[str], tmp_path: Path) -> list[Event]:
    out = tmp_path / "truth"
    command = [sys.executable, str(HERE / "truth.py"), str(script), ",".join(names), str(out)]
    subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=True, timeout=60)
    return pickle.loads(out.read_bytes())


def debugger_stops(script: Path, names: list[str], serial: bool = False) -> list[Stop]:
    lines = sorted({n for code in functions(str(script)) if code.co_name in names for n in code_lines(code)})
    stops: list[Stop] = []
    with Session(Program(str(script), serial=serial, stdout=2), 120) as session:
        run_batch(session, [parse(str(line), str(script)) for line in lines], stops.append)
    return stops


def same(seen: Any, true: Any) -> bool:
    if isinstance(true, np.ndarray):
        return (
            isinstance(seen, np.ndarray)
            and seen.dtype == true.dtype
            and seen.shape == true.shape
            and np.array_equal(seen, true, equal_nan=true.dtype.kind in "fc")
        )
    if isinstance(true, tuple):
        return isinstance(seen, tuple) and len(seen) == len(true) and all(map(same, seen, true))
    if isinstance(true, np.void):
        return bool(seen == true)
    if isinstance(true, (float, np.floating)):
        return bool(seen == true) or (np.isnan(seen) and np.isnan(true))
    return bool(seen == true) and isinstance(seen, (bool, np.bool_)) == isinstance(true, (bool, np.bool_))


def compare(script: Path, names: list[str], tmp_path: Path) -> int:
    truth = python_events(script, names, tmp_path)
    stops = debugger_stops(script, names)
    assert [(s.function, s.line) for s in stops] == [(f, n) for f, n, _ in truth]
    compared = 0
    for stop, (_, _, true) in zip(stops, truth, strict=True):
        assert set(stop.values) == set(true), (stop.function, stop.line)
        for name, value in stop.values.items():
            assert not isinstance(value, Opaque), (name, value)
            assert same(value, true[name]), (stop.function, stop.line, name, value, true[name])
            compared += 1
    return compared


@pytest.mark.long
def test_every_local_at_every_line_is_pythons(tmp_path: Path) -> None:
    compared = compare(HERE / "programs" / "every_line.py", ["scale", "walk", "retyped"], tmp_path)
    assert compared > 200


def test_lines_begin_where_python_begins_them(tmp_path: Path) -> None:
    names = ["branches", "loops", "pairs", "early", "<lambda>", "größer"]
    assert compare(HERE / "programs" / "control_flow.py", names, tmp_path) > 150


def test_every_kind_of_value_is_pythons(tmp_path: Path) -> None:
    assert compare(HERE / "programs" / "kinds.py", ["kinds"], tmp_path) > 500
