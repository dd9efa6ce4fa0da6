"""Which line diff names where an added line makes a value of numbers alone, for a call that was changed with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compared_programs import comparing, named

pytest.importorskip("numscope._core", reason="the native core is not built")

START = "import numpy as np\n\nx = np.random.default_rng(6).normal(size=24) + 3.0\n"
# What the line says, and what two lines say in its place: the call is to blame.
CALLS = {
    "weights and a shift": (
        "mean = np.average(x)\n",
        "weights = np.full(24, 0.25)\nmean = np.average(x + 0.5, weights=weights)\n",
        "mean = np.average(x + 0.5, weights=weights)",
    ),
    "a condition": (
        "total = np.sum(x)\n",
        "chosen = np.arange(24) > 3\ntotal = np.sum(x, where=chosen)\n",
        "total = np.sum(x, where=chosen)",
    ),
    "starting points of a search": (
        "found = np.searchsorted(x, 3.0)\n",
        "order = np.arange(24)[::-1]\nfound = np.searchsorted(x, 3.5, sorter=order)\n",
        "found = np.searchsorted(x, 3.5, sorter=order)",
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_call_is_named_that_an_added_value_enters(tmp_path: Path, name: str) -> None:
    before, after, line = CALLS[name]
    rest = f"print({before.split(' ')[0]})\n"
    compare = comparing(tmp_path, "added.py", START + before + rest, START + after + rest)
    assert named(compare("print", "print")) == line


def test_an_added_line_is_named_that_takes_a_step_of_the_first_program_otherwise(tmp_path: Path) -> None:
    before = f"{START}faded = x * np.linspace(0.0, 1.0, 24)\nprint(faded.sum())\n"
    after = f"{START}ramp = np.linspace(0.0, 2.0, 24)\nfaded = x * ramp\nprint(faded.sum())\n"
    assert "np.linspace" in named(comparing(tmp_path, "added.py", before, after)("print", "print"))


def test_an_added_line_is_named_that_writes_another_number(tmp_path: Path) -> None:
    before = f"{START}low = np.maximum(x, 2.0)\nprint(low.sum())\n"
    after = f"{START}floor = np.full(24, 2.5)\nlow = np.maximum(x, floor)\nprint(low.sum())\n"
    assert "np.full" in named(comparing(tmp_path, "added.py", before, after)("print", "print"))


def test_other_words_are_named_after_what_hands_numbers_to_python(tmp_path: Path) -> None:
    loop = "total = 0.0\nfor place in range(20):\n    total += float(x[place % 10])\nprint(total)\n"
    before, after = f"{START}print('sum')\n{loop}", f"{START}print('all of it')\n{loop}"
    compare = comparing(tmp_path, "words.py", before, after)
    assert named(compare("range(20)", "range(18)")) == "for place in range(18):"
