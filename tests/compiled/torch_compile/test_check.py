"""`numscope compile --check` against differences that were planted, each at another depth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch.compile needs PyTorch")

from numscope.compiled.torch_compile.check.compare import first_difference

from .programs import run

# Inductor's own switch for a relu that adds one: a kernel that is really compiled and really wrong.
WRONG_KERNEL = """
import torch
import torch._inductor.config
torch._inductor.config.cpp.inject_relu_bug_TESTING_ONLY = "accuracy"
layer = torch.nn.Linear(4, 4)

@torch.compile
def f(x, n):
    y = layer(x).sin()
    print("between")
    return (y * n).cos().relu().sum()

torch.manual_seed(0)
f(torch.randn(3, 4, requires_grad=True), 2).backward()
"""

WRONG_REWRITE = """
import torch

@torch.compile(backend="aot_eager")
def f(x):
    if torch.compiler.is_compiling():
        x = x + 1
    return x.sin()

f(torch.ones(3))
"""

WRONG_BACKEND = """
import torch

def cosine_for_sine(module, inputs):
    for node in module.graph.nodes:
        if node.target == "sin":
            node.target = "cos"
    module.recompile()
    return module.forward

@torch.compile(backend=cosine_for_sine)
def f(x):
    y = x * 2
    torch._dynamo.graph_break()
    return (y + 1).sin() * 3

f(torch.ones(3))
"""

WRONG_GRADIENT = """
import torch

class Halved(torch.autograd.Function):
    @staticmethod
    def forward(context, x):
        return x * 2

    @staticmethod
    def backward(context, gradient):
        return gradient if torch.compiler.is_compiling() else gradient * 2

@torch.compile(backend="aot_eager")
def f(x):
    return Halved.apply(x).sum()

f(torch.ones(3, requires_grad=True)).backward()
"""

# Everything that could look like a difference and is none.
RIGHT = """
import torch

@torch.compile(backend="aot_eager")
def random(x):
    return torch.nn.functional.dropout(x, 0.5) + torch.rand(3)

norm = torch.nn.BatchNorm1d(3)
optimizer = torch.optim.Adam(norm.parameters(), lr=0.1)

@torch.compile(backend="aot_eager")
def step(x):
    optimizer.zero_grad()
    loss = (norm(x) ** 3).sum()
    loss.backward()
    optimizer.step()
    return loss.detach()

@torch.compile(backend="aot_eager")
def raising(x):
    raise ValueError("as meant")

@torch.compile(backend="aot_eager")
def in_place(x):
    x.add_(1)
    return float("nan") * x

module = torch.compile(torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Dropout()), backend="aot_eager")
for _ in range(3):
    random(torch.ones(3, requires_grad=True)).sum().backward()
    step(torch.randn(5, 3))
    in_place((torch.ones(3, requires_grad=True) * 2))
    module(torch.ones(2, 3)).sum().backward()
try:
    raising(torch.ones(3))
except ValueError as error:
    print(error)
print(float(norm.weight.sum().detach()) != 3, int(norm.num_batches_tracked))
"""


def check(source: str, tmp_path: Path) -> tuple[int, dict[str, Any], str]:
    path = tmp_path / "program.py"
    path.write_text(source)
    result = run("-m", "numscope", "compile", "--check", "--json", "-o", tmp_path / "dump", path)
    assert "Traceback" not in result.stderr, result.stderr
    return result.returncode, json.loads(result.stdout)["check"], result.stderr


def test_no_difference(tmp_path: Path):
    code, found, output = check(RIGHT, tmp_path)
    assert found["differences"] == []
    assert code == 0
    assert found["compared"] == 13
    assert "as meant\nTrue 3\n" in output


@pytest.mark.long  # compiles three times with Inductor
def test_a_wrong_kernel_is_found_and_shown(tmp_path: Path):
    code, found, _ = check(WRONG_KERNEL, tmp_path)
    assert code == 1
    (difference,) = found["differences"]
    assert (difference["backend"], difference["graph"]) == ("inductor", 1)
    assert difference["operations"] == ["relu"]
    assert any("relu" in kernel for kernel in difference["kernels"])
    alone = run(difference["script"])
    assert alone.returncode == 1
    assert "DIFFERENT" in alone.stdout
    # with the planted mistake taken out, the same script finds nothing
    script = Path(difference["script"])
    script.write_text(script.read_text().replace("'accuracy'", "None"))
    mended = run(script)
    assert (mended.returncode, "DIFFERENT" in mended.stdout) == (0, False)


@pytest.mark.long
def test_a_wrong_rewrite_is_found_and_shown(tmp_path: Path):
    code, found, _ = check(WRONG_REWRITE, tmp_path)
    assert code == 1
    (difference,) = found["differences"]
    assert (difference["backend"], difference["graph"]) == ("eager", None)
    assert run(difference["script"]).returncode == 1


def test_a_wrong_backend_is_found(tmp_path: Path):
    code, found, _ = check(WRONG_BACKEND, tmp_path)
    assert code == 1
    (difference,) = found["differences"]
    assert (difference["backend"], difference["graph"]) == ("cosine_for_sine", 1)
    assert difference["operations"] == ["sin"]
    assert difference["script"] is None


@pytest.mark.long
def test_a_wrong_gradient_is_found(tmp_path: Path):
    code, found, _ = check(WRONG_GRADIENT, tmp_path)
    assert code == 1
    assert found["differences"][0]["where"] == "gradient of input[0]"


@pytest.mark.parametrize(
    ("one", "other", "how"),
    [
        (torch.ones(2), torch.ones(2), ""),
        (torch.ones(2), torch.ones(2) + 1e-6, ""),
        (torch.ones(2), torch.ones(2) + 1e-2, "largest difference 0.01"),
        (
            torch.ones(2, dtype=torch.float64),
            torch.ones(2, dtype=torch.float64) + 1e-6,
            "largest difference 1e-06",
        ),
        (torch.tensor([float("nan")]), torch.tensor([float("nan")]), ""),
        (torch.tensor([float("nan")]), torch.tensor([1.0]), "largest difference not finite"),
        (torch.tensor([float("inf"), 1]), torch.tensor([float("inf"), 1]), ""),
        (torch.ones(2), torch.ones(3), "eager torch.float32 [2], compiled torch.float32 [3]"),
        (torch.ones(2), torch.ones(2).half(), "eager torch.float32 [2], compiled torch.float16 [2]"),
        (torch.arange(3), torch.arange(3) + torch.tensor([0, 0, 1]), "1 of 3 values differ"),
        ({"a": 1}, {"a": 2}, "eager 1, compiled 2"),
        ([1.0], [1.0 + 1e-7], ""),
        ([1], (1,), "structure"),
        ("x", None, "eager 'x', compiled None"),
        (torch.zeros(0), torch.zeros(0), ""),
    ],
)
def test_what_counts_as_a_difference(one: Any, other: Any, how: str):
    found = first_difference(one, other)
    assert (found is None) == (how == "")
    if found is not None:
        assert how in found.how
