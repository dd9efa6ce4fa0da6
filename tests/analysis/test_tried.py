"""`numscope diff --try`: the program is run with some of its changes at a time, and the one that counts is left."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numscope.analysis.diff.trying.edits import SmallChanges
from numscope.analysis.diff.trying.narrowing import Outcome, narrowed
from numscope.analysis.diff.trying.outcome import Ending, Endings
from numscope.analysis.diff.trying.units import Texts
from numscope.cli.main import main

FIRST = """\
import numpy as np
rows = np.arange(12.0).reshape(3, 4)

def scaled(rows):
    low = rows.min()
    return (rows - low) / (rows.max() - low)

def total(rows):
    kept = rows[rows > 0.25]
    return kept.sum()

weights = np.array([1.0, 2.0, 4.0])
mean = weights @ scaled(rows).mean(axis=1)
print("mean", mean)
print("total", total(scaled(rows)))
"""
# Five changes: other names, another way to the same, another layout of what is printed, and the wrong one.
SECOND = """\
import os
import numpy as np
rows = np.arange(12.0).reshape(3, 4)

def scaled(table):
    low, high = table.min(), table.max()
    return (table - low) / (high - low)

def total(rows):
    kept = rows[0.5 <= rows]
    return kept.sum()

weights = np.array([1.0, 2.0, 4.0])
mean = np.dot(weights, scaled(rows).mean(axis=1))
print(f"mean {mean} of {len(rows)} rows")
print("in all", total(scaled(rows)))
"""
Compare = Callable[..., tuple[int, str, str]]


@pytest.fixture
def compare(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Compare:
    """Record a program before and after its change, each with its words, and compare the runs."""

    def compared(
        first: str, second: str, words: tuple[str, str] = ("", ""), gone: bool = False
    ) -> tuple[int, str, str]:
        program = tmp_path / "work" / "program.py"
        program.parent.mkdir()
        for name, text, said in zip("ab", (first, second), words, strict=True):
            program.write_text(text)
            record = [sys.executable, "-m", "numscope", "run", "-o", str(tmp_path / f"{name}.numscope")]
            subprocess.run([*record, str(program), *said.split()], check=True, capture_output=True)
        if gone:
            shutil.rmtree(program.parent)
        traces = [str(tmp_path / f"{name}.numscope") for name in "ab"]
        code = main(["diff", *traces, "--try"])
        return code, *capsys.readouterr()

    return compared


def test_the_change_that_counts_is_left(compare: Compare) -> None:
    code, said, _ = compare(FIRST, SECOND)
    assert code == 1
    assert (
        "program.py:10 was changed:\n   - kept = rows[rows > 0.25]\n   + kept = rows[0.5 <= rows]\n" in said
    )
    assert "changed places" in said
    assert "also changed: 6 more statements (lines 5, 6, 7, 14, 15, 16)\n" in said  # not the import
    assert "with it the program ends as the second, without it as the first" in said


def test_a_line_that_only_names_what_is_known_is_found(compare: Compare) -> None:
    """The traces can't tell: no array of the second program is new before the wrong column is taken."""
    first = "import numpy as np\nrows = np.eye(4)[:, ::-1] * 3\nstart = 1\nlast = 3\nprint(rows[start:last].sum(0))\n"
    second = first.replace("start = 1", "start = 2").replace("last = 3", "last = 3 + 0")
    code, said, _ = compare(first, second, gone=True)
    assert code == 1
    assert "program.py:3 was changed:" in said


# The same as a class, in which each line is new.
WHOLE = """\
import numpy as np

DT = 0.05
state = np.array([1.0, 0.0])


def slope(state):
    return np.array([state[1], -state[0] - 0.1 * state[1]])


for _ in range(40):
    half = state + 0.5 * DT * slope(state)
    state = state + DT * slope(half)
print("end", state)
print("energy", (state ** 2).sum() / 2)
"""
METHODS = """\
import numpy as np


class Swing:
    def __init__(self, dt, drag=0.1):
        self.dt = dt
        self.drag = drag
        self.now = np.array([1.0, 0.0])

    def slope(self, state):
        place, speed = state
        return np.array([speed, -place - self.drag * speed])

    def middle(self):
        return self.now + {half} * self.slope(self.now)

    def advance(self, steps):
        for _ in range(steps):
            self.now = self.now + self.dt * self.slope(self.middle())

    def energy(self):
        return np.sum({squares}) / 2


swing = Swing(0.05)
swing.advance(40)
print("end", swing.now)
print("energy", swing.energy())
"""


@pytest.mark.parametrize(
    ("half", "squares", "line", "mend"),
    [
        (
            "self.dt",
            "self.now**2",
            15,
            "with `0.5 * self.dt` in place of `self.dt` the program ends as the first",
        ),
        (
            "self.dt / 2",
            "np.append(self.now[:1], self.now[:1]) ** 2",
            22,
            "with `self.now[1:2]` in place of `self.now[:1]` the program ends as the first",
        ),
        (
            "self.dt / 2",
            "self.now",
            22,
            "with `self.now ** 2` in place of `self.now` the program ends as the first",
        ),
    ],
)
def test_a_line_of_a_new_function_is_mended_by_a_part_of_the_first_program(
    half: str, squares: str, line: int, mend: str, compare: Compare
) -> None:
    code, said, _ = compare(WHOLE, METHODS.format(half=half, squares=squares))
    assert (code, f"program.py:{line} was changed:" in said) == (1, True)
    assert " ".join(said.split()).count(mend) == 1


def test_a_call_that_moved_into_a_loop_is_found(compare: Compare) -> None:
    first = """\
import numpy as np

rows = np.random.default_rng(3).normal(size=(4, 5))
total = np.zeros(5)
for turn in range(3):
    for row in rows:
        total += row
    total.sort()
    total *= 0.5
print(total, total @ np.arange(5))
"""
    second = """\
import numpy as np


class Sums:
    def __init__(self, rows):
        self.rows = rows
        self.total = np.zeros(rows.shape[1])

    def add(self):
        for row in self.rows:
            self.total += row
            self.total.sort()

    def turn(self):
        self.add()
        self.total *= 0.5


def main():
    sums = Sums(np.random.default_rng(3).normal(size=(4, 5)))
    for _ in range(3):
        sums.turn()
    print(sums.total, sums.total @ np.arange(5))


main()
"""
    code, said, _ = compare(first, second)
    assert (code, "program.py:12 was changed:" in said) == (1, True)
    assert "with `self.total.sort() behind line" in " ".join(said.split())


def test_a_lost_step_with_a_field_of_an_argument_is_found(compare: Compare) -> None:
    first = """\
import numpy as np

days = np.linspace(0.0, 2.0, 9)
spread = 0.1 + 0.2 * days
measured = np.exp(-days) + spread
print(np.sum(((np.exp(-0.9 * days) - measured) / spread) ** 2))
"""
    second = """\
from dataclasses import dataclass

import numpy as np


@dataclass
class Samples:
    days: np.ndarray
    measured: np.ndarray
    spread: np.ndarray


def residuals(rate, samples):
    return np.exp(-rate * samples.days) - samples.measured


def sampled():
    days = np.linspace(0.0, 2.0, 9)
    spread = 0.1 + 0.2 * days
    return Samples(days, np.exp(-days) + spread, spread)


print(np.sum(residuals(0.9, sampled()) ** 2))
"""
    code, said, _ = compare(first, second)
    assert (code, "program.py:14 was changed:" in said) == (1, True)
    assert "/ samples.spread` in place of" in " ".join(said.split())


def test_a_lost_keyword_is_found(compare: Compare) -> None:
    first = """\
import numpy as np

rows = np.arange(12.0).reshape(3, 4) ** 2
means = rows.mean(axis=1, keepdims=True)
spread = np.std(rows - means, ddof=1)
print(spread, (rows / means).sum())
"""
    second = """\
import numpy as np


def deviation(table):
    level = table.mean(axis=1, keepdims=True)
    return level, (table - level).std()


def main():
    table = np.arange(12.0).reshape(3, 4) ** 2
    level, spread = deviation(table)
    print(spread, np.sum(table / level))


main()
"""
    code, said, _ = compare(first, second)
    assert (code, "program.py:6 was changed:" in said) == (1, True)
    assert "with `(table - level).std(ddof=1)` in place" in " ".join(said.split())


@pytest.mark.parametrize(
    ("said", "mended"), [("1.234 and 5.678", True), ("1.234 and 9.876", False), ("1.5 and 5.678", False)]
)
def test_a_mend_keeps_what_both_programs_print(said: str, mended: bool) -> None:
    endings = Endings(Ending("1.234 and 5.678\n"), Ending("1.999 and 5.678\n"))
    assert endings.mended(Ending(said)) is mended


def test_what_an_import_prints_is_printed_in_each_run(compare: Compare) -> None:
    first = (
        "import numpy as np\nimport this\nscale = 2.0\nlast = 5.0\nprint((np.arange(last) * scale).sum())\n"
    )
    second = first.replace("2.0", "2.5").replace("5.0", "4.0 + 1")
    code, said, _ = compare(first, second)
    assert (code, "program.py:3 was changed" in said) == (1, True)


def test_the_program_changes_nothing_outside_of_the_copy(compare: Compare, tmp_path: Path) -> None:
    first = (
        "import numpy as np, pathlib\nhere = pathlib.Path(__file__).parent\n(here / 'count.txt').open('a').write('x')\n"
        "scale = 2.0\nprint((np.arange(5.0) * scale).sum())\n"
    )
    code, said, _ = compare(first, first.replace("2.0", "2.5"))
    assert (code, "program.py:4 was changed" in said) == (1, True)
    assert (tmp_path / "work" / "count.txt").read_text() == "xx"
    assert sorted(path.name for path in (tmp_path / "work").iterdir()) == ["count.txt", "program.py"]


@pytest.mark.parametrize(
    ("first", "second", "words", "reason"),
    [
        (
            "print(np.random.default_rng().random())",
            "print(1 * np.random.default_rng().random())",
            ("", ""),
            "random",
        ),
        pytest.param(
            "print(np.ones(3).sum())",
            "print(np.ones(3).sum() + 1)",
            ("--size 3", ""),
            "were given --size 3 and none",
            marks=pytest.mark.long,
        ),
        ("np.ones(3).sum()", "np.ones(4).sum()", ("", ""), "both programs print the same"),
    ],
    ids=["random", "other arguments", "prints nothing"],
)
def test_where_it_cannot_tell_it_says_so(
    first: str, second: str, words: tuple[str, str], reason: str, compare: Compare
) -> None:
    code, _, complaint = compare(f"import numpy as np\n{first}\n", f"import numpy as np\n{second}\n", words)
    assert code == 2
    assert reason in complaint
    assert "Traceback" not in complaint


LINES = st.lists(st.sampled_from(["a = 1", "b = a", "if a:", "    c = 2", "", "print(b)"]), max_size=12)


@given(LINES, LINES)
def test_all_changes_make_the_second_text_and_none_the_first(first: list[str], second: list[str]) -> None:
    texts = Texts({"x.py": first}, {"x.py": second})
    assert texts.hybrid(()) == {"x.py": "\n".join(first) + "\n"}
    assert texts.hybrid(texts.units) == {"x.py": "\n".join(second) + "\n"}
    assert len(set(texts.units)) == len(texts.units)


# What the text of a program may hold: each is changed in every way, and what comes out is a text of as many lines.
ANY = """\
import numpy as np
rows = np.arange(6.0)[::2, None]
print(*rows.T, sep=", ", end="")
first, *rest = [x for x in rows if x > 1 and not x.any()] or [0, *rows]
total = sum((lambda x, y=2: x[..., 0] if y else -x)(one) for one in rows[:-1])
total += max(*rest, key=lambda one: one[0]); rows[1:, 0] -= 1j
{1: rows, **{}}[1], f"{total:.3f} {rows[0]!r}", (yes := total) @ rows
async def later(*, a: int = 3, **more): return await a(*more, **more)
"""


@given(st.permutations(ANY.splitlines()[1:]), st.integers(0, 6))
def test_small_changes_are_made_of_any_text(lines: list[str], kept: int) -> None:
    first, second = ANY.splitlines()[: 2 + kept], ["import numpy as np", *lines[:4]]
    everywhere = {("x.py", line) for line in range(1, len(second) + 1)}
    changes = SmallChanges(({"x.py": first}, {"x.py": second}), everywhere, {}).all()
    assert changes
    assert all((one.file, one.line) in everywhere for one in changes)
    assert {len(one.text.splitlines()) for one in changes} <= {len(second), len(second) + 1}


@settings(max_examples=200)
@given(st.integers(2, 9), st.data())
def test_what_is_left_is_the_least_that_decides(count: int, data: st.DataObject) -> None:
    """A run is wrong if a change is made, and can't be judged if one is made without another that it needs."""
    wrong = data.draw(st.integers(0, count - 1))
    needs = {
        one: data.draw(st.integers(0, count - 1)) for one in data.draw(st.sets(st.integers(0, count - 1)))
    }

    def outcome(chosen: frozenset[int]) -> Outcome:
        if any(one in chosen and other not in chosen for one, other in needs.items()):
            return Outcome.NEITHER
        return Outcome.WRONG if wrong in chosen else Outcome.RIGHT

    right, bad = narrowed(range(count), outcome)
    assert right < bad
    assert outcome(bad) is Outcome.WRONG
    assert outcome(right) is not Outcome.WRONG
    assert wrong in bad - right
    left = sorted(bad - right)
    between = [right | set(some) for size in (1,) for some in itertools.combinations(left, size)]
    assert len(left) == 1 or all(outcome(frozenset(one)) is not Outcome.RIGHT for one in between)
