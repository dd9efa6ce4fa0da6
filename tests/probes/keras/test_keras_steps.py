"""Each batch of a fit is a step of the program, on each backend."""

from __future__ import annotations

from pathlib import Path

import pytest
from keras_backends import BACKENDS, run_recorded, skip_without, skip_without_keras

from recorded_example import Recorded

skip_without_keras()

# 48 rows are trained on, in batches of 4, twice; the program adds the number of the batch that begins.
PROGRAM = """
import sys
import numpy as np, keras
if "torch.optim" in sys.argv:
    import torch

class Numbers(keras.callbacks.Callback):
    count = 0
    def on_train_batch_begin(self, batch, logs=None):
        np.add(np.zeros(2), Numbers.count)
        Numbers.count += 1

class Adversaries(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(1)
    def call(self, x):
        return self.dense(x)
    def train_step(self, data):
        for turn in range(2):
            self.zero_grad()
            loss = self(data[0]).sum()
            loss.backward()
            torch.optim.SGD(self.parameters(), lr=0.01).step()
        return {"loss": loss}

model = Adversaries() if "torch.optim" in sys.argv else keras.Sequential([keras.layers.Dense(3), keras.layers.Dense(1)])
model.compile("sgd", "mse")
x, y = np.ones((64, 4), "float32"), np.ones((64, 1), "float32")
model.fit(x, y, batch_size=4, epochs=2, verbose=0, validation_split=0.25, callbacks=[Numbers()])
"""
STEPS = "select count(*) n from marks where kind = 'step'"
NUMBERS = (
    "select integer n from operations join operands on operation = operations.id "
    "where integer is not null and operations.name = 'numpy.add' and site in "
    "(select id from sites where file like '%fit.py') order by operations.id"
)


def _program(folder: Path) -> Path:
    script = folder / "fit.py"
    script.write_text(PROGRAM, encoding="utf-8")
    return script


def _ask(recorded: Recorded, query: str) -> list[int]:
    with recorded.trace() as trace:
        return [int(row["n"]) for row in trace.sql(query).to_pylist()]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("backend", BACKENDS)
def test_batches_choose_what_is_recorded(backend: str, tmp_path: Path) -> None:
    skip_without(backend)
    recorded, _ = run_recorded(_program(tmp_path), backend, tmp_path, options=("--steps", "1,10::10"))
    assert _ask(recorded, NUMBERS) == [1, 10, 20]
    assert _ask(recorded, STEPS) == [24]


@pytest.mark.long
def test_a_batch_with_two_optimisers_is_one_step(tmp_path: Path) -> None:
    skip_without("torch")
    recorded, _ = run_recorded(_program(tmp_path), "torch", tmp_path, "torch.optim")
    assert _ask(recorded, STEPS) == [24]
