"""`numscope nan` shows the lines from which the values at the blamed line come, also those that NumPy never saw."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.recorded_text import recorded_text

from numscope.cli.main import main

PROGRAM = """import numpy as np

STATION = {"sill": 412.0, "width": 3.2}

def geometry(station):
    crest = station["sill"] / 100.0
    return {"crest": crest, "width": station["width"]}

def discharge(stage, shape):
    head = stage - shape["crest"]
    return shape["width"] * head ** 1.5

def unrelated(width):
    width = width * 2
    return width

levels = np.linspace(0.5, 1.1, 9)
print(discharge(levels, geometry(STATION)).sum(), unrelated(3))
"""


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(recorded_text(tmp_path_factory.mktemp("weir") / "run", "weir.py", PROGRAM))


def test_the_line_of_plain_python_that_set_a_number_is_shown(
    trace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["nan", trace]) == 1
    told = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "weir.py:11 " in told[0]
    (made, set_) = (line for line in told if "weir.py:10:" in line or "weir.py:6:" in line)
    assert set_.endswith('crest = station["sill"] / 100.0')
    assert made.startswith("<- numpy.subtract #")
    assert made.endswith('head = stage - shape["crest"]')
    assert not [line for line in told if "weir.py:14" in line]


def test_json_has_each_line_once(trace: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nan", trace, "--json"]) == 1
    (origin,) = json.loads(capsys.readouterr().out)["origins"]
    lines = [one["line"] for one in origin["earlier"]]
    assert {6, 10} <= set(lines)
    assert len(set(lines)) == len(lines) <= 4


@pytest.mark.parametrize(
    ("set_", "line"),
    [
        ("share = np.array([3.0, 0.0, 1.0]) / 4\nshare[share < 0.1] = 0.0", 3),
        ("low = 0.0\nshare = np.array([3.0, 1.0]) * low", 2),
    ],
)
def test_a_constant_that_is_assigned_is_shown(
    set_: str, line: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"import numpy as np\n{set_}\nprint((share * np.log(share)).sum())\n"
    assert main(["nan", str(recorded_text(tmp_path / "run", "shares.py", text))]) == 1
    assert f"shares.py:{line}: " in capsys.readouterr().out
