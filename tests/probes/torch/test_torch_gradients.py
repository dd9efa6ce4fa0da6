"""`numscope gradients`: norms against torch's own, and findings that are planted."""

import json

import numpy as np
import pytest

import numscope
from numscope.analysis.gradients import gradient_flow
from numscope.cli.main import main
from numscope.errors import UsageError

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


def train(path, net, steps=4, change=None, values="stats"):
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-3)
    norms = {name: [] for name, _ in net.named_parameters()}
    with numscope.record(path, values=values) as recording:
        for step in range(steps):
            optimizer.zero_grad()
            loss = net(torch.ones(4, 8)).pow(2).sum()
            (change(loss, step) if change else loss).backward()
            for name, parameter in net.named_parameters():
                norms[name].append(
                    float(parameter.grad.double().norm()) if parameter.grad is not None else None
                )
            optimizer.step()
    return recording, norms


def net():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Tanh(), torch.nn.Linear(16, 2))


def test_norms_are_those_of_torch(tmp_path):
    recording, norms = train(tmp_path / "t.numscope", net())
    flow = gradient_flow(recording.open())
    assert flow.steps == (0, 1, 2, 3)
    assert [layer.name for layer in flow.layers] == list(norms)
    for layer in flow.layers:
        assert np.allclose(layer.norms, norms[layer.name], rtol=1e-5)
        assert layer.finding == ""


def test_what_is_wrong_is_named(tmp_path):
    model = net()
    model[2].weight.register_hook(lambda gradient: gradient * 1e-9)  # hardly learns
    model[0].bias.register_hook(torch.zeros_like)  # dead
    recording, _ = train(tmp_path / "t.numscope", model)
    findings = {layer.name: layer.finding for layer in gradient_flow(recording.open()).layers}
    assert findings["2.weight"].startswith("vanishing")
    assert findings["0.bias"].startswith("dead")
    assert findings["0.weight"] == ""


def test_growth_and_nan_are_named_with_their_step(tmp_path):
    recording, _ = train(tmp_path / "t.numscope", net(), change=lambda loss, step: loss * 10.0**step)
    assert all(layer.finding.startswith("exploding") for layer in gradient_flow(recording.open()).layers)
    recording, _ = train(
        tmp_path / "u.numscope", net(), change=lambda loss, step: loss * (float("nan") if step == 2 else 1)
    )
    assert {layer.finding for layer in gradient_flow(recording.open()).layers} == {
        "NaN or Inf from step 2 on"
    }


def test_the_command_prints_draws_and_exits_by_what_it_found(tmp_path, capsys):
    trace = str(tmp_path / "t.numscope")
    train(trace, net())
    assert main(["gradients", trace, "--svg", str(tmp_path / "g.svg")]) == 0
    assert "0.weight" in capsys.readouterr().out
    assert (tmp_path / "g.svg").read_text().count("<title>") == 4 * 4
    assert main(["gradients", trace, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["steps"] == [0, 1, 2, 3]


def test_a_trace_without_gradients_says_what_to_do(tmp_path):
    with numscope.record(tmp_path / "t.numscope") as recording:
        torch.ones(3) + 1
    with pytest.raises(UsageError, match="no gradients"):
        gradient_flow(recording.open())
    recording, _ = train(tmp_path / "u.numscope", net(), values="none")
    with pytest.raises(UsageError, match="--values stats"):
        gradient_flow(recording.open())
