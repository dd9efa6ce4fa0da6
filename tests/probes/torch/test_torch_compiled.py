"""torch.compile under a recording: compiled as often as without, run compiled, and seen."""

import shutil

import numpy as np
import pytest

import numscope
from numscope.operations.traits import Trait

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
pytestmark = pytest.mark.skipif(
    not (shutil.which("g++") or shutil.which("c++")), reason="Inductor needs a C++ compiler"
)


def product(x, w):
    return torch.relu(x @ w).sum(1) + 1


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(8, 8)

    def forward(self, x):
        return torch.sin(self.linear(x))


def outermost(recording):
    return [operation for operation in recording if operation.depth == 0]


def regions(recording):
    return [o for o in recording if o.name.startswith("Torch-Compiled Region")]


def program():
    """Functions and models compiled, called with shapes that compile anew, broken by a print, forward and backward."""
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    torch.manual_seed(0)

    def broken(x):
        y = torch.sin(x)
        print(end="")
        return torch.cos(y)

    function, model, halves = (torch.compile(what) for what in (product, Net(), broken))
    w = torch.randn(8, 8, requires_grad=True)
    found = []
    for size in (4, 4, 5, 4):
        x = torch.randn(size, 8)
        found += [function(x, w), model(x), halves(x)]
        found[-3].sum().backward()
        found[-2].sum().backward()
        found.append(w.grad.clone())
    counters = {name: dict(counts) for name, counts in torch._dynamo.utils.counters.items()}
    return [value.detach().clone() for value in found], counters


def test_nothing_is_compiled_more_often_and_results_keep_their_bits(tmp_path):
    program()  # fills Inductor's cache on disk: both see the same of it
    plain, counters = program()
    with numscope.record(tmp_path / "t.numscope", values="stats") as recording:
        recorded, counters_recorded = program()
    for name in ("stats", "frames", "graph_break", "unimplemented"):
        assert counters_recorded.get(name) == counters.get(name), name
    assert counters["stats"]["unique_graphs"] >= 4
    assert all(torch.equal(one, other) for one, other in zip(plain, recorded, strict=True))
    assert len(regions(recording)) >= 16


def test_a_graph_is_one_operation_with_what_goes_in_and_comes_out(tmp_path):
    torch._dynamo.reset()
    function = torch.compile(product)
    x, w = torch.randn(4, 8), torch.randn(8, 8)
    function(x, w)
    with numscope.record(tmp_path / "t.numscope") as recording:
        result = function(x, w)
    (region,) = regions(recording)
    assert outermost(recording) == [region]
    assert region.name.startswith("Torch-Compiled Region: 0/0")
    assert region.traits & Trait.FRAME
    assert region.user_site.file == __file__
    inputs, outputs = [o.value() for o in region.inputs], [o.value() for o in region.outputs]
    assert {value.tobytes() for value in inputs} == {x.numpy().tobytes(), w.numpy().tobytes()}
    assert np.array_equal(outputs[0], result.numpy())
    assert region.outputs[0].statistics.maximum == result.max()
    inside = {o.name for o in recording if o.parent == region.id}
    assert "aten::mm" in inside  # what Inductor leaves to ATen
    assert not any(o.name == "aten::relu" for o in recording)  # the rest ran compiled


def test_a_compiled_model_has_its_backward(tmp_path):
    torch._dynamo.reset()
    net = Net()
    model = torch.compile(net)
    x = torch.randn(4, 8)
    model(x).sum().backward()
    with numscope.record(tmp_path / "t.numscope") as recording:
        model(x).sum().backward()
    (region,) = regions(recording)
    (node,) = (o for o in recording if o.name == "autograd::CompiledFunctionBackward")
    assert node.attributes["forward"] == region.id
    gradients = [o.value() for o in node.outputs]
    assert any(value.shape == (8, 8) for value in gradients)
