"""Frameworks that people train with: the same weights with and without a recording, and NaN found in its layer."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import numscope
from numscope.cli.main import main

pytest.importorskip("torch", reason="PyTorch is not installed")

PROGRAM = Path(__file__).with_name("framework_trainings.py")
LINE = next(n for n, line in enumerate(PROGRAM.read_text().splitlines(), 1) if line.endswith("# planted"))
RANKS = 2


class Way(NamedTuple):
    """A way to train. place: where `nan` has to say that the fault is; layers: paths that operations have to have.

    package: what it needs beside PyTorch. ranks: how many processes train.
    """

    place: str
    layers: set[str]
    package: str | None = None
    ranks: int = 1
    left_out: bool = False  # the step with the fault, so that weights stay finite


LAYERS = {"", "body", "head.linear"}
QUICK = ["tensor parallel", "mixed precision", "checkpointing"]
WAYS = {
    "tensor parallel": Way("in head, forward, step 2", LAYERS, ranks=RANKS),
    "mixed precision": Way("in head, forward, step 2", LAYERS, left_out=True),
    "checkpointing": Way("in head, backward, step 2", LAYERS),  # where the region runs again
    # Forward and backward passes run inside the step.
    "LBFGS": Way("in head, optimizer, step 2", LAYERS),
    "torch.func": Way("in head, forward, step 0", LAYERS),  # no optimiser, whose steps could be counted
    "DDP": Way("in module.head, forward, step 2", {"module.body", "module.head.linear"}, ranks=RANKS),
    "FSDP2": Way("in head, forward, step 2", LAYERS, ranks=RANKS),
    "accelerate": Way("in head, forward, step 2", LAYERS, "accelerate"),
    "Trainer": Way("in head, forward, step 2", LAYERS, "transformers"),
    "lightning": Way("in head, optimizer, step 2", LAYERS, "lightning"),
}


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """Return the folder with the traces of the ways that are asked for, and the digests of their weights."""
    folder = tmp_path_factory.mktemp("trainings")
    asked = {
        item.callspec.params["name"]
        for item in request.session.items
        if hasattr(item, "callspec") and "trained" in item.fixturenames
    }
    names = [name for name in WAYS if name in asked and _missing(name) is None]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("NUMSCOPE")}
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(folder), *names],
        env={**environ, "OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1"},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


def _missing(name: str) -> str | None:
    """Return the package that a way needs and that is not installed; a folder of tests with its name is none."""
    package = WAYS[name].package
    spec = importlib.util.find_spec(package) if package else None
    return package if package and (spec is None or spec.origin is None) else None


@pytest.mark.parametrize(
    "name", [*QUICK, *(pytest.param(name, marks=pytest.mark.long) for name in WAYS if name not in QUICK)]
)
def test_weights_are_the_same_and_nan_is_found_in_its_layer(
    name: str, trained: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if package := _missing(name):
        pytest.skip(f"{package} is not installed")
    way = WAYS[name]
    plain, healthy, planted = (
        json.loads((trained / f"{name}-{kind}.json").read_text()) for kind in ("plain", "healthy", "planted")
    )
    assert len(plain) == way.ranks
    assert healthy == plain
    assert planted != plain
    with numscope.open(trained / f"{name}-healthy.numscope", trust=True) as trace:
        rows = trace.sql("select distinct module from modules where module is not null")
    assert way.layers <= set(rows["module"].to_pylist())
    assert main(["nan", str(trained / f"{name}-healthy.numscope")]) == 0
    capsys.readouterr()
    assert main(["nan", str(trained / f"{name}-planted.numscope")]) == 1
    said = capsys.readouterr().out
    first, line = said.splitlines()[:2]
    assert f"{PROGRAM.name}:{LINE} " in first, said
    assert line.endswith("# planted"), said
    assert way.place in said
    assert "\n2. " not in said, "one fault is one place"
    assert ("on rank 1" in said) == (way.ranks > 1)
    assert ("a GradScaler leaves out the step" in said) == way.left_out


TORCHRUN = """
import sys, pathlib
sys.path.insert(0, {folder!r})
import framework_trainings as trainings, torch.distributed as dist
dist.init_process_group("gloo")
rank = dist.get_rank()
digest = trainings.train("tensor parallel", "planted" in sys.argv and rank == 1)
pathlib.Path(sys.argv[1], f"rank-{{rank}}").write_text(digest)
dist.destroy_process_group()
"""


@pytest.mark.long
def test_tensor_parallel_under_torchrun(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "program.py"
    program.write_text(TORCHRUN.format(folder=str(PROGRAM.parent)))
    trace = tmp_path / "t.numscope"
    launch = ["-m", "torch.distributed.run", "--nproc_per_node", str(RANKS), str(program)]
    record = ["-m", "numscope", "run", "--force", "-o", str(trace)]

    def digests(*words: str) -> list[str]:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        subprocess.run(
            [sys.executable, *words[:-1], str(folder), words[-1]],
            env={**os.environ, "OMP_NUM_THREADS": "1"},
            cwd=tmp_path,
            capture_output=True,
            timeout=280,
            check=True,
        )
        return [(folder / f"rank-{rank}").read_text() for rank in range(RANKS)]

    assert digests(*record, *launch, "healthy") == digests(*launch, "healthy")
    assert main(["nan", str(trace)]) == 0
    digests(*record, *launch, "planted")
    capsys.readouterr()
    assert main(["nan", str(trace)]) == 1
    said = capsys.readouterr().out
    assert f"{PROGRAM.name}:{LINE} divides by zero" in said.splitlines()[0], said
    assert "on rank 1" in said
    assert "in head, forward, step 2" in said
