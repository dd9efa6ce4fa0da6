"""How many threads libraries compute with: as threadpoolctl tells it, and what a process notes of it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import numscope
from numscope.recording.thread_counts import processors, set_thread_counts, thread_counts, with_thread_counts

pytest.importorskip("numscope._core", reason="the native core is not built")
threadpoolctl = pytest.importorskip(
    "threadpoolctl", reason="threadpoolctl is not installed: nothing to compare with"
)


def told_by_threadpoolctl() -> dict[str, int]:
    pools = [pool for pool in threadpoolctl.threadpool_info() if pool["internal_api"] == "openblas"]
    names = [os.path.basename(pool["filepath"]).partition("-")[0].partition(".")[0] for pool in pools]
    return dict(zip(names, (pool["num_threads"] for pool in pools), strict=True))


@pytest.fixture(autouse=True)
def _openblas() -> None:
    if not told_by_threadpoolctl():
        pytest.skip("NumPy computes with another BLAS than OpenBLAS here")


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_counts_are_those_that_others_tell(count: int) -> None:
    def own() -> dict[str, int]:
        return {name: number for name, number in thread_counts().items() if "openblas" in name}

    with threadpoolctl.threadpool_limits(count, user_api="blas"):
        assert own() == told_by_threadpoolctl() != {}
        before = thread_counts()
        with with_thread_counts(dict.fromkeys(before, count + 1)) as settled:
            assert settled
            assert set(told_by_threadpoolctl().values()) == {count + 1}
        assert thread_counts() == before


def test_a_library_takes_the_number_of_another_of_its_kind() -> None:
    of_other_kinds = {name: number for name, number in thread_counts().items() if "openblas" not in name}
    with with_thread_counts(of_other_kinds | {"libopenblas_of_another_build": 3}) as settled:
        assert settled
        assert set(told_by_threadpoolctl().values()) == {3}


@pytest.mark.parametrize(
    "counts", [{}, {"libgomp": 2}, {"libscipy_openblas64_": 100_000, "libopenblas": 100_000}]
)
def test_what_can_not_be_set_is_told(counts: dict[str, int]) -> None:
    before = thread_counts()
    with with_thread_counts(counts) as settled:
        assert not settled
    assert thread_counts() == before


def test_a_library_with_threads_of_its_own_is_asked_by_its_own_functions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library, now = ModuleType("made_up_library"), [1]
    own = {"made_up_library": ("threads", "set_threads")}
    monkeypatch.setitem(sys.modules, "made_up_library", library)
    assert "made_up_library" not in thread_counts(own)  # not imported whole yet
    vars(library).update(threads=lambda: now[0], set_threads=lambda count: now.__setitem__(0, count))
    before = thread_counts(own)
    assert before == thread_counts() | {"made_up_library": 1}
    most = processors()
    with with_thread_counts(before | {"made_up_library": most}, own) as settled:
        assert settled
        assert now == [most]
    assert now == [1]
    with with_thread_counts(before | {"made_up_library": most + 1}, own) as settled:
        assert not settled  # it may compute with fewer, having fewer processors


def test_the_program_s_numbers_at_its_begin_and_end_are_noted(tmp_path: Path) -> None:
    before = thread_counts()
    try:
        set_thread_counts(dict.fromkeys(before, 3))
        with numscope.record(tmp_path / "t.numscope"):
            np.add(np.ones(3), 1)
            set_thread_counts(dict.fromkeys(before, 2))
    finally:
        set_thread_counts(before)
    facts = json.loads(next((tmp_path / "t.numscope").glob("processes/*/process.json")).read_text())
    for noted, count in ((facts["surroundings"]["threads"], 3), (facts["threads"], 2)):
        assert {number for name, number in noted.items() if "openblas" in name} == {count}
