"""Each batch of Lightning's trainer is a step of the program, however many optimisers step in it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import numscope

# The name that only the real package answers: a folder of tests may be called as it is.
pytest.importorskip("lightning.pytorch", reason="Lightning is not installed")

# Ten batches an epoch, two epochs. Each batch adds its number.
PROGRAM = """
import importlib, sys, warnings
warnings.simplefilter("ignore")
import numpy as np, numscope, torch
L = importlib.import_module(sys.argv[1])
words = sys.argv[2:]
count = 0

class Model(L.LightningModule):
    automatic = "two" not in words

    def __init__(self):
        super().__init__()
        self.automatic_optimization = self.automatic
        self.first, self.second = torch.nn.Linear(4, 4), torch.nn.Linear(4, 1)

    def training_step(self, batch, number):
        global count
        np.add(np.zeros(2), count)
        count += 1
        loss = self.second(self.first(batch[0])).sum()
        if "own" in words and not count % 2:
            numscope.step()
        if self.automatic:
            return loss
        self.manual_backward(loss)
        for optimizer in self.optimizers():
            optimizer.step()

    def validation_step(self, batch, number):
        self.first(batch[0])

    def configure_optimizers(self):
        if self.automatic:
            return torch.optim.SGD(self.parameters(), 0.1)
        return [torch.optim.SGD(layer.parameters(), 0.1) for layer in (self.first, self.second)]

data = torch.utils.data.TensorDataset(torch.ones(40, 4))
batches = torch.utils.data.DataLoader(data, batch_size=4)
quiet = dict.fromkeys(("logger", "enable_checkpointing", "enable_progress_bar", "enable_model_summary"), False)
trainer = L.Trainer(max_epochs=2, accelerator="cpu", accumulate_grad_batches=4 if "gathered" in words else 1, **quiet)
trainer.fit(Model(), batches, batches)
"""
NUMBERS = (
    "select integer from operations join operands on operation = operations.id "
    "where integer is not null and operations.name = 'numpy.add' and site in "
    "(select id from sites where file like '%fit.py') order by operations.id"
)


def record(folder: Path, *words: str, options: tuple[str, ...] = ()) -> tuple[int, list[int]]:
    """Return how many steps ended, and the batches that are recorded."""
    (folder / "fit.py").write_text(PROGRAM, encoding="utf-8")
    command = [sys.executable, "-m", "numscope", "run", *options, "-o", "t.numscope", "fit.py", *words]
    subprocess.run(command, cwd=folder, check=True, stderr=subprocess.DEVNULL, timeout=280)
    with numscope.open(folder / "t.numscope", trust=True) as trace:
        steps = trace.sql("select max(number) n from marks where kind = 'step'")["n"][0].as_py()
        return steps, trace.sql(NUMBERS)["integer"].to_pylist()


@pytest.mark.parametrize("package", ["lightning", "pytorch_lightning"])
@pytest.mark.parametrize("word", ["two", "gathered"])
def test_batches_choose_what_is_recorded(package: str, word: str, tmp_path: Path) -> None:
    if package == "pytorch_lightning":
        pytest.importorskip("pytorch_lightning.trainer", reason="it is installed as `lightning` alone")
    assert record(tmp_path, package, word, options=("--steps", "::10")) == (20, [0, 10])


def test_the_newest_batches_are_kept(tmp_path: Path) -> None:
    steps, batches = record(tmp_path, "lightning", "two", options=("--ring", "4"))
    assert steps == 20
    assert batches == list(range(20 - len(batches), 20))
    assert 4 <= len(batches) <= 8


def test_a_program_that_counts_itself_is_listened_to(tmp_path: Path) -> None:
    steps, _ = record(tmp_path, "lightning", "own")
    # The first batch ended before the program spoke; it ends a step in every second one.
    assert steps == 10
