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
