"""What `benchmarks/mutating` does to programs: its refactorings keep their results, a fault changes one statement."""

from __future__ import annotations

import ast
import contextlib
import io
import random
import textwrap

import pytest
from benchmarks.mutating.faults import faults
from benchmarks.mutating.refactoring import STRUCTURE, WHOLE, WORDING, Change, refactored

PROGRAMS = [
    """
    import numpy as np

    def scaled(values, factor=3):
        return values * factor + values

    rng = np.random.default_rng(4)
    depths = rng.normal(10.0, 2.5, 40)
    low, high = 6.5, 13.5
    kept = []
    for depth in depths:
        kept.append(depth - low)
    kept = np.array(kept)
    total = 0.0
    for one in kept:
        total += one
    names = [f"d{number}" for number in range(4)]
    wide = np.sum(kept) / len(kept)
    high = high + wide * 2
    print("total", total)
    print(scaled(kept, 5).mean(), scaled(kept, factor=2)[:2], wide, high, names[1:])
    """,
    """
    import math

    count = 12
    rate = 0.25
    steps = [rate * number for number in range(count) if number != 3]
    largest = max(steps)
    smallest = min(steps)
    angle = math.atan2(largest, 4.5)
    state = smallest
    state += angle * 7
    print(round(state, 6), math.hypot(largest, smallest + 3.75))
    """,
]
CHANGES = [*WORDING, *dict.fromkeys(STRUCTURE), *WHOLE]


def _printed(text: str) -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(text, "program", "exec"), {"__name__": "__main__"})
    return said.getvalue()


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_change_keeps_the_results(program: str, change: Change) -> None:
    text = textwrap.dedent(program)
    for seed in range(4):
        tree = ast.parse(text)
        change(tree, random.Random(seed))
        new = ast.unparse(ast.fix_missing_locations(tree))
        assert _printed(new) == _printed(text), new


def test_each_change_changes_one_of_the_programs() -> None:
    def changes(change: Change, program: str) -> bool:
        return change(ast.parse(textwrap.dedent(program)), random.Random(1))

    assert [one.__name__ for one in CHANGES if not any(changes(one, program) for program in PROGRAMS)] == []


@pytest.mark.parametrize("program", PROGRAMS)
def test_several_changes_at_once_say_where_each_statement_came_from(program: str) -> None:
    text = textwrap.dedent(program)
    for seed in range(8):
        new = refactored(text, seed, lambda other: _printed(other) == _printed(text))
        assert new is not None
        assert _printed(new.text) == _printed(text)
        again = refactored(text, seed, lambda other: True)
        assert again is not None
        assert ast.dump(ast.parse(new.text)) != ast.dump(ast.parse(text))
        lines = text.splitlines()
        for line, (first, _) in new.origins.items():
            if "print(" in new.text.splitlines()[line - 1] and "def " not in new.text.splitlines()[line - 1]:
                assert "print(" in lines[first - 1]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_fault_is_in_the_marked_statement_alone(program: str) -> None:
    text = textwrap.dedent(program)
    everywhere = range(1, text.count("\n") + 1)
    found = list(faults(text, everywhere, random.Random(3)))
    assert len({one.kind for one in found}) >= 7
    for one in found:
        before, after = text.splitlines(), one.text.splitlines()
        first, last = one.marked
        assert before[: first - 1] == after[: first - 1], one.kind
        behind = len(before) - (last if one.lost else last + len(before) - len(after))
        assert before[len(before) - behind :] == after[len(after) - behind :], one.kind
        assert before != after


def test_faults_are_the_same_by_the_same_seed() -> None:
    text = textwrap.dedent(PROGRAMS[0])
    one, other = ([fault.text for fault in faults(text, range(30), random.Random(5))] for _ in range(2))
    assert one == other
    assert one != [fault.text for fault in faults(text, range(30), random.Random(6))]


def test_only_lines_that_ran_get_a_fault() -> None:
    text = textwrap.dedent(PROGRAMS[1])
    for one in faults(text, {5}, random.Random(1)):
        assert one.marked[0] <= 5 <= one.marked[1]
