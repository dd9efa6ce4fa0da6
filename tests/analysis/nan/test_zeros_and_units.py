"""`nan` follows zeros to the line that made them of other numbers, and bad numbers to units that do not agree."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, first, report

pytest.importorskip("numscope._core", reason="the native core is not built")

DROPPED = (
    "parts = np.array([[6.0, 3.0, 1.0], [2.0, 2.0, 4.0]])\nparts /= parts.sum(axis=1, keepdims=True)\n"
    "parts{} = 0.0\nparts = parts / parts.sum(axis=1, keepdims=True)\nprint((parts * np.log(parts)).sum())\n"
)
SHARES = (
    "def share(won, played):\n    return won {} played\n\n"
    "shares = np.array([share(*one) for one in [(3, 4), (1, 2), (5, 9)]], dtype=float)\n"
    "weights = 0.5 * np.sqrt(shares)\nprint((shares / weights).mean())\n"
)
WHOLE = "minutes = np.array([20.0, 45.0, 130.0])\nhours = minutes // 60\nspeed = 1.5 / hours\nprint(speed.mean())\n"
GIVEN = "counts = np.array([3.0, 4.0, 5.0])\ncounts[1] = 0.0\nrates = 2.0 / counts\nprint(rates.sum())\n"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("program", "line", "said"),
    [
        (DROPPED.format("[parts < 0.2]"), 3, "sets 1 of 6 values to 0; line 5 makes NaN of it"),
        (SHARES.format("//"), 2, "rounds down to 0: `won // played`; line 6 makes NaN of it"),
        (WHOLE, 2, "rounds 2 of 3 values down to 0; line 3 makes NaN of it"),
    ],
)
def test_zeros_that_a_line_made(tmp_path: Path, program: str, line: int, said: str) -> None:
    place, sentence = first(tmp_path, program)
    assert (place, sentence) == (line, said)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("program", "line"), [(DROPPED.format("[0, 2]"), 5), (GIVEN, 3)])
def test_a_zero_at_a_place_that_the_text_names_is_data(tmp_path: Path, program: str, line: int) -> None:
    place, sentence = first(tmp_path, program)
    assert place == line
    assert "zero" in sentence


@pytest.mark.filterwarnings("ignore")
def test_zeros_of_a_shape_alone_are_a_start(tmp_path: Path) -> None:
    program = (
        "given = np.array([1.0, 2.0, 4.0])\nstart = np.zeros_like(given)\nnext = given / start\nprint(next)\n"
    )
    assert first(tmp_path, program)[0] == 3


WEIR = (
    "SITE = {{'crest_mm': 412.0}}\nlevel_cm = np.array([60.0, 75.0, 90.0])\n"
    "def flow(level_m, crest):\n    return 1.8 * (level_m - crest) ** 1.5\n\n"
    "crest = SITE['crest_mm'] / {}\nprint(flow(level_cm / {}, crest).max())\n"
)
ANGLES = (
    "def closeness(lat_{}):\n    return np.sqrt(np.cos(lat_{}))\n\n"
    "lat_deg = np.array([10.0, 100.0, 45.0])\nprint(closeness(lat_deg).sum())\n"
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("program", "line", "said"),
    [
        (
            WEIR.format(100.0, 100),
            6,
            "divides mm by 100, which leads to no usual unit: `SITE['crest_mm'] / 100.0`",
        ),
        (WEIR.format(10.0, 100), 4, "raises negative numbers to a fraction"),  # cm; the name tells no unit
        (WEIR.format(1000, 1000), 7, "divides cm by 1000, which leads to no usual unit: `level_cm / 1000`"),
        (WEIR.format("1e3", 100).replace("412", "988"), 4, "raises negative numbers to a fraction"),
        (ANGLES.format("deg", "deg"), 2, "takes `lat_deg`, which is in deg, for rad: `lat_deg`"),
        (ANGLES.format("rad", "rad"), 5, "takes `lat_deg`, which is in deg, for rad: `lat_deg`"),
    ],
)
def test_units_that_names_tell(tmp_path: Path, program: str, line: int, said: str) -> None:
    place, sentence = first(tmp_path, program)
    assert place == line, sentence
    assert sentence.startswith(said)


@pytest.mark.filterwarnings("ignore")
def test_a_function_in_functions_of_a_program_with_a_lambda(tmp_path: Path) -> None:
    program = (
        "key = lambda row: {'a': row}\ndef outer():\n    def middle():\n        def inner(x):\n"
        "            return np.log(x)\n        return inner(np.array([-1.0, 2.0])).sum()\n    return middle()\n"
        "print(outer())\n"
    )
    assert first(tmp_path, program)[0] == 5


SCALED = (
    "states = np.array([[3.0, 4.0], [300.0, 400.0]], np.{})\nsquares = np.square(states).sum(axis=1)\n"
    "scaled = states / squares[:, None]\nlength = np.sqrt((scaled * scaled).sum(axis=1))\n"
    "unit = scaled / length[:, None]\nprint(unit.sum())\n"
)
SOME = (
    "won, played = np.array([1, 0, 2]), np.array([4, 0, 3])\n"
    "share = np.divide(won, played, out=np.full(3, np.nan), where=played > {})\nprint({}(share))\n"
)


@pytest.mark.filterwarnings("ignore")
def test_zeros_that_an_overflow_left(tmp_path: Path) -> None:
    place, sentence = first(tmp_path, SCALED.format("float16"))
    assert place == 2
    assert sentence.startswith("overflows float16, whose largest is 65504: `square` gives 2 infinities")


@pytest.mark.filterwarnings("ignore")
def test_a_division_of_what_where_leaves_out_no_more(tmp_path: Path) -> None:
    place, sentence = first(tmp_path, SOME.format(-1, "np.sum"))
    assert place == 2
    assert "divide" in sentence


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("program", [SCALED.format("float32"), SOME.format(0, "np.nanmean")])
def test_no_overflow_and_no_division(tmp_path: Path, program: str) -> None:
    """Elements of `out` that `where` leaves out are not divided: the NaN was there on purpose."""
    assert not report(tmp_path, program).origins


SIMULATED = (
    "rng = np.random.default_rng(3)\nwet = rng.random((3, 40)) < 0.7\n"
    "rain = np.where(wet, {}, 0.0)\nrain[0, :3] = np.nan\nlogs = np.log10(rain)\n"
    "mean = np.nanmean(logs, axis=1)\nanomaly = logs - mean[:, None]\nprint(np.nanmax(anomaly), mean)\n"
)


@pytest.mark.filterwarnings("ignore")
def test_zeros_among_numbers_that_are_drawn_are_data_and_infinities_among_missing_ones_the_cause(
    tmp_path: Path,
) -> None:
    found = report(tmp_path, SIMULATED.format("rng.lognormal(0.2, 0.9, (3, 40))"))
    # Not the subtraction, line 7, in which the infinities of line 5 meet: data are missing beside them.
    assert blamed(found)[0] == 5
    assert 7 not in blamed(found)
    assert found.origins[0].first_nan is not None


@pytest.mark.filterwarnings("ignore")
def test_zeros_put_among_numbers_of_the_data_are_not_data(tmp_path: Path) -> None:
    line, said = first(tmp_path, SIMULATED.format("np.arange(1.0, 121.0).reshape(3, 40)"))
    assert line == 3
    assert said.startswith("sets ")


SCENE = (
    "rng = np.random.default_rng(3)\n"
    "def scene():\n"
    "    rows, columns = np.mgrid[0:6, 0:8]\n"
    "    red = 0.3 + 0.01 * rows + rng.normal(0.0, 0.01, rows.shape)\n"
    "    return np.where({}, red, 0.0)\n"
    "red, infrared = scene(), scene() * 2\n"
    "index = (infrared - red) / (infrared + red)\n"
    "print(index.mean())\n"
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("mask", "line"), [("columns < 6", 7), ("red > 0.33", 5)])
def test_zeros_by_a_mask_of_the_numbers_themselves_are_no_simulated_data(
    tmp_path: Path, mask: str, line: int
) -> None:
    assert first(tmp_path, SCENE.format(mask))[0] == line
