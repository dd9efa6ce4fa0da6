"""A program that prints NaN is never told that none reached a result: programs by a grammar, with a fixed seed each."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, report
from tests.analysis.nan.printed_programs import HEAD, program

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("pandas", reason="pandas is not installed")
pytest.importorskip("torch", reason="PyTorch is not installed")

PROGRAMS = 60


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_a_line_is_blamed_for_what_is_printed(tmp_path: Path, seed: int) -> None:
    text, printed = program(seed), io.StringIO()
    with contextlib.redirect_stdout(printed):
        found = blamed(report(tmp_path, text))
    if "nan" in printed.getvalue().lower():
        assert found, text
        # Above the line that prints, below the imports.
        assert HEAD.count("\n") < found[0] < text.count("\n") + 1, text
