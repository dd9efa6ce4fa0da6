"""What run_inspection keeps, against what autograd and the layers themselves give."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from torch import nn

from numscope.inspector import InspectionError, Inspector, LayerNotFoundError

EVERYTHING = ("activations", "gradients", "inputs", "weights", "weight_gradients")


def mean(output):
    return output.mean()


def test_every_kind_is_what_the_layers_and_autograd_compute(mlp, device):
    mlp = mlp.to(device)
    batch = torch.randn(5, 6, device=device)
    inspector = Inspector(mlp).watch("*", what=EVERYTHING)
    inspector.run_inspection(batch, loss=mean)

    flowing, inputs, outputs = batch, [], []
    for layer in mlp:
        inputs.append(flowing)
        flowing = layer(flowing)
        outputs.append(flowing)
    weights = [parameter for layer in mlp for parameter in layer.parameters()]
    gradients = torch.autograd.grad(flowing.mean(), [*outputs, *weights])
    of_weights = iter(gradients[len(outputs) :])

    for number, layer in enumerate(mlp):
        captured = inspector.captured_data[str(number)]
        torch.testing.assert_close(captured["activations"], [outputs[number].detach().cpu()], rtol=0, atol=0)
        torch.testing.assert_close(captured["inputs"], [inputs[number].detach().cpu()], rtol=0, atol=0)
        torch.testing.assert_close(captured["gradients"], [gradients[number].cpu()], rtol=0, atol=0)
        names = [name for name, _ in layer.named_parameters()]
        if names:
            assert list(captured["weights"][0]) == names
            for name, parameter in layer.named_parameters():
                assert torch.equal(captured["weights"][0][name], parameter.detach().cpu())
                assert torch.equal(captured["weight_gradients"][0][name], next(of_weights).cpu())


def test_what_is_kept_is_detached_on_the_cpu_and_a_copy(mlp, device):
    mlp = mlp.to(device)
    inspector = Inspector(mlp).watch("0", what=("activations", "weights"))
    inspector.run_inspection(torch.randn(3, 6, device=device))
    (activation,) = inspector.captured_data["0"]["activations"]
    weight = inspector.captured_data["0"]["weights"][0]["weight"]
    assert activation.device.type == weight.device.type == "cpu"
    assert not activation.requires_grad
    assert not weight.requires_grad
    before = weight.clone()
    with torch.no_grad():
        mlp[0].weight.zero_()
    assert torch.equal(weight, before)


def test_the_output_is_returned(mlp):
    batch = torch.randn(3, 6)
    assert torch.equal(Inspector(mlp).watch("0").run_inspection(batch), mlp(batch))


def test_every_call_of_a_module_is_kept_in_order():
    class Recurrent(nn.Module):
        def __init__(self):
            super().__init__()
            self.cell = nn.Linear(3, 3)

        def forward(self, x):
            for _ in range(4):
                x = torch.tanh(self.cell(x))
            return x

    model = Recurrent()
    batch = torch.randn(2, 3)
    inspector = Inspector(model).watch("cell", what=("activations", "gradients"))
    inspector.run_inspection(batch, loss=mean)

    x, outputs = batch, []
    for _ in range(4):
        outputs.append(model.cell(x))
        x = torch.tanh(outputs[-1])
    gradients = torch.autograd.grad(x.mean(), outputs)
    captured = inspector.captured_data["cell"]
    assert all(map(torch.equal, captured["activations"], outputs))
    assert all(map(torch.equal, captured["gradients"], gradients)), "gradients stand beside their own call"
    assert inspector.get_statistics("cell")["activations"]["calls"] == 4


def test_a_shared_module_is_found_under_both_its_names():
    shared = nn.Linear(3, 3)
    model = nn.ModuleDict({"encode": shared, "decode": shared})
    model.forward = lambda x: model["decode"](model["encode"](x))
    inspector = Inspector(model).watch("decode")
    inspector.run_inspection(torch.randn(1, 3))
    assert len(inspector.captured_data["encode"]["activations"]) == 2
    assert inspector.captured_data["decode"] is not None
    assert inspector.get_statistics("decode") == inspector.get_statistics("encode")


def test_in_place_activations_do_not_change_what_was_kept():
    model = nn.Sequential(nn.Linear(4, 4), nn.ReLU(inplace=True), nn.Linear(4, 1))
    batch = torch.randn(6, 4)
    inspector = Inspector(model).watch("*", what=("activations", "gradients", "inputs"))
    inspector.run_inspection(batch, loss=mean)
    before_relu = model[0](batch)
    captured = inspector.captured_data
    assert torch.equal(captured["0"]["activations"][0], before_relu.detach())
    assert torch.equal(captured["1"]["inputs"][0], before_relu.detach())
    assert torch.equal(captured["1"]["activations"][0], before_relu.detach().relu())

    plain = nn.Sequential(model[0], nn.ReLU(), model[2])
    hidden = plain[0](batch)
    rectified = plain[1](hidden)
    of_hidden, of_rectified = torch.autograd.grad(plain[2](rectified).mean(), [hidden, rectified])
    assert torch.equal(captured["0"]["gradients"][0], of_hidden)
    assert torch.equal(captured["1"]["gradients"][0], of_rectified)


def test_a_run_replaces_what_an_earlier_one_kept(mlp):
    inspector = Inspector(mlp).watch("0")
    inspector.run_inspection(torch.randn(3, 6))
    inspector.run_inspection(torch.randn(7, 6))
    (activation,) = inspector.captured_data["0"]["activations"]
    assert activation.shape == (7, 8)


def test_statistics_of_a_layer_are_those_of_its_tensors(mlp):
    from numscope.inspector import calculate_statistics

    inspector = Inspector(mlp).watch("2", what=EVERYTHING)
    inspector.run_inspection(torch.randn(5, 6), loss=mean)
    found = inspector.get_statistics("2")
    captured = inspector.captured_data["2"]
    assert list(found) == list(EVERYTHING)
    for kind in ("activations", "gradients", "inputs"):
        truth = calculate_statistics(captured[kind][0])
        assert {name: found[kind][name] for name in truth} == truth
    for name, tensor in captured["weights"][0].items():
        assert found["weights"]["tensors"][name]["norm"] == pytest.approx(float(tensor.norm()), rel=1e-6)
    together = torch.cat([tensor.reshape(-1) for tensor in captured["weights"][0].values()])
    assert found["weights"]["median"] == float(together.median())
    assert found["weights"]["std"] == pytest.approx(float(together.std()), rel=1e-5)


def test_frozen_parameters_and_layers_before_them_have_no_gradients(mlp):
    mlp[0].requires_grad_(False)
    inspector = Inspector(mlp).watch("*", what=("activations", "gradients", "weight_gradients"))
    inspector.run_inspection(torch.randn(3, 6), loss=mean)
    assert set(inspector.captured_data["0"]) == {"activations"}
    assert set(inspector.captured_data["1"]) == {"activations"}
    assert set(inspector.captured_data["2"]) == {"activations", "gradients", "weight_gradients"}


def test_names_that_are_not_there(mlp):
    inspector = Inspector(mlp).watch("0")
    with pytest.raises(InspectionError, match="nothing has been seen yet"):
        inspector.get_statistics("0")
    inspector.run_inspection(torch.randn(3, 6))
    with pytest.raises(LayerNotFoundError):
        inspector.captured_data["nope"]
    with pytest.raises(LayerNotFoundError):
        inspector.get_statistics("nope")
    with pytest.raises(InspectionError, match="not watched"):
        inspector.get_statistics("1")
    with pytest.raises(InspectionError, match="nothing was captured"):
        inspector.captured_data["1"]


@pytest.mark.parametrize(
    "batch",
    [
        lambda x, y: (x, y),
        lambda x, y: {"left": x, "right": y},
    ],
)
def test_a_batch_gives_positional_or_keyword_arguments(batch):
    class Add(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = nn.Identity()

        def forward(self, left, right):
            return self.inner(left) + right

    inspector = Inspector(Add()).watch("", what=("activations", "inputs"))
    x, y = torch.ones(2), torch.ones(2)
    inspector.run_inspection(batch(x, y))
    assert torch.equal(inspector.captured_data[""]["activations"][0], torch.full((2,), 2.0))
    assert len(inspector.captured_data[""]["inputs"][0]) == 2


def test_checkpointed_layers_are_seen_once_with_their_gradients():
    from torch.utils.checkpoint import checkpoint

    class Net(nn.Module):
        def __init__(self, reentrant):
            super().__init__()
            self.inner = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
            self.reentrant = reentrant

        def forward(self, x):
            return checkpoint(self.inner, x, use_reentrant=self.reentrant)

    batch = torch.randn(2, 3, requires_grad=True)
    for reentrant in (True, False):
        model = Net(reentrant)
        inspector = Inspector(model).watch("inner.0", what=("activations", "gradients"))
        inspector.run_inspection(batch, loss=mean)
        hidden = model.inner[0](batch)
        (gradient,) = torch.autograd.grad(torch.tanh(hidden).mean(), hidden)
        captured = inspector.captured_data["inner.0"]
        assert len(captured["activations"]) == 1
        torch.testing.assert_close(captured["gradients"], [gradient])
