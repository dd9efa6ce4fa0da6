"""The state of torch's generator that the recorder copies is the one that torch tells."""

from __future__ import annotations

import numpy as np
import pytest

import numscope
from numscope.probes.torch.calling.generator import packed

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

# Where the 5,056 bytes of a state have the float that is kept back, and whether there is one (CPUGeneratorImpl.cpp).
FLOAT, HAS_FLOAT, HAS_DOUBLE = slice(5048, 5052), 5052, 5040


def recorded(path, work, values="full"):
    with numscope.record(path, values=values):
        work()
    return numscope.open(path)


def state_of(trace, operation):
    """As `torch.get_rng_state` would have told it."""
    key = trace.values[operation.attributes["bit_generator.key"]]
    return packed(operation.attributes["bit_generator.state"], (key.tobytes(), False)).tobytes()


def told(state):
    """What the program can see of it: bytes between the fields are anything."""
    return state.numpy().tobytes()[: HAS_FLOAT + 1]


@pytest.mark.parametrize("drawn", [0, 1, 3, 700, 1248])
def test_the_state_is_what_torch_tells(tmp_path, drawn):
    torch.manual_seed(2**63 + 5)
    torch.rand(drawn)
    before = torch.get_rng_state()
    trace = recorded(tmp_path / "t.numscope", lambda: torch.rand(2))
    (operation,) = [one for one in trace if one.name == "aten::rand"]
    assert state_of(trace, operation)[: HAS_FLOAT + 1] == told(before)


def test_the_normal_number_kept_back_is_part_of_it(tmp_path):
    torch.manual_seed(1)
    torch.randn(3, dtype=torch.float64)
    state = torch.get_rng_state()
    assert state[HAS_DOUBLE] == 1
    state[FLOAT] = torch.from_numpy(np.frombuffer(np.float32(0.75).tobytes(), np.uint8).copy())
    state[HAS_FLOAT] = 1
    torch.set_rng_state(state)
    trace = recorded(tmp_path / "t.numscope", lambda: torch.randn(2))
    (operation,) = [one for one in trace if one.name == "aten::randn"]
    assert state_of(trace, operation)[: HAS_FLOAT + 1] == told(state)


def test_of_a_given_generator_its_own_is_kept(tmp_path):
    torch.manual_seed(1)
    mine = torch.Generator().manual_seed(44)
    torch.rand(5, generator=mine)
    before = mine.get_state()
    trace = recorded(tmp_path / "t.numscope", lambda: torch.randperm(9, generator=mine))
    drawn = [one for one in trace if one.name == "aten::randperm"]
    assert [state_of(trace, one)[: HAS_FLOAT + 1] for one in drawn] == [told(before)] * len(drawn)


@pytest.mark.parametrize("values", ["none", "stats"])
def test_without_values_no_state_is_kept(tmp_path, values):
    trace = recorded(tmp_path / "t.numscope", lambda: torch.rand(2), values)
    assert not any("bit_generator.state" in one.attributes for one in trace)


def test_the_words_are_kept_once_while_they_stay_the_same(tmp_path):
    torch.manual_seed(0)
    trace = recorded(tmp_path / "t.numscope", lambda: [torch.rand(1) for _ in range(500)])
    keys = {one.attributes["bit_generator.key"] for one in trace if one.name == "aten::rand"}
    assert len(keys) == 2  # those that the seed made, and those made of them when the first number was drawn


def elsewhere():
    torch.rand(3, device="meta")
    with torch.random.fork_rng(devices=[]), torch._subclasses.FakeTensorMode():
        torch.rand(3)
    torch.rand_like(torch.empty(2, device="meta"))
    torch.vmap(torch.rand_like, randomness="different")(torch.ones(2, 3))


def test_what_is_drawn_elsewhere_passes(tmp_path):
    torch.manual_seed(0)
    trace = recorded(tmp_path / "t.numscope", elsewhere)
    on_meta = [one for one in trace if one.name.startswith("aten::rand") and one.depth == 0]
    assert "bit_generator.state" not in on_meta[0].attributes
    assert len(on_meta) >= 3
