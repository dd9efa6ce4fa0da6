"""PyTorch's operators, which record without the GIL, in a trace of which old segments are dropped."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.conftest import LateThreads

import numscope

pytest.importorskip("torch")

TRAINING = """
import threading, torch
def train(steps):
    model = torch.nn.Sequential(torch.nn.Linear(256, 256), torch.nn.ReLU(), torch.nn.Linear(256, 1))
    optimizer = torch.optim.SGD(model.parameters(), 1e-3)
    x = torch.randn(256, 256)
    for step in range(steps):
        optimizer.zero_grad()
        (model(x) ** 2).mean().backward()
        optimizer.step()
threads = [threading.Thread(target=train, args=(20,)) for _ in range(2)]
for thread in threads: thread.start()
train(20)
for thread in threads: thread.join()
print("done")
"""


def test_threads_of_torch_record_into_segments(numscope_command, tmp_path: Path) -> None:
    (tmp_path / "training.py").write_text(TRAINING)
    run = numscope_command("run", "--rotate", "16M", "-o", "t.numscope", "training.py")
    assert (run.stdout, run.returncode) == ("done\n", 0), run.stderr
    whole = numscope_command("run", "--values", "none", "-o", "whole.numscope", "training.py")

    def told(text: str, words: str) -> int:
        found = re.search(rf"([\d,]+) {words}", text)
        return int(found[1].replace(",", "")) if found else 0

    kept, dropped, cut = (
        told(run.stderr, words)
        for words in ("operations", "that began before", "cut off by the end of a segment")
    )
    assert kept + dropped + cut == told(whole.stderr, "operations")
    verified = numscope_command("verify", "t.numscope")
    assert verified.returncode == 0, verified.stdout
    query = "select distinct name from operations"
    names = set(numscope.open(tmp_path / "whole.numscope").sql(query)["name"].to_pylist())
    with numscope.open(tmp_path / "t.numscope") as trace:
        assert len(trace.table("processes")) == 3
        assert set(trace.sql(query)["name"].to_pylist()) <= names
        rectified = trace.sql("select id from operations where name = 'aten::relu' order by id desc limit 5")
        for one in trace.operations.fetch(rectified["id"].to_pylist()):
            given, gave = one.inputs[0].statistics, one.outputs[0].statistics
            assert gave.maximum == max(0, given.maximum)


TEXTS = """
import threading, time, numpy as np, torch
x = np.arange(16384.0)
ended = threading.Event()
def work():
    a = torch.arange(9.0)
    while not ended.is_set():
        torch.relu(a)
thread = threading.Thread(target=work)
thread.start()
for n in range(1500):
    time.sleep(0.0005)
    np.subtract(np.sqrt(x + n), 1.5)
ended.set()
thread.join()
torch.relu(torch.ones(9))
print("done")
"""


def test_texts_are_those_of_the_segment_in_which_the_call_began(
    numscope_command, late_threads: LateThreads, tmp_path: Path
) -> None:
    """A thread that has looked them up sleeps, while another begins segment after segment."""
    (tmp_path / "texts.py").write_text(TEXTS)
    run = numscope_command(
        *("run", "--rotate", "16M", "--keep", "8", "-o", "t.numscope", "texts.py"),
        environ=late_threads("_numscope_torch", 20_000),
    )
    assert (run.stdout, run.returncode) == ("done\n", 0), run.stderr
    with numscope.open(tmp_path / "t.numscope") as trace:
        found = trace.sql(
            "select distinct operands.type from operands join operations on operations.id = operation "
            "where operations.name like 'aten::%' and operands.kind = 'array'"
        )
        assert len(trace.table("processes")) > 5
    assert found["type"].to_pylist() == ["torch.Tensor"]
