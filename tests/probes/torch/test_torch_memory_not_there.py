"""Tensors over a file that was truncated: a program that never reads the missing part lives when it is recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

import numscope

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

PROGRAM = """
import os
import numpy as np, torch

def shorten():
    os.truncate("mapped", 4096)

def of_a_file():
    with open("mapped", "wb") as file:
        file.write(b"\\0" * 65536)
    whole = torch.from_file("mapped", shared=True, size=8192, dtype=torch.float64)
    whole.fill_(1)
    return whole

def of_an_array():
    array = np.memmap("mapped", np.float64, "w+", shape=(8192,))
    array[:] = 1
    return torch.from_numpy(array)

for make in (of_a_file, of_an_array):
    whole = make()
    shorten()
    for view in (whole, whole.view(64, 128)[:, ::2]):
        print(make.__name__, view.shape, float((view.reshape(-1) if view.dim() == 1 else view[0])[:2].add(1).sum()))
"""


@pytest.mark.sweep(1)
@pytest.mark.parametrize("values", ["full", "stats"])
def test_a_tensor_over_a_truncated_file(python, numscope_command, tmp_path: Path, values: str) -> None:
    plain = python("-c", PROGRAM)
    assert plain.returncode == 0, plain.stderr
    run = numscope_command("run", "-o", "t.numscope", "--values", values, "-c", PROGRAM)
    assert (run.returncode, run.stdout) == (0, plain.stdout), run.stderr
    with numscope.open(tmp_path / "t.numscope") as trace:
        views = [
            op for op in trace if op.name.startswith("aten::") and op.operands and op.operands[0].unreadable
        ]
    assert views
