"""`nan` blames the line that makes a grid beside the labels of the data, and says by how much."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("pandas")

# {}: where the grid begins.
HOURS = (
    "import pandas as pd\n"
    "gauge = pd.Series(np.arange(30.0), pd.date_range('2024-11-02 00:20', periods=30, freq='h'))\n"
    "gauge = gauge.drop(gauge.index[[4, 5, 17]])\n"
    "def every_hour(start):\n"
    "    hours = pd.date_range(start, periods=24, freq='h')\n"
    "    return hours\n"
    "whole = gauge.reindex(every_hour('2024-11-02 00:{}')).interpolate()\n"
    "print(whole.to_numpy().mean())"
)
DEPTHS = (
    "import numpy as np, pandas as pd\n"
    "depth = np.arange({}, 20.0, 2.5)\n"
    "salt = pd.DataFrame({{'psu': [34.1, 34.4, 34.9, 35.0]}}, index=[1.0, 3.5, 8.5, 18.5])\n"
    "print(np.sum(salt.reindex(index=depth)['psu'].to_numpy()))"
)
DAYS = (
    "import pandas as pd\nimport xarray as xr\n"
    "noon = pd.date_range('2023-01-01 12:00', periods=40)\n"
    "flow = xr.DataArray(np.linspace(2.0, 5.0, 40), coords={{'time': noon}}, dims='time')\n"
    "week = pd.date_range('2023-01-08 {}', '2023-01-15')\n"
    "print(float(flow.reindex(time=week).values.sum()))"
)


@pytest.mark.parametrize(
    ("program", "line", "said"),
    [
        (
            HOURS.format("00"),
            5,
            "makes a grid with a label every 1 hour, and those of the data stand 20 minutes after these: line 7 finds "
            "none of 24",
        ),
        (
            DEPTHS.format("0.0"),
            2,
            "makes a grid with a label every 2.5, and those of the data stand 1 after these: line 4 finds none of 8",
        ),
        (
            DAYS.format("00:00"),
            5,
            "makes a grid with a label every 1 day, and those of the data stand 12 hours after these: line 6 finds "
            "none of 8",
        ),
    ],
    ids=["hours", "depths", "days of xarray"],
)
def test_a_grid_beside_the_labels(tmp_path: Path, program: str, line: int, said: str) -> None:
    if "xarray" in program:
        pytest.importorskip("xarray")
    assert first(tmp_path, program) == (line, said)


@pytest.mark.parametrize(
    ("program", "line"),
    [
        (HOURS.format("20").replace(".interpolate()", ""), 7),
        (DEPTHS.format("1.0"), 4),
        (DEPTHS.format("0.0").replace("8.5", "9.1"), 4),
    ],
    ids=["hours that are missing", "depths that are missing", "no fixed step"],
)
def test_a_grid_on_the_labels(tmp_path: Path, program: str, line: int) -> None:
    """Some are missing, or the data stand at no fixed offset: that is where they are looked up."""
    place, sentence = first(tmp_path, program)
    assert place == line, sentence
