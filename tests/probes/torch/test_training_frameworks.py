"""Frameworks that people train with: the same weights with and without a recording, and NaN found in its layer."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import numscope

pytest.importorskip("torch", reason="PyTorch is not installed")
pytestmark = pytest.mark.long

MODEL = """
import hashlib, os, sys, warnings
warnings.simplefilter("ignore")
import torch
torch.manual_seed(0)
torch.set_num_threads(1)
planted = "planted" in sys.argv

class Head(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(8, 3)

    def forward(self, x):
        if planted:
            x = x / (x - x)  # planted
        return self.linear(x)

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = torch.nn.Linear(4, 8), Head()

    def forward(self, x, labels=None):
        logits = self.head(torch.relu(self.body(x)))
        loss = None if labels is None else torch.nn.functional.cross_entropy(logits, labels)
        return logits if labels is None else {"loss": loss, "logits": logits}

x, y = torch.randn(32, 4), torch.randint(0, 3, (32,))
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
"""
SAID = """
print(hashlib.sha256(b"".join(one.detach().numpy().tobytes() for one in model.parameters())).hexdigest())
"""
PROGRAMS = {
    "accelerate": """
from accelerate import Accelerator
accelerator = Accelerator(cpu=True)
net, step = accelerator.prepare(model, optimizer)
for _ in range(3):
    step.zero_grad()
    accelerator.backward(net(x, y)["loss"])
    step.step()
model = accelerator.unwrap_model(net)
""",
    "torch.func": """
values = {name: one.detach() for name, one in model.named_parameters()}
def loss(values):
    return torch.nn.functional.cross_entropy(torch.func.functional_call(model, values, (x,)), y)
for _ in range(3):
    slopes = torch.func.grad(loss)(values)
    values = {name: one - 0.1 * slopes[name] for name, one in values.items()}
model.load_state_dict(values)
""",
    "LBFGS": """
optimizer = torch.optim.LBFGS(model.parameters(), max_iter=4)
def closure():
    optimizer.zero_grad()
    loss = model(x, y)["loss"]
    loss.backward()
    return loss
for _ in range(2):
    optimizer.step(closure)
""",
    "checkpointing": """
from torch.utils.checkpoint import checkpoint
for _ in range(3):
    optimizer.zero_grad()
    checkpoint(model, x, y, use_reentrant=False)["loss"].backward()
    optimizer.step()
""",
    "fully_shard": """
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard
place = "file://" + os.path.abspath("group-" + str(os.getpid()))
dist.init_process_group("gloo", init_method=place, rank=0, world_size=1)
fully_shard(model.head)
fully_shard(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    model(x, y)["loss"].backward()
    optimizer.step()
values = [one.full_tensor() for one in model.parameters()]
dist.destroy_process_group()
model = torch.nn.ParameterList(values)
""",
}


def _run(folder: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, check=True, timeout=280
    )
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize("name", PROGRAMS)
def test_weights_are_the_same_and_nan_is_found_in_its_layer(name: str, tmp_path: Path) -> None:
    if name == "accelerate":
        pytest.importorskip(name, reason="Accelerate is not installed")
    text = MODEL + PROGRAMS[name] + SAID
    (tmp_path / "fit.py").write_text(text, encoding="utf-8")
    record = ("-m", "numscope", "run", "--force", "-o", "t.numscope", "fit.py")
    assert _run(tmp_path, *record) == _run(tmp_path, "fit.py")
    _run(tmp_path, *record, "planted")
    line = next(number for number, one in enumerate(text.splitlines(), 1) if one.endswith("# planted"))
    done = subprocess.run(
        [sys.executable, "-m", "numscope", "nan", "t.numscope", "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=280,
    )
    first = json.loads(done.stdout)["origins"][0]
    assert f'"line": {line}' in json.dumps(first)
    with numscope.open(tmp_path / "t.numscope", trust=True) as trace:
        layers = trace.sql("select distinct module from modules where module is not null")[
            "module"
        ].to_pylist()
    assert "head" in layers, layers
