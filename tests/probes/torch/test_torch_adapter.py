"""The canary: names which of torch's private parts have moved."""

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

from numscope.probes.torch import adapter


def test_what_the_probe_touches_is_there():
    torch = adapter.imported()
    assert torch is not None
    assert adapter.moved(torch) == []


def test_this_version_is_in_the_table():
    torch = adapter.imported()
    assert torch.was_tried(), f"torch {torch.version}: run tests/probes/torch, then add it to adapter.TRIED"
