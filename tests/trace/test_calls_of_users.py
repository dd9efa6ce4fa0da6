"""Which operations are looked at for the user's calls: leaving out direct calls changes no answer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.trace.test_read_model import rows, write_trace

import numscope
from numscope.trace import calls_of_users
from sweeps import shortened

pytest.importorskip("numscope._core", reason="the native core is not built")

QUERIES = ("from user_calls", "from operations_in_user_calls")
# By its name this is a library that numscope watches; its module is imported while both threads are at work.
LIBRARY = """
import numpy as np

TABLE = np.linspace(0.0, 1.0, 5)


def smooth(values):
    return np.convolve(np.asarray(values, float), np.ones(3) / 3, "same")
"""
PROGRAM = """
import threading
import numpy as np

def work(turn):
    import keras
    a = np.arange(6.0) + turn
    for number in range(20):
        a = np.sqrt(a) + 1
        if number % 7 == turn:
            a = keras.smooth(a)
    a.sum()

def plain():
    for _ in range(50):
        np.ones(3).sum()

threads = [threading.Thread(target=work, args=(turn,)) for turn in range(2)] + [threading.Thread(target=plain)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
np.arange(3) * 2
"""


def both_ways(path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[Any]]:
    """Return the answers to QUERIES with the operations that are needed, then with all."""
    answers = []
    for every in (False, True):
        with monkeypatch.context() as patched, numscope.open(path) as trace:
            if every:
                patched.setattr(calls_of_users, "_needed", lambda ask: "stored.operations")
            answers.append([rows(trace, query) for query in QUERIES])
    return answers


@pytest.mark.parametrize("count", shortened([3, 40, 1, 2, 5, 8, 13], 2))
def test_random_traces_give_the_same_calls(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(3):
        path = tmp_path / f"{seed}.numscope"
        write_trace(path, 1000 * count + seed, count)
        needed, every = both_ways(path, monkeypatch)
        assert needed == every


def test_threads_that_call_a_library_now_and_then_give_the_same_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "keras").mkdir()
    (tmp_path / "keras" / "__init__.py").write_text(LIBRARY)
    (tmp_path / "mine.py").write_text(PROGRAM)
    words = [sys.executable, "-m", "numscope", "run", "-o", "t.numscope", "mine.py"]
    subprocess.run(words, cwd=tmp_path, check=True, capture_output=True)
    needed, every = both_ways(tmp_path / "t.numscope", monkeypatch)
    assert needed == every
    with numscope.open(tmp_path / "t.numscope") as trace:
        looked_at = trace.sql("select count(*) n from user_calls where operations > 1")["n"].to_pylist()
    assert looked_at[0] > 5
