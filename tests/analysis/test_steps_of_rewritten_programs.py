"""Which line diff names where a step came too early, a place was missed, or an array was changed in part."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compared_programs import Compare, comparing, named

pytest.importorskip("numscope._core", reason="the native core is not built")

BEFORE = """
    import numpy as np

    rng = np.random.default_rng(4)
    marks = 60 + rng.normal(0, 5, (6, 12)) * rng.uniform(0.5, 2, (6, 1))
    means = marks.mean(axis=1, keepdims=True)
    inner = np.sort(marks - means, axis=0)[1:-1]
    score = inner.mean(axis=0)
    stock = np.empty(40)
    stock[0] = 100.0
    sold = rng.uniform(1, 2, 40)
    for day in range(1, 40):
        stock[day] = stock[day - 1] - sold[day - 1]
    parts = rng.uniform(1, 5, (30, 3))
    centred = parts[:, 0] - parts[:, 0].mean()
    ratio = parts[:, 1] / parts[:, 0]
    print(score.max(), means.max(), stock[17], centred.max(), ratio.sum(), marks[:, 3].sum())
"""
AFTER = """
    import numpy as np

    NAMES = ["a", "b", "c", "d"]

    def without_extremes(values):
        return np.sort(values, axis=0)[1:-1]

    def centred_rows(values):
        return values - values.mean(axis=1, keepdims=True)

    def scored(marks):
        inner = without_extremes(centred_rows(marks))
        return inner.mean(axis=0)

    def stocks(start, sold):
        gone = np.concatenate([[0.0], np.cumsum(sold)[:-1]])
        return start - gone

    class Parts:
        def __init__(self, table):
            self.table = table

        @property
        def wide(self):
            return self.table[:, 0]

        @property
        def long(self):
            return self.table[:, 1]

    def deviations(parts):
        wide = parts.wide
        wide = wide - wide.mean()
        return wide

    def total(marks, name):
        column = NAMES.index(name)
        return marks[:, column].sum()

    def main():
        rng = np.random.default_rng(4)
        marks = 60 + rng.normal(0, 5, (6, 12)) * rng.uniform(0.5, 2, (6, 1))
        score = scored(marks)
        stock = stocks(100.0, rng.uniform(1, 2, 40))
        parts = Parts(rng.uniform(1, 5, (30, 3)))
        widest = deviations(parts).max()
        ratio = (parts.long / parts.wide).sum()
        print(score.max(), marks.mean(axis=1).max(), stock[17], widest, ratio, total(marks, "d"))

    main()
"""


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Compare:
    """Compare the script with the functions in which one text is replaced by another."""
    return comparing(tmp_path_factory.mktemp("steps"), "choirs.py", BEFORE, AFTER)


def test_the_rewritten_program_is_equal(changed: Compare) -> None:
    assert changed("main()", "main()").equal


def test_the_line_is_named_that_takes_a_step_before_another(changed: Compare) -> None:
    early = "centred_rows(without_extremes(marks))"
    assert named(changed("without_extremes(centred_rows(marks))", early)) == f"inner = {early}"


def test_the_line_is_named_that_makes_an_array_a_place_too_early(changed: Compare) -> None:
    assert (
        named(changed("np.concatenate([[0.0], np.cumsum(sold)[:-1]])", "np.cumsum(sold)"))
        == "return start - gone"
    )


def test_the_name_is_shown_by_which_a_column_of_a_table_is_changed(changed: Compare) -> None:
    assert named(changed("wide = wide - wide.mean()", "wide -= wide.mean()")) == "wide = parts.wide"


def test_the_line_is_named_that_gives_the_number_of_a_column(changed: Compare) -> None:
    line = "column = NAMES[::-1].index(name)"
    assert named(changed("column = NAMES.index(name)", line)) == line


IN_PYTHON = """
    import numpy as np

    x = np.linspace(1.0, 4.0, 30)
    middle = float(x.mean())
    spread = float(x.std())
    print(round(middle, 3), round(middle + 2 * spread, 3), round(middle - spread, 4))
"""
IN_PYTHON_AS_A_CLASS = """
    import numpy as np

    class Band:
        def __init__(self, x):
            self.middle = float(x.mean())
            self.spread = float(x.std())

        def high(self):
            return self.middle + 2 * self.spread

        def low(self):
            return self.middle - self.spread

    def main():
        band = Band(np.linspace(1.0, 4.0, 30))
        high = band.high()
        low = band.low()
        print(round(band.middle, 3), round(high, 3), round(low, 4))

    main()
"""


def test_programs_that_print_other_numbers_do_not_agree_whatever_was_recorded(tmp_path: Path) -> None:
    compare = comparing(tmp_path, "band.py", IN_PYTHON, IN_PYTHON_AS_A_CLASS)
    assert compare("main()", "main()").equal
    found = compare("+ 2 * self", "+ 3 * self")
    assert not found.equal
    assert found.verdict.said == ("4.291", "5.186")
