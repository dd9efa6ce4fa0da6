"""NaN that began in operations which were dropped while the program ran (--rotate)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numscope
from numscope.analysis.nan.nonfinite import find_nonfinite

PROGRAM = """
import numpy as np

readings = np.array([4.0, 9.0, {third}])
state = np.sqrt(readings)
for step in range(200_000):
    state = state * 0.5 + 1.0
late = np.frombuffer(np.array([1.0, np.nan]).tobytes())
print(state, late[~np.isnan(late)].sum())
"""


def recorded(folder: Path, third: float) -> Path:
    (folder / "filter.py").write_text(PROGRAM.format(third=third))
    words = ["run", "--output", "t.numscope", "--rotate", "16M", "--keep", "2", "filter.py"]
    command = [sys.executable, "-m", "numscope", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert " dropped" in done.stderr
    return folder / "t.numscope"


def test_what_a_loop_carried_over_from_dropped_operations_is_a_finding(tmp_path: Path) -> None:
    with numscope.open(recorded(tmp_path, third=-1.0)) as trace:
        origin, *others = find_nonfinite(trace).origins
    assert not others
    assert origin.site is not None
    assert (Path(origin.site.file).name, origin.site.line) == ("filter.py", 7)
    assert origin.cause is not None
    assert origin.cause.sentence == "has 1 NaN from before the oldest operation that was kept"


def test_data_that_comes_in_later_and_is_masked_is_none(tmp_path: Path) -> None:
    with numscope.open(recorded(tmp_path, third=16.0)) as trace:
        assert not find_nonfinite(trace).origins
