"""torch.profiler sees in a recorded program what it sees in the plain one."""

from __future__ import annotations

from pathlib import Path

import pytest

import numscope

pytest.importorskip("torch")

PROFILED = """
import torch
from torch.profiler import ProfilerActivity, profile, record_function
torch.manual_seed(0)
model = torch.nn.Linear(8, 4)
optimizer = torch.optim.SGD(model.parameters(), 0.1)
with profile(activities=[ProfilerActivity.CPU], record_shapes=True) as watched:
    for _ in range(3):
        with record_function("a step"):
            optimizer.zero_grad()
            loss = (model(torch.ones(2, 8)) ** 2).mean()
            loss.backward()
            optimizer.step()
events = [event for event in watched.key_averages(group_by_input_shape=True) if event.key[:4] in ("aten", "a st")]
print(sorted((event.key, event.count, str(event.input_shapes)) for event in events))
print(loss.item())
"""


def test_a_profiled_program(python, numscope_command, tmp_path: Path) -> None:
    (tmp_path / "p.py").write_text(PROFILED)
    plain, recorded = python("p.py"), numscope_command("run", "-o", "t.numscope", "p.py")
    assert plain.returncode == 0, plain.stderr
    assert (recorded.stdout, recorded.returncode) == (plain.stdout, 0), recorded.stderr
    assert "a step" in plain.stdout
    with numscope.open(tmp_path / "t.numscope") as trace:
        assert sum(one.name == "aten::addmm" for one in trace) == 3
