"""Which line diff names where a rewritten program computes on with fewer rows: the one that lost them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compared_programs import Compare, comparing, named

pytest.importorskip("numscope._core", reason="the native core is not built")

BEFORE = """
    import numpy as np

    rng = np.random.default_rng(8)
    weight = rng.gamma(2.0, 3.0, 40)
    height = rng.normal(1.7, 0.1, 40)
    index = weight / height**2
    scaled = np.sqrt(index) + 0.25
    print(scaled.sum(), np.sort(index)[-3:])
"""
AFTER = """
    import numpy as np

    def people(seed, count):
        generator = np.random.default_rng(seed)
        return generator.gamma(2.0, 3.0, count), generator.normal(1.7, 0.1, count)

    def body(weight, height):
        return weight / height**2

    def score(found):
        roots = np.sqrt(found)
        return roots + 0.25

    def main():
        weight, height = people(8, 40)
        found = body(weight, height)
        total = score(found).sum()
        print(total, np.sort(found)[-3:])

    main()
"""


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Compare:
    return comparing(tmp_path_factory.mktemp("rows"), "people.py", BEFORE, AFTER)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("total = score(found).sum()", "kept = found[found < 4.0]\n        total = score(kept).sum()"),
        ("total = score(found).sum()", "kept = found[5:]\n        total = score(kept).sum()"),
        ("total = score(found).sum()", "kept = np.delete(found, 7)\n        total = score(kept).sum()"),
        ("total = score(found).sum()", "kept = np.sort(found)[:-2]\n        total = score(kept).sum()"),
        ("return roots + 0.25", "return roots[1:] + 0.25"),
    ],
)
def test_the_line_is_named_that_loses_rows(changed: Compare, old: str, new: str) -> None:
    """What is computed of them row by row is in the first program too: values part in the sum only."""
    found = changed(old, new)
    assert found.verdict.parted is not None
    assert ".sum()" in found.verdict.parted.user_site.source  # type: ignore[union-attr]
    assert "[" in named(found) or "delete" in named(found)
    assert "sum" not in named(found)


def test_rows_that_another_line_goes_on_with_are_not_lost(changed: Compare) -> None:
    """Two halves are scored one after the other; what differs is what is done with them."""
    found = changed(
        "total = score(found).sum()",
        "one, two = found[:20], found[20:]\n        total = (score(one) * 2).sum() + score(two).sum()",
    )
    assert not found.verdict.agree
    assert "found[:20]" not in named(found)


def test_another_statistic_of_all_rows_is_not_taken_for_lost_rows(changed: Compare) -> None:
    assert "cumsum" in named(changed("score(found).sum()", "score(found).cumsum()[3:].sum()"))


def test_a_shorter_range_has_lost_nothing(tmp_path: Path) -> None:
    """It was made of no array: what is named is the line that computes with it."""
    before = (
        "import numpy as np\n\ndepths = np.exp(-0.3 * np.arange(9))\n"
        "dose = np.random.default_rng(3).random((3, 9))\nlayers = dose * depths\nprint(layers.sum())\n"
    )
    after = (
        "import numpy as np\n\ndef weaker(depths):\n    return np.exp(-0.3 * np.arange(depths))\n\n"
        "def load():\n    return np.random.default_rng(3).random((3, 9))\n\n"
        "def main():\n    layers = load() * weaker(9)\n    print(layers.sum())\n\nmain()\n"
    )
    found = comparing(tmp_path, "dose.py", before, after)("weaker(9)", "weaker(3)[:, None]")
    assert "weaker(3)" in named(found)
