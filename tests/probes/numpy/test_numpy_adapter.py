"""Canary: says which private part of NumPy has moved, before anything fails in a less readable way."""

from __future__ import annotations

import types

import numpy
import numpy.random
import pytest

from numscope.probes.numpy import adapter
from numscope.probes.numpy.probe import PROBE
from numscope.probes.probe import NotRecordedError


def test_every_private_part_is_where_it_was() -> None:
    assert adapter.moved(numpy) == []


def test_the_global_generator_is_the_one_behind_numpy_random() -> None:
    assert numpy.random.rand.__self__ is adapter.global_random_state()


def test_a_numpy_that_is_too_old_is_refused_in_one_sentence() -> None:
    old = types.ModuleType("numpy")
    vars(old)["__version__"] = "1.21.6"
    with pytest.raises(NotRecordedError, match=r"^NumPy 1\.21\.6 is older than 1\.26$"):
        PROBE.refuse_too_old(old)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1.26.4", (1, 26)), ("2.4.6", (2, 4)), ("2.10.0rc1", (2, 10)), ("2.5.0.dev0", (2, 5))],
)
def test_versions_are_numbers(text: str, expected: tuple[int, int]) -> None:
    assert adapter.version(types.SimpleNamespace(__version__=text)) == expected  # type: ignore[arg-type]
