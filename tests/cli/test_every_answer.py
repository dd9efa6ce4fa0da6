"""Each command that asks a trace answers on every interpreter, with the DuckDB that there is for it.

DuckDB 1.5, the newest for Python 3.10, takes no keyword as a name without `as`, and has more keywords than DuckDB 2.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.analysis.top.profile import GROUPINGS
from numscope.cli.main import main


def _work(path: Path, scale: float) -> Path:
    with numscope.record(path):
        rows = np.arange(40_000.0).reshape(200, 200) - 200.0
        for _ in range(4):
            with np.errstate(all="ignore"):
                scaled = np.sqrt(rows * scale)
            total = scaled.copy().sum() + rows.astype(object)[:2].sum()
            numscope.step()
        for number in range(300):
            rows[number % 200, 0] = number
            np.add(rows[0, :3], 1.0)
        with pytest.raises(ValueError, match="broadcast"):
            np.add(rows, np.ones(3))
        print(total)
    return path


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    folder = tmp_path_factory.mktemp("answers")
    return str(_work(folder / "one.numscope", 1.0)), str(_work(folder / "two.numscope", 2.0))


QUESTIONS = (
    *(
        ("ls",),
        ("ls", "--all"),
        ("ls", "--last"),
        ("nan",),
        ("nan", "--strict"),
        ("check-up",),
        ("show", "1"),
    ),
    *(("graph",), ("graph", "--of", "-1", "--up"), ("advise",), ("annotate",), ("precision",), ("ranks",)),
    *(("gradients",), ("verify",), ("dump",), ("sql", "select count(*) from user_calls")),
    *(("top", "--by", by) for by in GROUPINGS),
    ("top", "--flops"),
)


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
def test_a_question_is_answered(
    question: tuple[str, ...], traces: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    command, *rest = question
    code = main([command, traces[0], *rest])
    said = capsys.readouterr()
    # What asks for PyTorch's operations says that there are none.
    assert code in ((0, 1, 2) if command in ("gradients", "ranks") else (0, 1)), said.err
    assert "can't be answered" not in said.err


def test_two_runs_are_compared_and_pages_are_written(
    traces: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", *traces]) in (0, 1)
    assert main(["report", traces[0], "-o", str(tmp_path / "report.html")]) == 0
    assert main(["explain", traces[0], "-o", str(tmp_path / "explain.html")]) == 0
    assert main(["export", traces[0], "--perfetto", str(tmp_path / "t.json")]) == 0
    assert main(["testgen", traces[0], "-o", str(tmp_path / "tests")]) in (0, 1)
    capsys.readouterr()
