"""`numscope nan` and `top` on traces of torch: the layer, phase, step and line of a fault that was planted."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys

import pytest
from torch_training import train_block, train_conv

import numscope
from numscope.analysis.nan.nonfinite import find_nonfinite
from numscope.cli.main import main

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


class Length(torch.nn.Module):
    def forward(self, x):
        return torch.sqrt((x * x).sum(1))


def line_of(method, text):
    lines, first = inspect.getsourcelines(method)
    return first + next(number for number, line in enumerate(lines) if text in line)


class Net(torch.nn.Module):
    def __init__(self, between):
        super().__init__()
        self.between = between
        self.fc = torch.nn.Linear(4, 4)
        self.length = Length()

    def forward(self, x):
        return self.length(self.between(self.fc(x)))


def train_three_steps(between, change):
    """Train Net with a function between its layers, and change the model before step 1."""
    torch.manual_seed(0)
    model = Net(between)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(3):
        if step == 1:
            change(model)
        optimizer.zero_grad()
        model(torch.randn(8, 4)).mean().backward()
        optimizer.step()


def dead_in_step_one():
    """From step 1 on the layer returns 0, and the gradient of sqrt at 0 is infinite."""

    def clear(model):
        for parameter in model.fc.parameters():
            parameter.data.zero_()

    train_three_steps(torch.nn.Identity(), clear)


def dead_behind_relu():
    """From step 1 on all units are dead, and the backward pass of ReLU puts 0 where NaN come in."""
    train_three_steps(torch.relu, lambda model: model.fc.bias.data.fill_(-100))


def test_a_fault_in_the_backward_pass_is_named_by_its_forward_line(recorded, capsys):
    path = recorded(dead_in_step_one)
    with numscope.open(path) as trace:
        first = find_nonfinite(trace).origins[0]
    assert first.kind == "made"
    assert (first.place.module, first.place.phase, first.place.step) == ("length", "backward", 1)
    assert first.operation.name == "aten::div"
    assert first.forward.name == "aten::sqrt"
    assert first.forward.user_site.line == line_of(Length.forward, "torch.sqrt")
    assert first.poisoned > 5
    assert main(["nan", str(path)]) == 1
    told = capsys.readouterr().out
    assert "in length, backward, step 1" in told
    assert "backward of aten::sqrt" in told
    assert "return torch.sqrt((x * x).sum(1))" in told


def test_nan_gradients_that_relu_drops_reach_nothing(recorded, capsys):
    path = recorded(dead_behind_relu)
    assert main(["nan", str(path)]) == 0
    assert "no NaN or infinity reached a result" in capsys.readouterr().out
    assert main(["nan", "--strict", str(path)]) == 1
    assert "return torch.sqrt((x * x).sum(1))" in capsys.readouterr().out


def test_a_fault_in_the_forward_pass_is_named_by_its_layer(recorded):
    def program():
        torch.manual_seed(0)
        model = torch.nn.Sequential(torch.nn.Linear(4, 4), Length())
        with torch.no_grad():
            model(torch.randn(3, 4))
            model[0].weight.fill_(1e30)
            model(torch.ones(3, 4))

    with numscope.open(recorded(program)) as trace:
        first = find_nonfinite(trace).origins[0]
    assert (first.operation.name, first.place.module, first.place.phase) == ("aten::mul", "1", "forward")
    assert first.infinities == 12


@pytest.mark.parametrize("program", [train_block, train_conv])
def test_healthy_training_has_no_origin(recorded, program):
    """Memory that was not written yet and attention masks are none."""
    with numscope.open(recorded(program)) as trace:
        assert find_nonfinite(trace).origins == ()


def test_memory_that_was_never_written_is_told_where_it_is_read_only(recorded):
    def program():
        for _ in range(20):  # the memory of one is given to the next
            dirty = torch.full((1000,), float("nan")) + 0
            del dirty
            fresh = torch.empty(1000)
            shown = fresh.detach().view(10, 100)
            del fresh
            if bool(shown.isnan().all()):
                shown.mul(2)
                break
            del shown

    with numscope.open(recorded(program)) as trace:
        origins = [one for one in find_nonfinite(trace).origins if one.operation.name != "aten::full"]
    assert {(one.operation.name, one.kind) for one in origins} <= {("aten::mul", "uninitialised")}


def test_a_nan_that_is_given_is_no_mask(recorded):
    with numscope.open(recorded(lambda: torch.full((3,), float("nan")) + 1)) as trace:
        origins = find_nonfinite(trace).origins
    assert [(origin.operation.name, origin.kind) for origin in origins] == [("aten::full", "given")]


def test_costs_by_layer_and_phase_are_all_costs(recorded, capsys):
    path = recorded(train_conv)
    groups = {}
    for by in ("operation", "module", "phase"):
        assert main(["top", str(path), "--by", by, "--json", "--limit", "500"]) == 0
        groups[by] = json.loads(capsys.readouterr().out)
    assert {cost["group"] for cost in groups["module"]["costs"]} == {
        "conv",
        "bn",
        "head",
        "Conv",
        "outside layers",
    }
    assert {cost["group"] for cost in groups["phase"]["costs"]} == {
        "forward",
        "backward",
        "optimizer",
        "outside a model",
    }
    for by in ("module", "phase"):
        for what in ("calls", "self_ns", "bytes_in"):
            assert sum(cost[what] for cost in groups[by]["costs"]) == sum(
                cost[what] for cost in groups["operation"]["costs"]
            )


def test_the_argument_by_which_a_loss_takes_logarithms_is_named(tmp_path):
    program, trace = tmp_path / "counts.py", tmp_path / "counts.numscope"
    program.write_text(
        "import torch\ntorch.manual_seed(0)\nmodel = torch.nn.Linear(3, 1)\n"
        "criterion = torch.nn.PoissonNLLLoss(log_input=False)\n"
        "loss = criterion(model(torch.randn(20, 3)), torch.ones(20, 1))\nprint(loss.item())\n"
    )
    command = [sys.executable, "-m", "numscope", "run", "--output", str(trace), str(program)]
    subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    with numscope.open(trace) as opened:
        (origin,) = find_nonfinite(opened).origins
    assert (origin.site.line, "`log_input=False`" in origin.cause.sentence) == (4, True)


class Division(torch.nn.Module):
    def forward(self, x):
        return x / (x - x)


def transformed():
    """Inside a gradient and a map over samples each operator runs once for each of them, on wrapped tensors."""
    model = torch.nn.Sequential(torch.nn.Linear(4, 4), Division(), torch.nn.Linear(4, 1))
    parameters = {name: value.detach() for name, value in model.named_parameters()}

    def loss(parameters, x):
        return torch.func.functional_call(model, parameters, (x,)).sum()

    of_samples = torch.func.vmap(torch.func.grad(loss), in_dims=(None, 0))
    print(of_samples(parameters, torch.ones(3, 4))["2.weight"].sum())


def test_a_fault_inside_a_transformation_of_functions_is_at_its_line(recorded):
    with numscope.open(recorded(transformed)) as trace:
        first = find_nonfinite(trace).origins[0]
    assert first.kind == "made"
    assert first.operation.name == "aten::div"
    assert first.place.module == "1"
    assert first.site.line == line_of(Division.forward, "x / (x - x)")


class Hiding(torch.Tensor):
    """A tensor that holds another one, as DTensor does: its operations run on what it holds."""

    @staticmethod
    def __new__(cls, inner):
        return torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype)

    def __init__(self, inner):
        self.inner = inner

    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        args = (one.inner if isinstance(one, cls) else one for one in args)
        return function(*args, **(kwargs or {}))  # computed


def made_before_the_object():
    scores = torch.arange(6.0).reshape(2, 3)
    scores = (scores - scores) / (scores - scores)  # made
    print(torch.nn.functional.cross_entropy(Hiding(scores), torch.tensor([0, 2])).item())


def made_inside_the_object():
    scores = torch.arange(6.0).reshape(2, 3) - 10
    print(torch.pow(Hiding(scores), torch.tensor(0.5)).sum().item())


@pytest.mark.parametrize(
    ("compute", "line"),
    [
        (made_before_the_object, line_of(made_before_the_object, "# made")),
        (made_inside_the_object, line_of(Hiding, "# computed")),
    ],
)
def test_what_runs_inside_stands_for_an_operation_on_an_object(compute, line, tmp_path, capsys):
    with numscope.record(tmp_path / "t.numscope"):
        compute()
    capsys.readouterr()
    assert main(["nan", str(tmp_path / "t.numscope"), "--json"]) == 1
    (origin,) = json.loads(capsys.readouterr().out)["origins"]
    assert origin["operation"]["user_site"]["line"] == line


FREED = """
import torch

for _ in range(20):
    weights = torch.full((8, 3), -1.0, requires_grad=True)
    optimizer = torch.optim.SGD([weights], lr=0.1)
    unread = [torch.log(weights.detach()) for _ in range(20)]
    logits = torch.sqrt(weights)  # root
    del unread  # log_softmax mostly gets the memory of one of them, and writes the same bytes there
    torch.nn.functional.cross_entropy(logits, torch.zeros(8, dtype=torch.int64)).backward()
    optimizer.step()
"""
PLACES = """
    select unnest([address, owner]) as place from operands join operations on operation = operations.id
    where role = 'output' and operations.name = 'aten::{name}'
"""


def test_memory_that_an_inner_operation_got_again_holds_what_it_wrote(tmp_path, numscope_command):
    (tmp_path / "freed.py").write_text(FREED)
    trace = str(tmp_path / "freed.numscope")
    ran = numscope_command("run", "-o", trace, str(tmp_path / "freed.py"))
    assert ran.returncode == 0, ran.stderr
    with numscope.open(trace) as opened:
        written = {
            name: set(opened.sql(PLACES.format(name=name))["place"].to_pylist())
            for name in ("log", "_log_softmax")
        }
    assert written["_log_softmax"] & written["log"]
    found = numscope_command("nan", trace, "--json")
    assert found.returncode == 1, found.stderr
    (root,) = (number for number, text in enumerate(FREED.splitlines(), 1) if "# root" in text)
    reached = {
        origin["operation"]["user_site"]["line"]
        for origin in json.loads(found.stdout)["origins"]
        if origin["end"]["name"] != "aten::log"
    }
    assert reached == {root}
