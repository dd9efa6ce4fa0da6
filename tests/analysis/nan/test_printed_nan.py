"""Programs by a grammar, a seed each: one that prints NaN has a line to blame, one that has dealt with it none."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, report
from tests.analysis.nan.printed_programs import HEAD, handled, program

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


@pytest.mark.parametrize("seed", range(PROGRAMS // 2))
def test_what_is_dealt_with_is_no_finding(tmp_path: Path, seed: int) -> None:
    text, printed = handled(seed), io.StringIO()
    with contextlib.redirect_stdout(printed):
        found = blamed(report(tmp_path, text))
    if not re.search("nan|inf", printed.getvalue().lower()):
        assert not found, text
