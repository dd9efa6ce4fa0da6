"""The kinds of finding: which checks give findings of a kind."""

from __future__ import annotations

import importlib
import sys

import numpy as np
import pytest

import numscope
from numscope.analysis.check_up.check_up import finds

pytest.importorskip("numscope._core", reason="the native core is not built")
# The package has a function of this name, which hides the module.
module = importlib.import_module("numscope.analysis.check_up.check_up")


@pytest.mark.parametrize("name", module._CHECKS)
def test_the_checks_of_each_kind_are_known(name: str) -> None:
    """A question gives findings of the kind in its module, which is that of the check or one that it is noted for."""
    kinds = {getattr(sys.modules[one.__module__], "KIND", name) for one in module._CHECKS[name]}
    noted = {kind for kind, others in module._ALSO_OF.items() if name in others}
    assert kinds <= {name} | noted


def test_a_run_is_looked_through_for_one_kind(tmp_path) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        counts = np.array([250, 3], np.uint8)
        counts = counts + np.uint8(10)
        print(counts.sum())
    with numscope.open(tmp_path / "t.numscope") as trace:
        assert finds(trace, "wrap-around")
        assert not finds(trace, "covariance")
