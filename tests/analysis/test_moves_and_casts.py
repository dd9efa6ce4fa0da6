"""Which line diff names where a rewritten program only moves numbers, or keeps them in another dtype."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compared_programs import comparing, named
from tests.recorded_text import recorded_text

import numscope
from numscope.analysis.diff.effects import moved_effect

pytest.importorskip("numscope._core", reason="the native core is not built")

START = "import numpy as np\n\nrng = np.random.default_rng(8)\n"


def test_a_known_number_that_is_put_into_an_array_is_no_new_value(tmp_path: Path) -> None:
    before = (
        f"{START}x = rng.random(9)\ntotal = list(np.zeros(9))\ntotal[0] = x[0]\nfor k in range(1, 9):\n"
        "    total[k] = total[k - 1] + x[k]\nprint(total[4], total[-1])\n"
    )
    after = (
        f"{START}def running(x):\n    total = np.zeros(9)\n    total[0] = x[0]\n    for k in range(1, 9):\n"
        "        total[k] = total[k - 1] + x[k]\n    return total\n\n"
        "def main():\n    found = running(rng.random(9))\n    print(found[4], found[-1])\n\nmain()\n"
    )
    compare = comparing(tmp_path, "sums.py", before, after)
    assert compare("main()", "main()").verdict.agree
    wrong = compare("total[k - 1] + x[k]", "total[k - 1] + 2.0 * x[k]")
    assert named(wrong) == "total[k] = total[k - 1] + 2.0 * x[k]"
    assert named(compare("total[0] = x[0]", "total[0] = 2 * x[0]")) == "total[0] = 2 * x[0]"


def test_a_cast_that_changes_no_number_is_not_to_blame_for_what_wraps_behind_it(tmp_path: Path) -> None:
    before = (
        f"{START}films = rng.integers(60, 140, (5, 6, 7))\nusual = np.median(films, axis=0)\n"
        "far = np.abs(films - usual)\nprint(far.mean(), np.sqrt(far).sum())\n"
    )
    after = (
        f"{START}def filmed():\n    return rng.integers(60, 140, (5, 6, 7)).astype(np.uint8)\n\n"
        "class Street:\n    def __init__(self, films):\n        self.films = films\n"
        "        self.usual = np.median(films, axis=0).astype(np.int64)\n\n"
        "    def moved(self):\n        far = np.abs(self.films - self.usual)\n"
        "        return far.mean(), np.sqrt(far).sum()\n\n"
        "def main():\n    print(*Street(filmed()).moved())\n\nmain()\n"
    )
    compare = comparing(tmp_path, "street.py", before, after)
    assert compare("main()", "main()").verdict.agree
    parted = compare("astype(np.int64)", "astype(np.uint8)").verdict.parted
    assert parted is not None
    assert parted.name == "numpy.subtract"


def test_fewer_digits_are_named_where_they_began(tmp_path: Path) -> None:
    before = f"{START}speed = rng.normal(10.0, 1.0, 60_000)\nmetres = np.cumsum(speed)\nprint(metres[-1])\n"
    after = (
        f"{START}def logged(count):\n    return rng.normal(10.0, 1.0, count)\n\n"
        "def kept(speed):\n    return speed.astype(np.float32)\n\n"
        "def odometer(speed):\n    return np.cumsum(speed)\n\n"
        "def main():\n    speed = kept(logged(60_000))\n    metres = odometer(speed)\n    print(metres[-1])\n\nmain()\n"
    )
    found = comparing(tmp_path, "tram.py", before, after)("main()", "main()")
    assert not found.verdict.agree
    assert named(found) == "return speed.astype(np.float32)"


def test_a_known_value_of_another_turn_is_named(tmp_path: Path) -> None:
    """What the last turn gives is the whole array, which the first program has, too."""
    before = (
        f"{START}year = np.arange(12) // 3\nx = rng.random(12)\nfor now in range(1, 4):\n"
        "    past = x[year < now]\n    told = np.mean(past)\n    print(told)\n"
    )
    after = before.replace("year < now", "year <= now").replace("np.mean(past)", "past.mean()")
    found = comparing(tmp_path, "years.py", before, after)("now", "now")
    assert found.verdict.parted is not None
    assert named(found) == "past = x[year <= now]"


def test_what_is_added_to_a_list_of_the_program_is_no_effect(tmp_path: Path) -> None:
    """Its values are compared; a call for its effect on a library has none."""
    start = "import numpy as np\n\nlayer = np.random.default_rng(1)\n"
    loop = "kept = []\nfor k in range(3):\n    layer.shuffle(np.ones(2))\n    kept.append(np.ones(3).sum())\n"
    rows = "for k in range(3):\n    layer.shuffle(np.ones(2))\nkept = np.ones((3, 3)).sum(axis=1)\n"
    traces = [
        numscope.open(recorded_text(tmp_path / name, "p.py", f"{start}{text}print(np.sum(kept))\n"))
        for name, text in (("a", loop), ("b", rows))
    ]
    assert moved_effect(*traces) is None


LAGGED = (
    f"{START}series = rng.normal(0, 1, 60)\nLAGS = (1, 4, 9)\nrows = []\nfor hour in range(9, 60):\n"
    "    rows.append([1.0] + [series[hour - lag] for lag in LAGS])\ntable = np.array(rows)\n"
    "print(np.linalg.norm(table, axis=0))\n"
)
SLICED = (
    f"{START}LAGS = (1, 4, 9)\n\ndef lagged(series, lag):\n    start = max(LAGS) - lag\n"
    "    return series[start : start + series.size - max(LAGS)]\n\n"
    "def table(series):\n    columns = [lagged(series, lag) for lag in LAGS]\n"
    "    return np.column_stack([np.ones(columns[0].size), *columns])\n\n"
    "print(np.linalg.norm(table(rng.normal(0, 1, 60)), axis=0))\n"
)


def test_a_column_that_is_another_part_of_known_data(tmp_path: Path) -> None:
    """The ones beside it are no new value either: the first program writes 1.0 in each row."""
    compare = comparing(tmp_path, "lags.py", LAGGED, SLICED)
    assert compare("lag\n", "lag\n").verdict.agree
    assert named(compare("max(LAGS) - lag\n", "max(LAGS) - max(lag - 1, 1)\n")) == (
        "start = max(LAGS) - max(lag - 1, 1)"
    )


def test_an_array_of_another_number_is_a_new_value(tmp_path: Path) -> None:
    compare = comparing(tmp_path, "lags.py", LAGGED, SLICED)
    assert named(compare("np.ones(columns[0].size)", "np.full(columns[0].size, 1.5)")) == (
        "return np.column_stack([np.full(columns[0].size, 1.5), *columns])"
    )


SPREAD = (
    f"{START}rain, to = rng.random((6, 5)), np.array([2, 2, 3, 4, 4])\nload, out = np.zeros(5), 0.0\n"
    "for day in range(6):\n    waiting = load + rain[day]\n    load = np.zeros(5)\n    for k in range(5):\n"
    "        load[to[k]] += waiting[k]\n    out += waiting[4]\nprint(out)\n"
)
GATHERED = (
    f"{START}class River:\n    def __init__(self, to):\n        self.to, self.load = to, np.zeros(to.size)\n\n"
    "    def day(self, rain):\n        waiting = self.load + rain\n        self.load = np.zeros(self.to.size)\n"
    "        np.add.at(self.load, self.to, waiting)\n        return waiting[-1]\n\n"
    "def main():\n    rain = rng.random((6, 5))\n    river = River(np.array([2, 2, 3, 4, 4]))\n"
    "    print(sum(river.day(today) for today in rain))\n\nmain()\n"
)


def test_additions_that_are_lost_are_named(tmp_path: Path) -> None:
    """What is left holds known numbers only: the first new value is made in the next turn."""
    compare = comparing(tmp_path, "river.py", SPREAD, GATHERED)
    assert compare("main()", "main()").verdict.agree
    found = compare("np.add.at(self.load, self.to, waiting)", "self.load[self.to] += waiting")
    assert named(found) == "self.load[self.to] += waiting"


def test_additions_that_both_lose_are_not(tmp_path: Path) -> None:
    lossy = SPREAD.replace(
        "    for k in range(5):\n        load[to[k]] += waiting[k]\n", "    load[to] += waiting\n"
    )
    after = GATHERED.replace("np.add.at(self.load, self.to, waiting)", "self.load[self.to] += waiting")
    found = comparing(tmp_path, "river.py", lossy, after)("return waiting[-1]", "return 2 * waiting[-1]")
    assert named(found) == "return 2 * waiting[-1]"
