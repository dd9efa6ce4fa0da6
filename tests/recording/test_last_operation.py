"""A recording ends whole wherever in a stream its last record falls: swept over counts and sizes, not sampled.

The recorder's thread is woken when a stream has grown by a quarter of its ring. What is appended while the streams
close must not wake it: one process in some four thousand ended so, always the same one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Run = Callable[..., "CompletedProcess[str]"]

# Recordings one after another in one process, of consecutive counts around the mark.
SWEEP = """
import shutil, sys, numpy as np, numscope
from pathlib import Path
values, folder, reach = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
MARK = 256 << 10  # bytes of events at which the thread is woken: a quarter of their ring
a = np.ones(3)

def record(number, count, words=0):
    path = folder / f"{number}.numscope"
    with numscope.record(path, values=values) as recording:
        for _ in range(count):
            np.negative(a)
        np.full(1, "x" * 8 * words)  # a record that is longer by 8 bytes a word: no place around the mark is left out
    assert recording.counters["operations"] > count
    assert recording.counters["stop_reason"] == 0
    log = next(path.glob("processes/*/events-0.log"))
    assert not list(log.parent.glob("*.tail")), "a stream was not closed"
    size = log.stat().st_size
    shutil.rmtree(path)
    return size

small, large = record("small", 100), record("large", 1100)
each = (large - small) // 1000
middle = (MARK - small) // each + 100
for step in range(-reach, reach):
    size = record(step, middle + step, step % 25)
assert size > MARK
print("swept")
"""


@pytest.mark.parametrize(
    ("values", "reach"),
    [
        ("full", 60),
        *(pytest.param(values, 150, marks=pytest.mark.long) for values in ("full", "none", "stats")),
    ],
)
def test_recordings_end_for_every_count_and_size_of_their_last_operations(
    values: str, reach: int, python: Run, tmp_path: object
) -> None:
    done = python("-c", SWEEP, values, str(tmp_path), str(reach), timeout=300)
    assert (done.returncode, done.stdout) == (0, "swept\n"), done.stderr


# A profile function runs in the middle of what the recorder asks Python: there it ends the recording, as another thread
# that is let run may.
ENDED_WITHIN = """
import sys, numpy as np, numscope
recording = numscope.record(sys.argv[1], **eval(sys.argv[2]))

def end(frame, event, argument):
    code = frame.f_code
    if event == "call" and code.co_filename.endswith(sys.argv[3]) and code.co_name == sys.argv[4]:
        sys.setprofile(None)
        recording.__exit__(None, None, None)
        if sys.argv[5] == "anew":
            again.__enter__()

again = numscope.record(sys.argv[1] + "2.numscope", values="full")
recording.__enter__()
sys.setprofile(end)
a = np.arange(4.0)
result = np.cumsum(a + 1)
sys.setprofile(None)
assert recording.counters is not None, "nothing was asked"
print(result, np.sqrt(a))
"""


@pytest.mark.parametrize("then", ["ended", "anew"])
@pytest.mark.parametrize(
    ("options", "file", "function"),
    [
        ({"ops": "numpy.*"}, "patterns.py", "<lambda>"),
        ({"from_": "*"}, "patterns.py", "<lambda>"),
        ({"rule": ["max > 1"]}, "judge.py", "__call__"),
        ({"stop_on": ["inf"]}, "judge.py", "is_expected"),
    ],
)
def test_a_recording_may_end_while_it_asks_python(
    options: dict[str, object], file: str, function: str, then: str, python: Run, tmp_path: Path
) -> None:
    done = python("-c", ENDED_WITHIN, str(tmp_path / "t"), repr(options), file, function, then)
    assert (done.returncode, done.stdout) == (
        0,
        "[ 1.  3.  6. 10.] [0.         1.         1.41421356 1.73205081]\n",
    ), done.stderr
