"""The state in which an operation found its random number generator is what NumPy says it is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import numscope
import numscope.trace
from numscope.analysis.replay.single_call import call_again

pytest.importorskip("numscope._core", reason="the native core is not built")

KINDS = ("PCG64", "PCG64DXSM", "SFC64", "MT19937", "Philox")


def drawn(path: Path, generator: object, values: str = "full") -> numscope.trace.Operation:
    with numscope.record(path, values=values):
        generator.normal(size=3)  # type: ignore[attr-defined]
    trace = numscope.open(path)
    return next(operation for operation in trace if operation.name.endswith(".normal"))


@pytest.mark.parametrize("kind", KINDS)
def test_the_state_is_what_numpy_tells(kind: str, tmp_path: Path) -> None:
    generator = np.random.Generator(getattr(np.random, kind)(11))
    generator.integers(0, 9, 3, dtype=np.int32)  # leaves half of a 64-bit number behind
    told = generator.bit_generator.state
    operation = drawn(tmp_path / "t.numscope", generator)
    name, *words = str(operation.attributes["bit_generator.state"]).split()
    numbers = [int(word) for word in words]
    assert name == kind
    if kind == "MT19937":
        assert numbers[0] == told["state"]["pos"]
        key = numscope.open(tmp_path / "t.numscope").values[str(operation.attributes["bit_generator.key"])]
        assert np.array_equal(key, told["state"]["key"])
        return
    if kind == "Philox":
        assert numbers[:4] == told["state"]["counter"].tolist()
        assert numbers[4:6] == told["state"]["key"].tolist()
        assert numbers[6:10] == told["buffer"].tolist()
        assert numbers[10:] == [told["buffer_pos"], told["has_uint32"], told["uinteger"]]
        return
    assert numbers[4:] == [told["has_uint32"], told["uinteger"]]
    if kind == "SFC64":
        assert numbers[:4] == told["state"]["state"].tolist()
    else:
        state, increment = numbers[0] | numbers[1] << 64, numbers[2] | numbers[3] << 64
        assert {"state": state, "inc": increment} == told["state"]


def test_the_gaussian_that_a_legacy_generator_keeps_back(tmp_path: Path) -> None:
    generator = np.random.RandomState(3)
    generator.randn()
    told = generator.get_state(legacy=False)
    operation = drawn(tmp_path / "t.numscope", generator)
    _, position, has_gauss, gauss = str(operation.attributes["bit_generator.state"]).split()
    assert told["has_gauss"] == int(has_gauss) == 1
    assert np.uint64(gauss).view(np.float64) == told["gauss"]
    assert int(position) == told["state"]["pos"]


@pytest.mark.parametrize("kind", [*KINDS, "RandomState"])
def test_draws_come_again(kind: str, tmp_path: Path) -> None:
    if kind == "RandomState":
        generator: object = np.random.RandomState(5)
        generator.randn()  # type: ignore[attr-defined]
    else:
        generator = np.random.Generator(getattr(np.random, kind)(5))
    operation = drawn(tmp_path / "t.numscope", generator)
    assert np.array_equal(call_again(operation).outputs[0], operation.outputs[0].value())


def test_a_number_kept_back_beside_another_kind_is_not_forgotten(tmp_path: Path) -> None:
    generator = np.random.RandomState(np.random.PCG64(5))
    for turn in range(4):
        held = generator.get_state(legacy=False)["has_gauss"]
        operation = drawn(tmp_path / f"{turn}.numscope", generator)  # an odd number of draws turns it around
        assert bool(operation.attributes) == (not held)


def test_without_values_no_state_is_kept(tmp_path: Path) -> None:
    operation = drawn(tmp_path / "t.numscope", np.random.default_rng(1), "stats")
    assert not operation.attributes


def test_of_an_unknown_kind_nothing_is_kept(tmp_path: Path) -> None:
    class Mine(np.random.PCG64):
        pass

    operation = drawn(tmp_path / "t.numscope", np.random.Generator(Mine(1)))
    assert not operation.attributes
