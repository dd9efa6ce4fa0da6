"""Numbers that no recorder writes, as fuzzing found them: what is exported and what a page holds."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from tests.hostile.conftest import ask, change_cells

Capture = pytest.CaptureFixture[str]


def test_a_number_without_its_value_is_counted_and_not_written(
    sealed: Path, tmp_path: Path, capsys: Capture
) -> None:
    assert change_cells(sealed, "operands", "real", lambda real: None)
    code, _, err = ask(capsys, "export", sealed, "--npy", tmp_path / "npy", "--all")
    assert code == 0, err
    for path in (tmp_path / "npy").iterdir():
        assert not np.load(path, allow_pickle=False).dtype.hasobject


def test_a_time_that_no_page_can_hold_is_refused(sealed: Path, tmp_path: Path, capsys: Capture) -> None:
    times = itertools.chain([-(2**63)], itertools.repeat(0))
    change_cells(sealed, "operations", "self_ns", lambda _: next(times))
    code, _, err = ask(capsys, "report", sealed, "-o", tmp_path / "page.html")
    assert code == 3, err
    assert err.startswith("numscope: The trace is damaged: ")
