"""Experiment trackers: what each tracker's own reader finds of a trace that was logged to it."""

from __future__ import annotations

import json
import math
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import numscope
from numscope.analysis.gradients.gradient_flow import gradient_flow

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

PROGRAM = """
import numpy as np, torch
torch.manual_seed(0)
model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(3):
    optimizer.zero_grad()
    model(torch.ones(4, 3)).square().mean().backward()
    optimizer.step()
with np.errstate(all="ignore"):
    rate = np.array([1.0, 0.0]) / np.array([2.0, 0.0])
print(rate.mean())
"""


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tracked")
    (folder / "train.py").write_text(PROGRAM)
    words = [sys.executable, "-m", "numscope", "run", "-o", "train.numscope", "train.py"]
    subprocess.run(words, cwd=folder, check=True, capture_output=True)
    return folder / "train.numscope"


@pytest.fixture(scope="module")
def norms(trace: Path) -> dict[str, list[tuple[int, float]]]:
    with numscope.open(trace) as opened:
        flow = gradient_flow(opened)
    found = {
        layer.name: [
            (step, norm) for step, norm in zip(flow.steps, layer.norms, strict=True) if norm is not None
        ]
        for layer in flow.layers
    }
    assert set(found) == {"weight", "bias"}
    assert all(len(points) == 3 for points in found.values())
    return found


def is_report(path: Path) -> bool:
    text = path.read_text(encoding="utf-8")
    return text.startswith("<!doctype html>") and 'id="block-report"' in text


def test_tensorboard_reads_its_event_file(
    trace: Path, norms: dict[str, list[tuple[int, float]]], tmp_path: Path
) -> None:
    pytest.importorskip("tensorboard.summary.writer", reason="tensorboard is not installed")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    from tensorboard.util.tensor_util import make_ndarray

    from numscope.integrations import tensorboard

    tensorboard.log(trace, tmp_path)
    events = EventAccumulator(str(tmp_path)).Reload()
    for name, points in norms.items():
        seen = [(one.step, one.value) for one in events.Scalars(f"numscope/gradients/{name}")]
        assert [step for step, _ in seen] == [step for step, _ in points]
        assert all(math.isclose(a, b, rel_tol=1e-6) for (_, a), (_, b) in zip(seen, points, strict=True))
    [text] = events.Tensors("numscope/findings")
    [table] = make_ndarray(text.tensor_proto).tolist()
    assert "train.py:11" in table.decode()
    assert events.SummaryMetadata("numscope/findings").plugin_data.plugin_name == "text"
    assert is_report(tmp_path / "numscope.html")


def test_mlflow_reads_its_store(
    trace: Path, norms: dict[str, list[tuple[int, float]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mlflow = (
        pytest.importorskip("mlflow.tracking", reason="mlflow is not installed") and sys.modules["mlflow"]
    )
    from numscope.integrations import mlflow as tracker

    monkeypatch.chdir(tmp_path)
    mlflow.set_tracking_uri(f"sqlite:///{tmp_path}/store.db")
    client = mlflow.MlflowClient()
    experiment = client.create_experiment("numscope", artifact_location=(tmp_path / "artifacts").as_uri())
    with mlflow.start_run(experiment_id=experiment) as run:
        tracker.log(trace)
    again = client.create_run(experiment)
    tracker.log(trace, again.info.run_id)
    for number in (run.info.run_id, again.info.run_id):
        for name, points in norms.items():
            history = client.get_metric_history(number, f"numscope/gradients/{name}")
            assert sorted((one.step, one.value) for one in history) == points
        folder = Path(client.download_artifacts(number, "numscope", str(tmp_path)))
        table = json.loads((folder / "findings.json").read_text())
        assert any("train.py:11" in row[table["columns"].index("place")] for row in table["data"])
        assert is_report(folder / "numscope.html")
    assert mlflow.active_run() is None


def test_wandb_reads_its_offline_run(
    trace: Path, norms: dict[str, list[tuple[int, float]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wandb = (
        pytest.importorskip("wandb.proto.wandb_internal_pb2", reason="wandb is not installed")
        and sys.modules["wandb"]
    )
    from numscope.integrations import wandb as tracker

    for name in ("WANDB_DIR", "WANDB_CACHE_DIR", "WANDB_DATA_DIR", "WANDB_CONFIG_DIR", "WANDB_ARTIFACT_DIR"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("WANDB_SILENT", "true")
    run = wandb.init(mode="offline", project="numscope", dir=str(tmp_path))
    tracker.log(trace, run)
    run.finish()
    records: list[Any] = []
    for _ in range(300):  # a process of its own writes the log
        records = offline_records(next(tmp_path.rglob("run-*.wandb")))
        if any(record.HasField("exit") for record in records):
            break
        time.sleep(0.1)
    history = [
        {(item.key or "/".join(item.nested_key)): json.loads(item.value_json) for item in record.history.item}
        for record in records
        if record.HasField("history")
    ]
    for name, points in norms.items():
        key = f"numscope/gradients/{name}"
        assert [(row["numscope/step"], row[key]) for row in history if key in row] == points
    [table] = list(tmp_path.rglob("*.table.json"))[:1]
    content = json.loads(table.read_text())
    assert any("train.py:11" in row[content["columns"].index("place")] for row in content["data"])
    [artifact] = [
        one.artifact for one in records if one.HasField("artifact") and one.artifact.type == "report"
    ]
    [entry] = artifact.manifest.contents
    assert entry.path == "numscope.html"
    assert is_report(Path(entry.local_path))


def offline_records(path: Path) -> list[Any]:
    """Read the run's log: records in LevelDB's log format (blocks of 32 KiB, chunks with checksum, length, type)."""
    from wandb.proto import wandb_internal_pb2

    data, at, records, parts = path.read_bytes(), 7, [], b""
    while at < len(data):
        if 32768 - at % 32768 < 7:  # what is left of a block holds no head
            at += 32768 - at % 32768
            continue
        length, kind = struct.unpack("<HB", data[at + 4 : at + 7])
        parts += data[at + 7 : at + 7 + length]
        at += 7 + length
        if kind in (1, 4):  # whole, or the last part
            records.append(wandb_internal_pb2.Record.FromString(parts))
            parts = b""
    return records


def test_the_rest_of_numscope_imports_no_tracker() -> None:
    code = (
        "import sys, numscope, numscope.cli.main, numscope.analysis.open_trace\n"
        "assert not {'wandb', 'mlflow', 'tensorboard'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
