"""A program and its rewritten form, in which one text is replaced, recorded and compared."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

from tests.recorded_text import recorded_text

import numscope
from numscope.analysis.diff.comparison import Diff, diff

Compare = Callable[[str, str], Diff]


def comparing(root: Path, name: str, before: str, after: str) -> Compare:
    """Record `before` once as the file `name`; return what compares it with `after` in which `old` is `new`."""
    first, numbers = recorded_text(root / "before", name, before), itertools.count()

    def compare(old: str, new: str) -> Diff:
        assert old in after
        second = recorded_text(root / f"{next(numbers)}", name, after.replace(old, new))
        return diff(numscope.open(first), numscope.open(second))

    return compare


def named(found: Diff) -> str:
    """Return the text of the line that is named as the cause."""
    cause = found.verdict.cause
    assert cause is not None
    return cause.text[1]
