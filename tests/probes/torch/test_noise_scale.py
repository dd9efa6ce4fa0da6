"""The gradient noise scale, against gradients by torch.autograd.grad and those of a whole population."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import numscope
from numscope.analysis.gradients.noise_scale import NoiseScale, noise_scale
from numscope.cli.main import main

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

PARTS, ROWS = 4, 8


def network() -> Any:
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))


def loss_of(model: Any, x: Any) -> Any:
    return (model(x) - x.sum(1, keepdim=True)).pow(2).mean()


def of_lengths(parts: list[list[Any]]) -> float:
    """Return the scale in parts of a batch, by the formulas of appendix A.1. parts: gradients, by step and part."""
    small = np.mean([[float(one @ one) for one in step] for step in parts], axis=1)
    large = np.array([float(mean @ mean) for mean in (sum(step) / len(step) for step in parts)])
    of = len(parts[0])
    true = (of * large - small) / (of - 1)
    noise = (small - large) / (1 - 1 / of)
    return float(noise.mean() / true.mean())


@pytest.mark.parametrize("way", ["sums", "means", "clipped", "zeros are kept"])
def test_of_micro_batches_it_is_that_of_their_gradients(way: str, tmp_path: Path) -> None:
    model = network()
    parameters = list(model.parameters())
    optimizer = torch.optim.SGD(parameters, lr=0.01)
    batches = torch.randn(6, PARTS, ROWS, 4)
    gradients: list[list[Any]] = []
    with numscope.record(tmp_path / "t.numscope", values="stats") as recording:
        for batch in batches:
            optimizer.zero_grad(set_to_none=way != "zeros are kept")
            numscope.pause()
            found = [torch.autograd.grad(loss_of(model, x), parameters) for x in batch]
            numscope.resume()
            gradients.append([torch.cat([one.flatten() for one in part]).double() for part in found])
            for x in batch:
                loss = loss_of(model, x)
                (loss if way == "sums" else loss / PARTS).backward()
            if way == "clipped":
                torch.nn.utils.clip_grad_norm_(parameters, 1e-3)
            optimizer.step()
    with recording.open() as trace:
        found = noise_scale(trace)
    assert (found.rows, found.parts, found.steps) == (ROWS, PARTS, 6), found
    assert found.scale == pytest.approx(of_lengths(gradients), rel=1e-4)


def test_it_is_close_to_that_of_the_whole_population(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The truth is the trace of the covariance of all rows' gradients, divided by the squared length of their mean."""
    torch.manual_seed(1)
    rows, model = torch.randn(512, 4), torch.nn.Linear(4, 1, bias=False)
    targets = rows.sum(1, keepdim=True) + torch.randn(512, 1)
    errors = model(rows) - targets
    each = (2 * errors * rows).detach()
    mean = each.mean(0)
    truth = float((each - mean).pow(2).sum(1).mean() / mean.pow(2).sum())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
    with numscope.record(tmp_path / "t.numscope", values="stats") as recording:
        for _ in range(80):
            optimizer.zero_grad()
            for chosen in torch.randint(0, 512, (PARTS, ROWS)):
                (model(rows[chosen]) - targets[chosen]).pow(2).mean().backward()
            optimizer.step()
    with recording.open() as trace:
        found = noise_scale(trace)
    assert found.scale is not None
    assert found.scale * ROWS == pytest.approx(truth, rel=0.2)
    assert main(["gradients", str(recording.path)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert (
        f"gradient noise scale: {found.scale * ROWS:.3g} rows, from 4 parts (micro-batch of 8 rows)" in said
    )


def two_lines(model: Any, batch: Any) -> None:
    loss_of(model, batch[0]).backward()
    loss_of(model, batch[1]).backward()


def not_all(model: Any, batch: Any) -> None:
    for number, x in enumerate(batch):
        (loss_of(model, x) if number else model[2](torch.ones(1, 8)).sum()).backward()


def one(model: Any, batch: Any) -> None:
    loss_of(model, batch[0]).backward()


def carried(model: Any, batch: Any) -> None:
    model[0].weight.grad = torch.ones(8, 4)
    for x in batch:
        loss_of(model, x).backward()


def opposed(model: Any, batch: Any) -> None:
    for sign, x in zip((1.0, -1.0, 1.0, -1.0), batch, strict=True):
        (sign * model(x)).mean().backward()


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("work", "reason"),
    [
        (one, "one backward pass in one process"),
        (two_lines, "stand at several lines"),
        (not_all, "gradients of the same parameters"),
        (carried, "begin with gradients that are not zero"),
        (opposed, "do not tell the length"),
    ],
)
def test_where_it_is_not_known_the_reason_is_said(
    work: Callable[[Any, Any], None], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = network()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.001)
    with numscope.record(tmp_path / "t.numscope", values="stats") as recording:
        for _ in range(4):
            optimizer.zero_grad()
            work(model, torch.randn(PARTS, ROWS, 4))
            optimizer.step()
    main(["gradients", str(recording.path)])
    assert reason in " ".join(capsys.readouterr().out.split())
    main(["gradients", "--json", str(recording.path)])
    noise = json.loads(capsys.readouterr().out)["noise"]
    assert noise["scale"] is None
    assert reason in noise["unknown"]


RANKS = """
import json, os, sys, torch, numscope
import torch.distributed as dist
RANKS, ROWS = 2, 8

def loss_of(model, x):
    return (model(x) - x.sum(1, keepdim=True)).pow(2).mean()

def train(rank):
    torch.manual_seed(0)
    torch.set_num_threads(1)
    dist.init_process_group("gloo", init_method="file://" + os.path.abspath("store"), rank=rank, world_size=RANKS)
    model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
    net = torch.nn.parallel.DistributedDataParallel(model)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    found = []
    for step in range(6):
        x = torch.randn(ROWS, 4, generator=torch.Generator().manual_seed(10 * step + rank))
        numscope.pause()
        gradients = torch.autograd.grad(loss_of(model, x), list(model.parameters()))
        numscope.resume()
        found.append(torch.cat([one.flatten() for one in gradients]).tolist())
        optimizer.zero_grad()
        loss_of(net, x).backward()
        optimizer.step()
    with open(f"rank-{rank}.json", "w") as file:
        json.dump(found, file)
    dist.destroy_process_group()

with numscope.record("t.numscope", values="stats"):
    children = []
    for rank in range(RANKS):
        child = os.fork()
        if not child:
            train(rank)
            sys.stdout.flush()
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
"""


@pytest.mark.long
def test_of_ranks_it_is_that_of_their_gradients(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(RANKS)
    subprocess.run(
        [sys.executable, "program.py"],
        cwd=tmp_path,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        check=True,
        timeout=280,
    )
    by_rank = [json.loads((tmp_path / f"rank-{rank}.json").read_text()) for rank in range(2)]
    gradients = [[np.array(rank[step]) for rank in by_rank] for step in range(6)]
    with numscope.open(tmp_path / "t.numscope", trust=True) as trace:
        found = noise_scale(trace)
    assert isinstance(found, NoiseScale)
    assert (found.rows, found.parts, found.steps, found.of) == (8, 2, 6, "rank's share"), found
    assert found.scale == pytest.approx(of_lengths(gradients), rel=1e-4)
