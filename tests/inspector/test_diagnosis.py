"""Each symptom in a model that has it, and none in one that hasn't."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from torch import nn

from numscope.inspector import Inspector

FLOWING = ("activations", "gradients", "inputs", "weight_gradients")


def mean(output):
    return output.square().mean()


def inspect(model, batch, what=FLOWING):
    inspector = Inspector(model).watch("*", what=what)
    inspector.run_inspection(batch, loss=mean)
    return inspector


def findings(inspector):
    return {finding.symptom: finding for finding in inspector.diagnose()}


@pytest.fixture(params=["captured", "streamed"])
def diagnosed(request):
    """Diagnoses after one captured step, or after three streamed ones."""

    def diagnose(model, batch, what=FLOWING):
        if request.param == "captured":
            return findings(inspect(model, batch, what))
        inspector = Inspector(model).watch("*", what=what)
        with inspector:
            for _ in range(3):
                mean(model(batch)).backward()
        return findings(inspector)

    return diagnose


@pytest.mark.parametrize("activation", [nn.ReLU, nn.GELU, nn.Tanh, nn.Sigmoid])
def test_a_healthy_model_has_nothing_wrong(diagnosed, activation):
    model = nn.Sequential(
        nn.Linear(16, 32), nn.BatchNorm1d(32), activation(), nn.Linear(32, 32), activation(), nn.Linear(32, 4)
    )
    assert diagnosed(model, torch.randn(64, 16)) == {}


def test_dead_units_are_counted(diagnosed):
    model = nn.Sequential(nn.Linear(8, 10), nn.ReLU(), nn.Identity(), nn.Linear(10, 2))
    with torch.no_grad():
        model[0].bias[:4] = -100
    found = diagnosed(model, torch.randn(32, 8))
    assert set(found) == {"dead-units"}
    assert found["dead-units"].layers == ("1",), "named once, not again for what only passes it on"
    assert (found["dead-units"].figures["dead"], found["dead-units"].figures["units"]) == (4, 10)


def test_dead_channels_of_images(diagnosed):
    model = nn.Sequential(nn.Conv2d(3, 5, 3), nn.ReLU(), nn.Flatten(), nn.Linear(5 * 36, 2))
    with torch.no_grad():
        model[0].bias[0] = -100
    found = diagnosed(model, torch.randn(4, 3, 8, 8))
    assert (found["dead-units"].figures["dead"], found["dead-units"].figures["units"]) == (1, 5)


def test_one_sample_says_nothing_about_dead_units(diagnosed):
    model = nn.Sequential(nn.Linear(8, 10), nn.ReLU(), nn.Linear(10, 2))
    assert "dead-units" not in diagnosed(model, torch.randn(1, 8), ("activations",))


@pytest.mark.parametrize("activation", [nn.Sigmoid, nn.Tanh])
def test_saturation_is_a_share(diagnosed, activation):
    model = nn.Sequential(nn.Linear(8, 10), activation(), nn.Linear(10, 2))
    with torch.no_grad():
        model[0].weight.zero_()
        model[0].bias[:7] = 50
        model[0].bias[7:] = 0.5
    found = diagnosed(model, torch.randn(32, 8))
    assert set(found) == {"saturated"}
    assert found["saturated"].figures["saturated_share"] == pytest.approx(0.7)


@pytest.mark.parametrize("what", [("gradients",), ("weight_gradients",)])
@pytest.mark.parametrize(("gain", "symptom"), [(0.05, "vanishing-gradients"), (20.0, "exploding-gradients")])
def test_gradients_that_vanish_or_explode_on_the_way_back(diagnosed, gain, symptom, what):
    model = nn.Sequential(*(nn.Linear(16, 16, bias=False) for _ in range(8)))
    for layer in model:
        nn.init.orthogonal_(layer.weight, gain)
    found = diagnosed(model, torch.randn(8, 16), ("gradients",))
    assert set(found) - {"half-overflow", "half-underflow"} == {symptom}
    assert found[symptom].figures["per_layer"] == pytest.approx(gain, rel=0.2)
    assert "0" in found[symptom].layers


def test_gradients_that_are_zero_everywhere(diagnosed):
    model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 1))
    with torch.no_grad():
        model[1].bias.fill_(-100)
    found = diagnosed(model, torch.randn(16, 4))
    assert {"0", "1"} <= set(found["zero-gradients"].layers)


def test_numbers_beyond_half_precision(diagnosed):
    model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4), nn.LayerNorm(4))
    with torch.no_grad():
        model[1].weight.fill_(1e6)
    found = diagnosed(model, torch.ones(16, 4), ("activations",))
    assert found["half-overflow"].layers == ("1",)
    assert found["half-overflow"].figures["largest"] > 65504


def test_gradients_that_are_zero_in_half_precision(diagnosed):
    model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4), nn.Linear(4, 4))
    inspector = Inspector(model).watch("*", what="gradients")
    inspector.run_inspection(torch.randn(8, 4), loss=lambda output: output.mean() * 1e-8)
    assert findings(inspector)["half-underflow"].figures["share"] == 1.0


def test_the_first_layer_with_a_nan_is_named_and_its_inputs_are_cleared(diagnosed):
    class Root(nn.Module):
        def forward(self, x):
            return x.sqrt()

    model = nn.Sequential(nn.Linear(4, 4), Root(), nn.Linear(4, 4), nn.ReLU())
    found = diagnosed(model, torch.randn(8, 4))
    finding = found["not-finite"]
    assert finding.layers[0] == "1"
    assert "while its inputs are finite" in finding.message
    assert finding.figures["nan_count"] > 0


def test_a_nan_in_the_batch_is_found_in_the_inputs(diagnosed):
    model = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
    batch = torch.randn(8, 4)
    batch[0, 0] = float("nan")
    assert "the inputs of 0" in diagnosed(model, batch)["not-finite"].message


def test_a_nan_that_first_appears_in_the_backward_pass(diagnosed):
    class Norm(nn.Module):
        def forward(self, x):
            return (x * 0).square().sum(1).sqrt()

    model = nn.Sequential(nn.Linear(4, 4), Norm())
    assert (
        "gradients of 0"
        in diagnosed(model, torch.randn(8, 4), ("activations", "gradients"))["not-finite"].message
    )


def test_parameters_nobody_uses():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.used = nn.Linear(3, 3)
            self.spare = nn.Linear(3, 3)
            self.frozen = nn.Linear(3, 3).requires_grad_(False)

        def forward(self, x):
            return self.used(x)

    found = findings(inspect(Net(), torch.randn(4, 3)))
    assert found["unused-parameters"].figures["parameters"] == 2
    assert "spare.weight" in found["unused-parameters"].message


@pytest.mark.parametrize("mode", ["train", "eval"])
def test_batch_normalisation_over_one_sample(diagnosed, mode):
    model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2))
    model.train(mode == "train")
    found = diagnosed(model, torch.randn(1, 1, 8, 8))
    assert ("batch-of-one" in found) == (mode == "train")
    model(torch.randn(2, 1, 8, 8))
    assert "batch-of-one" not in diagnosed(model, torch.randn(2, 1, 8, 8))


def test_what_could_not_be_looked_at_is_said(mlp):
    inspector = Inspector(mlp).watch("*")
    inspector.run_inspection(torch.randn(16, 6))
    text = str(inspector.diagnose())
    assert "nothing wrong" in text
    assert "not looked at: vanishing and exploding gradients" in text


def test_every_finding_has_figures_advice_and_a_message():
    model = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 4), nn.Sigmoid(), nn.Linear(4, 4))
    with torch.no_grad():
        model[0].bias.fill_(-100)
        model[2].bias.fill_(100)
        model[4].bias.fill_(float("inf"))
    diagnosis = inspect(model, torch.randn(16, 4)).diagnose()
    assert {"not-finite", "dead-units", "saturated"} <= {finding.symptom for finding in diagnosis}
    for finding in diagnosis:
        assert finding.layers
        assert finding.figures
        assert len(finding.message) > 30
        assert len(finding.advice) > 30
        assert finding.symptom in str(diagnosis)
    assert [record["symptom"] for record in diagnosis.records()] == [finding.symptom for finding in diagnosis]
