"""Data flow through torch and NumPy, and runs compared operation by operation and layer by layer."""

from __future__ import annotations

import json

import numpy as np
import pytest

import numscope
from numscope.analysis.diff.comparison import diff
from numscope.analysis.diff.modules import module_diff
from numscope.analysis.graph.flow import Reach, data_flow
from numscope.cli.main import main

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


def across_the_libraries():
    torch.manual_seed(0)
    raw = np.arange(12.0).reshape(3, 4) + 1
    shared = torch.from_numpy(raw)
    other = torch.full((5,), 7.0)
    shared[:, 1:3].mul_(2)
    layer = torch.nn.Linear(4, 2, dtype=torch.float64)
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.5)
    torch.relu(layer(shared)).sum().backward()
    optimizer.step()
    np.exp(layer.weight.detach().numpy())
    np.log(other.numpy())


def test_data_is_followed_through_views_backward_and_optimiser_to_numpy(recorded):
    with numscope.open(recorded(across_the_libraries)) as trace:
        by_name = {operation.name: operation for operation in trace}
        names = {one.id: one.name for one in trace}
        found = data_flow(trace, Reach(of=by_name["numpy.exp"].id, up=True))
        beside = data_flow(trace, Reach(of=by_name["numpy.log"].id, up=True))
        in_place = by_name["aten::mul_"].id
    links = {(names[link.source], names[link.target]) for link in found.links}
    for link in (
        ("numpy.add", "aten::lift_fresh"),
        ("aten::slice", "aten::mul_"),
        ("aten::mul_", "aten::linear"),
        ("aten::linear", "aten::relu"),
        ("aten::threshold_backward", "aten::t"),
        ("aten::mm", "aten::t"),
        ("aten::uniform_", "aten::add_"),
        ("aten::resolve_neg", "numpy.exp"),
    ):
        assert link in links
    assert {names[node.id] for node in beside.nodes}.isdisjoint(
        {"aten::mul_", "aten::mm", "numpy.add", "aten::add_"}
    ), "no false edge"
    assert in_place in {node.id for node in found.nodes}


def drawn_and_scaled():
    draw = torch.Generator().manual_seed(3)
    for _ in range(20):
        (torch.rand(400, generator=draw) * 6 + 2).sum()


def test_numbers_and_generators_of_random_numbers_leave_no_gap(recorded):
    with numscope.open(recorded(drawn_and_scaled)) as trace:
        found = data_flow(trace, Reach(), "call")
    names = {node.id: node.label for node in found.nodes}
    links = [(names[link.source], names[link.target]) for link in found.links]
    assert links.count(("aten::rand", "aten::mul")) == 20
    assert not found.missing


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.GELU(), torch.nn.Linear(16, 8))
        self.head = torch.nn.Linear(8, 3)
        self.scale = 1.0

    def forward(self, x):
        return self.head(self.encoder(x) * self.scale)


def training(scale=1.0, compiled=False):
    def program():
        torch.manual_seed(0)
        model = Net()
        model.scale = scale
        if compiled:
            model.encoder = torch.compile(model.encoder, backend="aot_eager")
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for _ in range(2):
            optimizer.zero_grad()
            model(torch.randn(16, 8)).pow(2).mean().backward()
            optimizer.step()

    return program


def test_two_runs_of_the_same_are_the_same_though_memory_of_empty_is_not(recorded):
    with numscope.open(recorded(training())) as first, numscope.open(recorded(training())) as second:
        assert diff(first, second).found == 0


def test_a_planted_change_is_found_where_it_is(recorded):
    with numscope.open(recorded(training())) as first, numscope.open(recorded(training(1.001))) as second:
        answer = diff(first, second)
        layers = module_diff(first, second)
    assert [change.second.name for change in answer.changes] == ["aten::mul"]
    beyond = [layer for layer in layers.layers if layer.beyond]
    # The product is in the model's own code: `head` is given something else, the model itself is not.
    assert [(layer.step, layer.name, layer.kind) for layer in beyond[:2]] == [
        (0, "head", "output"),
        (0, "", "output"),
    ]
    assert [layer.inputs_identical for layer in beyond[:2]] == [False, True]
    same = {layer.name for layer in layers.layers if layer.identical and layer.step == 0}
    assert {"encoder", "encoder.0", "encoder.1", "encoder.2"} <= same


def test_a_compiled_model_is_compared_by_layer(recorded, capsys):
    paths = [recorded(training()), recorded(training(compiled=True)), recorded(training(1.01, compiled=True))]
    code = main(["diff", str(paths[0]), str(paths[1]), "--by", "module", "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert code == 0, [one for one in answer["layers"] if not one["identical"] and not one["missing"]]
    compared = {(one["step"], one["name"], one["kind"]) for one in answer["layers"] if not one["missing"]}
    for step in (0, 1):
        assert {(step, name, "output") for name in ("", "head", "encoder")} <= compared
        assert {(step, f"encoder.{n}.weight", "gradient") for n in (0, 2)} <= compared
    assert main(["diff", str(paths[0]), str(paths[2]), "--by", "module"]) == 1
    assert "first beyond the tolerance: output of the model itself, step 0" in capsys.readouterr().out


def test_traces_without_layers_say_so(recorded, capsys):
    path = recorded(lambda: torch.ones(3) + 1)
    assert main(["diff", str(path), str(path), "--by", "module"]) == 2
    assert "no operation of a torch.nn.Module" in capsys.readouterr().err
