"""Sweeps over one of several parameters, of which every run makes the first cases, and `make test-long` the others.

Of a test with one parameter, or of all combinations, `pytest.mark.sweep(first)` says the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def shortened(cases: Iterable[Any], first: int = 1) -> list[Any]:
    """Return the cases for `parametrize`, those after the first ones marked `long`."""
    return [case if place < first else _long(case) for place, case in enumerate(cases)]


def _long(case: Any) -> Any:
    # What ParameterSet is can't be imported by a public name.
    if hasattr(case, "marks"):
        return pytest.param(*case.values, marks=[*case.marks, pytest.mark.long], id=case.id)
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.long)
