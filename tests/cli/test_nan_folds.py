"""`numscope nan`: one screen holds what is wrong, and --details the rest."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.recorded_text import recorded_text

from numscope.cli.main import main

pytest.importorskip("numscope._core", reason="the native core is not built")

PROGRAM = (
    "import numpy as np\n\nvisits, sales = np.zeros(9), np.arange(9.0)\nwith np.errstate(all='ignore'):\n"
    "    rate = sales / visits\n    spread = np.log(sales - 4.0)\nprint(rate.sum(), spread.sum())\n"
)


def test_details_of_the_first_line_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = str(recorded_text(tmp_path / "run", "rates.py", PROGRAM))
    assert main(["nan", trace]) == 1
    few = capsys.readouterr().out
    assert main(["nan", trace, "--details"]) == 1
    all_ = capsys.readouterr().out
    first, second = few.split("\n2. ")
    assert "rates.py:6" in second
    assert "#" not in second.split("--details")[0].replace("(#", "")
    assert first.count("] = ") == 3
    assert all_.count("] = ") == 10  # five of each
    assert (few.count("<- "), all_.count("<- ")) == (1, 4)  # a line that is shown once, and each operation
    assert len(few.splitlines()) <= 24 < len(all_.splitlines())
    assert "--details says more" not in all_
