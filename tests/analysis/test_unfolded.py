"""Which line says something else once names stand for what gives them, and where no line may be named."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.recorded_text import recorded_text

import numscope
from numscope.analysis.diff.causes.unfolded import unfolded
from numscope.trace import Trace

pytest.importorskip("numscope._core", reason="the native core is not built")

BEFORE = """
    import numpy as np

    rows = np.random.default_rng(1).normal(size=(20, 3))

    def never_called():
        return np.sinh(np.multiply(rows, 2.0))

    scaled = np.multiply(rows, 2.0)
    print(np.tanh(scaled).sum())
"""
AFTER = """
    import numpy as np

    FACTOR = 3.0

    def load():
        return np.random.default_rng(1).normal(size=(20, 3))

    def main():
        scaled = np.multiply(load(), FACTOR)
        print(np.tanh(scaled).sum())

    main()
"""


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Trace:
    return numscope.open(recorded_text(tmp_path_factory.mktemp("unfolded") / "before", "rows.py", BEFORE))


def line_of(first: Trace, folder: Path, *edited: tuple[str, str], name: str = "numpy.tanh") -> str | None:
    """Return the line that is named where the operation `name` of the edited program parts."""
    after = AFTER
    for old, new in edited:
        assert old in after
        after = after.replace(old, new)
    second = numscope.open(recorded_text(folder / "after", "rows.py", after))
    number = second.ask("select id from operations where name = ? and depth = 0", [name])["id"].to_pylist()[
        -1
    ]
    found = unfolded(second.operations[number], first, second, removed=False)
    return None if found is None else found.text[1]


def test_the_line_is_named_that_gives_a_name_something_else(first: Trace, tmp_path: Path) -> None:
    assert line_of(first, tmp_path) == "FACTOR = 3.0"


def test_a_number_tells_more_than_another_form(first: Trace, tmp_path: Path) -> None:
    assert line_of(first, tmp_path, ("(20, 3)", "[20, 3]")) == "FACTOR = 3.0"


def test_a_call_that_the_first_run_has_only_in_its_text_is_compared(first: Trace, tmp_path: Path) -> None:
    """Not every way to a library's function is recorded."""
    curve = ("print(np.tanh(scaled).sum())", "curve = np.sinh(scaled)")
    assert line_of(first, tmp_path, curve, name="numpy.sinh") == "FACTOR = 3.0"


def test_the_statement_where_values_part_is_not_named(first: Trace, tmp_path: Path) -> None:
    curve = ("print(np.tanh(scaled).sum())", "curve = np.sinh(scaled + 0.5)")
    assert line_of(first, tmp_path, ("FACTOR = 3.0", "FACTOR = 2.0"), curve, name="numpy.sinh") is None


NOT_NAMED = {
    "two lines differ": [("default_rng(1)", "default_rng(2)")],
    "the line itself differs": [("FACTOR = 3.0", "FACTOR = 2.0"), (".sum())", ".sum(0))")],
    "a head of a function": [("def main():", "def main(factor=3.0):"), ("load(), FACTOR", "load(), factor")],
    "all that the line made is known": [
        ("FACTOR = 3.0", "FACTOR = 2.0"),
        (
            "return np.random.default_rng(1).normal(size=(20, 3))",
            "return np.copy(np.random.default_rng(1).normal(size=(20, 3)))",
        ),
    ],
    "the statement is another": [
        ("FACTOR = 3.0", "FACTOR = 2.0"),
        ("def main():", "def raised(x):\n        return x.sum() + 1.0\n\n    def main():"),
        ("print(np.tanh(scaled).sum())", "raised(np.tanh(scaled))"),
    ],
}


@pytest.mark.parametrize("edited", NOT_NAMED.values(), ids=NOT_NAMED)
def test_no_line_is_named_if(first: Trace, tmp_path: Path, edited: list[tuple[str, str]]) -> None:
    assert line_of(first, tmp_path, *edited) is None
