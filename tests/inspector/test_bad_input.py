"""One clear exception, with what to do, for every mistake."""

from __future__ import annotations

import subprocess
import sys

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from torch import nn

from numscope.errors import NumscopeError
from numscope.inspector import ForwardError, InspectionError, Inspector, LayerNotFoundError


@pytest.mark.parametrize(
    ("thing", "told"),
    [
        (torch.randn(2), "a tensor"),
        (nn.Linear, "the class Linear, not an instance"),
        ({"0": nn.ReLU()}, "a dict"),
        (torch.relu, "builtin_function"),
        (None, "NoneType"),
    ],
)
def test_a_model_that_is_none(thing, told):
    with pytest.raises(InspectionError, match=told):
        Inspector(thing)


@pytest.mark.parametrize("what", ["activation", ("activations", "grads"), "", ()])
def test_an_unknown_kind(mlp, what):
    inspector = Inspector(mlp)
    with pytest.raises(InspectionError, match="choose from activations, gradients"):
        inspector.watch("*", what=what)
    assert inspector.watched == {}


def test_a_near_kind_is_suggested(mlp):
    with pytest.raises(InspectionError, match="did you mean 'gradients'"):
        Inspector(mlp).watch("*", what="gradient")


def test_a_pattern_without_a_layer_changes_nothing(mlp):
    inspector = Inspector(mlp)
    with pytest.raises(LayerNotFoundError):
        inspector.watch(["0", "nope"])
    assert inspector.watched == {}


def test_weights_of_layers_that_have_none(mlp):
    with pytest.raises(InspectionError, match="parameters of its own"):
        Inspector(mlp).watch("1", what="weights")


def test_running_with_nothing_watched(mlp):
    inspector = Inspector(mlp)
    with pytest.raises(InspectionError, match=r"inspector\.watch"):
        inspector.run_inspection(torch.randn(2, 6))
    with pytest.raises(InspectionError, match=r"inspector\.watch"):
        inspector.__enter__()


@pytest.mark.parametrize(
    "batch",
    [
        torch.randn(2, 5),
        torch.randn(2, 6, dtype=torch.float64),
        (torch.randn(2, 6), 3),
        {"y": 1},
        "text",
        None,
    ],
    ids=["shape", "dtype", "too-many", "keyword", "text", "none"],
)
def test_data_that_does_not_fit(mlp, batch):
    with pytest.raises(ForwardError, match="Sequential failed") as caught:
        Inspector(mlp).watch("*").run_inspection(batch)
    assert isinstance(caught.value, RuntimeError)
    assert isinstance(caught.value, NumscopeError)
    assert caught.value.__cause__ is not None
    assert "\n" not in str(caught.value)


def test_the_layer_that_failed_and_the_batch_are_named():
    model = nn.Sequential(nn.Linear(6, 8), nn.Sequential(nn.Linear(9, 2)))
    with pytest.raises(ForwardError, match=r"in layer '1\.0' on the batch \(float32\[2, 6\] on cpu\)"):
        Inspector(model).watch("*").run_inspection(torch.randn(2, 6))


@pytest.mark.parametrize("mode", [torch.no_grad, torch.inference_mode])
def test_gradients_without_autograd(mlp, mode, hooks_on):
    inspector = Inspector(mlp).watch("*", what="gradients")
    with mode(), pytest.raises(InspectionError, match=f"under torch.{mode.__name__}"):
        inspector.run_inspection(torch.randn(2, 6), loss=lambda output: output.mean())
    assert hooks_on(mlp) == 0


@pytest.mark.parametrize(
    ("loss", "told"),
    [
        (None, "say what to differentiate"),
        (lambda output: output, "reduce it"),
        (lambda output: output.mean().item(), "without .item()"),
        (lambda output: output.detach().mean(), "detaches its result"),
    ],
)
def test_nothing_to_differentiate(mlp, loss, told, hooks_on):
    inspector = Inspector(mlp).watch("*", what="gradients")
    with pytest.raises(InspectionError) as caught:
        inspector.run_inspection(torch.randn(2, 6), loss=loss)
    assert told in str(caught.value)
    assert hooks_on(mlp) == 0


def test_a_model_frozen_whole_or_that_runs_under_no_grad(mlp):
    inspector = Inspector(mlp.requires_grad_(False)).watch("*", what="gradients")
    with pytest.raises(InspectionError, match="frozen"):
        inspector.run_inspection(torch.randn(2, 6), loss=lambda output: output.mean())


def test_no_loss_is_needed_where_no_gradients_are_watched(mlp):
    with torch.no_grad():
        Inspector(mlp).watch("*").run_inspection(torch.randn(2, 6))


def test_plots_of_what_was_not_seen(mlp):
    inspector = Inspector(mlp).watch("*")
    with pytest.raises(InspectionError, match="nothing has been seen"):
        inspector.plot("0")
    with pytest.raises(InspectionError, match="nothing has been seen"):
        inspector.summary()
    with inspector:
        pass
    with pytest.raises(InspectionError, match="nothing to draw"):
        inspector.plot_all()


BLOCKED = """
import importlib.abc, sys
class Block(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "torch":
            raise ModuleNotFoundError("No module named 'torch'", name=name)
sys.meta_path.insert(0, Block())
"""


@pytest.mark.parametrize("prelude", ["import sys; sys.modules['torch'] = None", BLOCKED])
def test_without_torch_the_rest_works_and_the_inspector_says_what_to_install(prelude):
    program = f"""{prelude}
import numscope, numscope.inspector
try:
    from numscope.inspector import Inspector
except numscope.inspector.InspectionError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "needs PyTorch" in done.stdout
    assert "pip install" in done.stdout


def test_a_torch_that_is_too_old(monkeypatch):
    from numscope.inspector import requirement

    monkeypatch.setattr(requirement.metadata, "version", lambda name: "2.3.1+cpu")
    with pytest.raises(InspectionError, match=r"this is 2\.3\.1"):
        requirement.require_torch()
    monkeypatch.setattr(requirement.metadata, "version", lambda name: "2.10.0")
    requirement.require_torch()


def test_importing_the_inspector_does_not_import_torch():
    program = "import sys, numscope.inspector; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)
