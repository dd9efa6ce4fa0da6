"""diff names lines of Python that do something else than they seem to: no operation shows what they lose."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compared_programs import comparing, named

pytest.importorskip("numscope._core", reason="the native core is not built")

BEFORE = """
    import numpy as np

    rng = np.random.default_rng(12)
    lengths = rng.normal(6.5, 0.8, 30)
    table = [[0.0] * 3 for _ in range(4)]
    for i in range(4):
        for j in range(3):
            table[i][j] = lengths[i] * lengths[j]
    long = [value for value in lengths if value > 6.0]
    total = sum(value * 2.5 for value in long)
    print(total / len(long), np.array(table).sum())
"""
AFTER = """
    import numpy as np
    from itertools import islice

    def drawn(seed, count):
        rng = np.random.default_rng(seed)
        return rng.normal(6.5, 0.8, count)

    def products(lengths):
        rows = [[0.0] * 3 for _ in range(4)]
        for i in range(4):
            for j in range(3):
                rows[i][j] = lengths[i] * lengths[j]
        return np.array(rows)

    def chosen(lengths):
        return [value for value in lengths if value > 6.0]

    def checked(values):
        if any(value < 0 for value in values):
            raise ValueError("lengths are positive")
        return values

    def doubled(values):
        return np.array([value * 2.5 for value in values])

    def main():
        lengths = drawn(12, 30)
        kept = list(checked(chosen(lengths)))
        twice = doubled(kept)
        print(twice.sum() / len(kept), products(lengths).sum())

    main()
"""
GENERATOR = "return (value for value in lengths if value > 6.0)"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("return [value for value in lengths if value > 6.0]", GENERATOR, "if any(value < 0"),
        ("rows = [[0.0] * 3 for _ in range(4)]", "rows = [[0.0] * 3] * 4", "rows = [[0.0] * 3] * 4"),
    ],
)
def test_what_the_text_loses(tmp_path: Path, old: str, new: str, line: str) -> None:
    """A generator that a check has read a part of, and one row that stands for four."""
    compare = comparing(tmp_path, "lengths.py", BEFORE, AFTER)
    assert compare("main()", "main()").verdict.agree
    assert named(compare(old, new)).startswith(line)


def test_a_list_that_is_read_twice_loses_nothing(tmp_path: Path) -> None:
    """The line at which values part is named: a list is there for every reader."""
    compare = comparing(tmp_path, "lengths.py", BEFORE, AFTER)
    assert "2.6" in named(compare("value * 2.5 for value in values", "value * 2.6 for value in values"))


def test_a_global_that_a_compiled_function_keeps(tmp_path: Path) -> None:
    pytest.importorskip("numba", reason="Numba is not installed")
    start = "import numpy as np\nfrom numba import njit\n\nvalues = np.linspace(0.1, 2.0, 7)\n"
    before = (
        f"{start}@njit\ndef grown(values, rate):\n    return values * (1.0 + rate)\n\n"
        "for rate in (0.5, 0.25):\n    print(grown(values, rate).sum())\n"
    )
    after = (
        f"{start}RATE = 0.5\n\n@njit\ndef grown(values):\n    return values * (1.0 + RATE)\n\n"
        "def compare(rates):\n    global RATE\n    for rate in rates:\n        RATE = rate\n"
        "        print(grown(values).sum())\n\ndef main():\n    compare((0.5, 0.25))\n\nmain()\n"
    )
    compare = comparing(tmp_path, "rates.py", before, after)
    assert "1.0 + RATE" in named(compare("main()", "main()"))
