"""`nan` blames the line that made a coordinate of which no value lies in the grid that it is looked up in."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("scipy")

FIELD = (
    "import xarray as xr\n"
    "east = np.arange(0.0, 360.0, 15.0)\n"
    "north = np.arange(-60.0, 61.0, 10.0)\n"
    "both = {'north': north, 'east': east}\n"
    "wind = xr.DataArray(np.outer(north, np.cos(east)), coords=both, dims=('north', 'east'))\n"
)
# The grid is brought to -180 to 180, and a ship asks for 200 to 230 of the half that was kept of it.
GRID_TURNED = (
    FIELD
    + "half = wind.sel(east=slice(190, 300))\n"
    + "west = (half['east'].values + 180) % 360 - 180\n"
    + "half = half.assign_coords(east=west)\n"
    + "track = np.array([200.0, 215.0, 230.0])\n"
    + "print(float(half.interp(east=track, north=[5.0, 6.0, 7.0]).values.sum()))"
)
METRES = (
    "from scipy.interpolate import interpn\n"
    "depth, age = np.arange(0.0, 3.1, 0.5), np.arange(0.0, 60.0, 10.0)\n"
    "heat = np.add.outer(depth, age)\n"
    "cores = np.array([[120.0, 12.0], [250.0, 30.0], [90.0, 41.0]])\n"
    "wanted = np.column_stack([cores[:, 0], cores[:, 1]])\n"
    "print(interpn((depth, age), heat, wanted, bounds_error=False).mean())"
)
SCATTERED = (
    "from scipy.interpolate import griddata\n"
    "rng = np.random.default_rng(4)\n"
    "gauges = rng.uniform(0.0, 10.0, (60, 2))\n"
    "towns = np.array([[2.0, 3.0], [4.5, 5.0], [6.0, 6.5]])\n"
    "def local(points):\n"
    "    return points - [{}, 0.0]\n"
    "asked = local(towns)\n"
    "print(griddata(gauges, gauges[:, 0] * 2.0, asked).sum())"
)


@pytest.mark.parametrize(
    ("program", "line", "said"),
    [
        (
            GRID_TURNED,
            7,
            "makes the grid's `east` -165 to -60, off the 200 to 230 that line 10 asks for",
        ),
        (
            METRES,
            4,
            "makes `coordinate 1` 90 to 250, outside of the grid's 0 to 3: line 6 asks for 3 there",
        ),
        (
            SCATTERED.format("400.0"),
            6,
            "makes `coordinate 1` -398 to -394, outside of the grid's ",
        ),
    ],
    ids=["a grid that was turned", "centimetres", "a shift of points"],
)
def test_a_coordinate_outside_of_the_grid(tmp_path: Path, program: str, line: int, said: str) -> None:
    if "xarray" in program:
        pytest.importorskip("xarray")
    place, sentence = first(tmp_path, program)
    assert place == line, sentence
    assert said in sentence


EXCHANGED = (
    FIELD
    + "buoys = {'north': np.array([[250.0, 290.0]]), 'east': np.array([[-40.0, -20.0]])}\n"
    + "lines = {name: values[0] for name, values in buoys.items()}\n"
    + "print(float(wind.interp(lines).values.sum()))"
)


@pytest.mark.parametrize(
    ("program", "line"),
    [(EXCHANGED, 8), (SCATTERED.format("4.1"), 8), (METRES.replace("120.0", "1.2"), 6)],
    ids=["exchanged coordinates", "some points are inside", "one is inside"],
)
def test_the_lookup_itself(tmp_path: Path, program: str, line: int) -> None:
    """Where two coordinates are outside, or some points are inside, no single line made a wrong range."""
    if "xarray" in program:
        pytest.importorskip("xarray")
    place, sentence = first(tmp_path, program)
    assert place == line, sentence
