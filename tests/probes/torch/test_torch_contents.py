"""What is told of a tensor's content without a look is what a look of NumPy's recorder at the same elements tells."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import numscope

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

STEPS = {
    "flat": lambda x: x.reshape(-1),
    "square": lambda x: x.reshape(24, -1),
    "deep": lambda x: x.reshape(4, 6, -1),
    "view of rows": lambda x: x.contiguous().view(-1, 8),
    "turned": lambda x: x.permute(*reversed(range(x.dim()))),
    "transposed": lambda x: x.transpose(0, -1),
    "every second": lambda x: torch.cat([x[::2], x[1::2]]),
    "half": lambda x: torch.cat([x, x])[: x.shape[0]],
    "clone": lambda x: x.clone(),
    "contiguous": lambda x: x.contiguous(),
    "copied over": lambda x: torch.empty_like(x).copy_(x),
    "copied in order": lambda x: torch.empty(x.shape).copy_(x),
    "copied to halves": lambda x: torch.empty(x.shape, dtype=torch.float16).copy_(x).float(),
    "added to": lambda x: x.add_(1),
    "added to a part": lambda x: (x[:1].mul_(2), x)[1],
    "behind autograd": lambda x: (x.data.sub_(3), x)[1],
    "through NumPy": lambda x: (np.negative(x.numpy(), out=x.numpy()), x)[1],
    "zeroed": lambda x: x.zero_(),
    "drawn": lambda x: x.normal_(),
    "linear": lambda x: torch.nn.functional.linear(x.reshape(-1, 24), torch.ones(24, 24)),
}


def elements_as_they_lie(tensor):
    """A NumPy array of its own, in the order that a content hash sees."""
    array = tensor.numpy()
    by_columns = array.flags.f_contiguous and not array.flags.c_contiguous
    return np.array(array, order="F" if by_columns else "C", copy=True)


# Kinds of steps, and what of values is kept.
DRAWN = given(
    st.lists(st.sampled_from(sorted(STEPS)), min_size=2, max_size=12), st.sampled_from(["stats", "full"])
)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@DRAWN
def test_contents_told_are_those_that_a_look_finds(steps: list[str], values: str) -> None:
    compare_contents(steps, values)


@pytest.mark.long
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@DRAWN
def test_contents_told_are_those_that_a_look_finds_in_many_orders(steps: list[str], values: str) -> None:
    compare_contents(steps, values)


def compare_contents(steps: list[str], values: str) -> None:
    """Record the steps, and a look of NumPy's at the same elements after each."""
    folder = Path(tempfile.mkdtemp())
    x = torch.randn(24, 24)
    with numscope.record(folder / "t.numscope", values=values) as recording:
        x.neg()
        for step in steps:
            x = STEPS[step](x)
            x.neg()
            elements_as_they_lie(x)
            x.neg()
    operations = list(recording.open())
    places = [i for i, operation in enumerate(operations) if operation.name == "aten::neg"][1:]
    for first, second in zip(places[::2], places[1::2], strict=True):
        look = next(o for o in operations[first:second] if o.name == "numpy.array").outputs[0]
        for told in (operations[first].inputs[0], operations[second].inputs[0]):
            assert told.hash == look.hash
            for name in ("minimum", "maximum", "zeros", "nans"):
                assert getattr(told.statistics, name) == getattr(look.statistics, name)
            assert told.statistics.mean == pytest.approx(look.statistics.mean, rel=1e-9, abs=1e-9)
            assert told.statistics.deviation == pytest.approx(look.statistics.deviation, rel=1e-9, abs=1e-12)
            if values == "full":
                assert np.array_equal(told.value(), look.value(), equal_nan=True)


def test_what_a_view_inside_another_operation_shows_is_told_where_it_is_known(tmp_path: Path) -> None:
    linear = torch.nn.Linear(16, 8)
    with numscope.record(tmp_path / "t.numscope", values="stats") as recording:
        linear(torch.randn(4, 16))
    product = next(o for o in recording if o.name == "aten::addmm")
    inner = next(o for o in recording if o.name == "aten::t")
    weight = next(o for o in product.inputs if o.shape == (16, 8))
    assert inner.parent is not None
    assert inner.outputs[0].hash == weight.hash is not None


def test_one_value_under_many_shapes_takes_the_room_of_one(tmp_path: Path) -> None:
    x = torch.randn(64, 64)
    with numscope.record(tmp_path / "t.numscope", values="full") as recording:
        for shape in ((64, 64), (4096,), (16, 256), (4, 4, 4, 64)):
            torch.isnan(x.view(shape))
        torch.isnan(x.t())
    found = [o.inputs[0] for o in recording if o.name == "aten::isnan"]
    assert len({operand.hash for operand in found}) == 5
    for operand in found:
        assert np.array_equal(
            operand.value().reshape(-1, order="F" if operand is found[-1] else "C"), x.reshape(-1)
        )
    assert recording.counters is not None
    assert recording.counters["value_bytes"] < 2 * x.numel() * 4 + 5 * x.numel() + 4096


OVERWRITTEN_INSIDE = {
    "embedding": (lambda x: torch.nn.functional.embedding(torch.tensor([30, 7]), x), (50, 16)),
    "embedding_bag": (lambda x: torch.nn.functional.embedding_bag(torch.tensor([[1, 2]]), x), (40, 4)),
    "max_pool2d": (lambda x: torch.nn.functional.max_pool2d(x, 2, 4), (2, 2, 8, 8)),
    "nll_loss": (lambda x: torch.nn.functional.nll_loss(x, torch.tensor([2, 2, 0, 1, 2, 2, 1, 0])), (8, 4)),
}


@pytest.mark.parametrize("name", OVERWRITTEN_INSIDE)
def test_what_a_kernel_writes_over_zeros_made_inside_it_is_seen(tmp_path: Path, name: str) -> None:
    torch.manual_seed(0)
    work, shape = OVERWRITTEN_INSIDE[name]
    x = torch.randn(*shape).requires_grad_()
    with numscope.record(tmp_path / "t.numscope", values="full") as recording:
        work(x).sum().backward()
        told = x.grad.neg()
    gradients = [
        operand
        for operation in recording.open()
        for operand in operation.operands
        if operand.is_array() and operand.shape == shape and operand.address == x.grad.data_ptr()
        if operation.name.endswith(("_backward", "aten::neg"))
    ]
    assert len(gradients) >= 2
    for operand in gradients:
        assert np.array_equal(operand.value(), x.grad.numpy())
    assert told.any()
