"""Which line diff names in a rewritten program, where the first value that parts is not the cause."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compared_programs import Compare, comparing, named

from numscope.views.verdict import verdict_view

pytest.importorskip("numscope._core", reason="the native core is not built")

BEFORE = """
    import numpy as np

    rng = np.random.default_rng(3)
    table = rng.normal(size=(30, 3)) * [3.0, 2.0, 0.5]
    centred = table - table.mean(axis=0)
    spread = np.std(centred, axis=0, ddof=1)
    order = np.exp(table[:, 0])
    steps = np.diff(order)
    values = np.linalg.eigvalsh(centred.T @ centred / 29)
    score = 0.5 * table[:, 0] + 0.25 * table[:, 1] + 0.125 * table[:, 2]
    print(spread.sum(), steps.max(), values.round(4), score.sum())
"""
AFTER = """
    import numpy as np

    WEIGHTS = np.array([0.5, 0.25, 0.125])

    class Table:
        def __init__(self, rows, ddof=1):
            self.rows = rows
            self.ddof = ddof
            self.middle = rows.mean(axis=0)

        def spread(self):
            return np.std(self.rows - self.middle, axis=0, ddof=self.ddof)

        def first(self):
            column = self.rows[:, 0]
            return np.exp(column)

        def axes(self):
            _, sizes, _ = np.linalg.svd(self.rows - self.middle, full_matrices=False)
            return sizes**2 / 29

    def draw(seed):
        generator = np.random.default_rng(seed)
        return generator.normal(size=(30, 3)) * [3.0, 2.0, 0.5]

    def gaps(values):
        return np.diff(values)

    def main():
        table = Table(draw(seed=3))
        total = table.spread().sum()
        widest = gaps(table.first()).max()
        print(total, widest, table.axes()[::-1].round(4), (table.rows @ WEIGHTS).sum())

    main()
"""


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Compare:
    return comparing(tmp_path_factory.mktemp("rewritten"), "table.py", BEFORE, AFTER)


def test_the_rewritten_program_is_equal(changed: Compare) -> None:
    assert changed("main()", "main()").verdict.agree


def test_numbers_of_the_old_text_are_no_new_values(changed: Compare) -> None:
    found = changed("(table.rows @ WEIGHTS)", "(table.rows[::-1] @ WEIGHTS)[3:]")
    assert found.verdict.parted is not None
    assert found.verdict.parted.name != "numpy.array"


def test_numbers_in_another_order_are_new_values(changed: Compare) -> None:
    found = changed("WEIGHTS = np.array([0.5, 0.25, 0.125])", "WEIGHTS = np.array([0.25, 0.5, 0.125])")
    assert found.verdict.parted is not None
    assert found.verdict.parted.name == "numpy.array"


def test_the_line_is_named_that_writes_an_argument(changed: Compare) -> None:
    assert "ddof=7" in named(changed("ddof=1", "ddof=7"))


def test_a_step_that_is_missing_is_named_after_the_line_before_it(changed: Compare) -> None:
    found = changed("return np.exp(column)", "return column")
    assert found.verdict.cause is not None
    assert "np.exp" in found.verdict.cause.text[0]


def test_a_factor_is_found_behind_another_way(changed: Compare) -> None:
    assert "/ 30" in named(changed("sizes**2 / 29", "sizes**2 / 30"))


def test_a_line_is_named_that_hands_a_number_to_python(changed: Compare) -> None:
    """What comes of the number is not recorded: that results agree says nothing about it."""
    found = changed(
        "total = table.spread().sum()", "sums = [table.spread().sum().item()]\n        total = sum(sums) / 3"
    )
    assert found.verdict.agree
    handed = found.verdict.handed
    assert handed is not None
    assert "sums = [" in handed.source
    assert any("gives plain Python a number" in str(line) for line in verdict_view(found))


def test_a_number_that_is_printed_only_is_notnamed(changed: Compare) -> None:
    assert changed("print(total, widest,", "print(total.item(), widest,").verdict.handed is None


def test_what_a_starred_name_throws_away_is_no_result(tmp_path: Path) -> None:
    """Of the rank, the residuals and the singular values of a fit nothing is used."""
    start = "import numpy as np\n\nx = np.linspace(0.5, 3.0, 12)\ny = np.exp(x)\n"
    before = f"{start}print(np.polyfit(x, y, 2))\n"
    after = (
        f"{start}def weights(x, y):\n    found, *rest = np.linalg.lstsq(np.vander(x, 3), y, rcond=None)\n"
        "    return found\n\ndef main():\n    print(weights(x, y))\n\nmain()\n"
    )
    compare = comparing(tmp_path, "fit.py", before, after)
    assert compare("main()", "main()").verdict.agree
    assert not compare("return found", "return found, rest").verdict.agree
