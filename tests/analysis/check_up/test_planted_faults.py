"""The planters of `benchmarks.planted_faults`: each plants its fault where it can, and no other line changes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from benchmarks.planting.promised.planters import PLANTERS
from benchmarks.planting.promised.program import Plant, Program, planted

pytest.importorskip("numscope._core", reason="the native core is not built")

_ROOT = Path(__file__).resolve().parents[3]
_SPLIT = """
def train_test_split(x, y):
    return x[:40], x[40:], y[:40], y[40:]

class StandardScaler:
    def fit_transform(self, x):
        self.mean = x.mean(axis=0)
        return x - self.mean
    def transform(self, x):
        return x - self.mean
    fit = fit_transform

class Model:
    def __init__(self, max_iter):
        self.max_iter = max_iter
    def fit(self, x, y):
        self.weights = x.T @ y * self.max_iter
    def predict(self, x):
        return x @ self.weights

x, y = x @ np.ones((3, 3)), x[:, 0] * 2
X_train, X_test, y_train, y_test = train_test_split(x, y)
scaler = StandardScaler()
X_train = scaler.fit_transform(X_train)
X_test = scaler.transform(X_test)
model = Model(max_iter=100)
model.fit(X_train, y_train)
error = model.predict(X_test) - y_test
"""
_HEAD = "import numpy as np\nx = np.random.default_rng(1).normal(size=(60, 3)) * 3\n"
_WHOLE = "import numpy as np\nx = np.arange(600) % 250\n"
PROGRAMS = {
    "small_integer": _WHOLE + "y = x - 3\nz = y / 2\n",
    "small_sum": _WHOLE + "total = np.sum(x)\n",
    "lost_cast": "import numpy as np\nx = np.arange(500)\ntotal = x.mean()\n",
    "counted": "import numpy as np\nx = np.arange(900) % 2\ntotal = x.mean()\n",
    "sentinel": _HEAD + "means = x.mean(axis=0)\n",
    "large_sentinel": _HEAD + "means = x.mean(axis=0)\n",
    "column_against_row": _HEAD + "a, b = x[:, 0], x[:, 1]\nloss = ((a - b) ** 2).mean()\n",
    "changed_argument": _HEAD + "y = x - 1\nz = x * 2 + y\n",
    "lost_copy": _HEAD + "y = x.copy()\ny[0] = 5\nz = x.sum()\n",
    "centred_view": _HEAD + "z = x.sum()\n",
    "half_precision": "import numpy as np\nx = np.arange(4000) % 7 + 1.0\ntotal = x.sum()\n",
    "naive_variance": _HEAD + "spread = x.var()\n",
    "lost_digits": _HEAD + "rate = (x[:, 0] - x[:, 1]) / 2\n",
    "lost_share": "import numpy as np\nw = np.arange(5.0)\np = w / w.sum()\nmean = p @ np.arange(5)\n",
    "skewed_covariance": _HEAD + "c = np.cov(x.T) + 1\nq = x @ c\n",
    "python_objects": _HEAD + "z = x + 1\n",
    "dropped_result": _HEAD + "x = x.clip(0, 1)\ntotal = x.sum()\n",
    "large_step": "p, v = 1.0, 0.0\nfor _ in range(20):\n    v += -0.1 * p\n    p += 0.1 * v\nend = p\n",
    "one_seed_a_turn": _HEAD
    + "z = []\nfor _ in range(5):\n    z.append(np.random.normal())\nz = z[0] == z[1]\n",
    "scaled_before_split": _HEAD + _SPLIT,
    "fitted_to_test": _HEAD + _SPLIT,
    "repeated_rows": _HEAD + _SPLIT,
    "answer_as_feature": _HEAD + _SPLIT,
    "shuffled_answers": _HEAD + _SPLIT,
    "scaled_anew": _HEAD + _SPLIT,
    "ended_early": _HEAD + _SPLIT,
}


_WATCHING = """
import json, sys
from pathlib import Path
from benchmarks.planting.promised.forked import forked
from benchmarks.planting.promised.watched import watched

folder, facts = Path.cwd(), []
for text in json.load(sys.stdin):
    script = folder / "program.py"
    script.write_text(text)
    facts.append(forked(lambda: watched(script, True), folder, 60))
print(json.dumps(facts))
"""


def _run(texts: list[str], folder: Path) -> list[dict[str, Any]]:
    """Watch each text in a fork of a fresh process: the process of the tests has threads, and their locks."""
    said = subprocess.run(
        [sys.executable, "-c", _WATCHING],
        input=json.dumps(texts),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(_ROOT)},
        check=True,
        capture_output=True,
        text=True,
    )
    facts: list[dict[str, Any]] = json.loads(said.stdout)
    return facts


@pytest.mark.parametrize("planter", PROGRAMS)
def test_a_planted_fault_changes_one_statement_and_what_the_program_comes_to(
    planter: str, tmp_path: Path
) -> None:
    text = PROGRAMS[planter]
    (base,) = _run([text], tmp_path)
    program = Program(text, base["facts"])
    faults = []
    for plant in list(PLANTERS[planter][0](program))[:4]:
        fault = planted(program, plant)
        lines = fault.text.splitlines()
        kept = [line for number, line in enumerate(lines, 1) if number not in fault.lines]
        imported = (plant.imports + "; ") if plant.imports else ""
        before = text.splitlines()
        left = iter([imported + before[0], *before[1:]])
        assert all(any(line == one for one in left) for line in kept)
        faults.append(fault.text)
    ends = [facts["came_to"] for facts in _run(faults, tmp_path) if facts]
    assert any({name: end.get(name) for name in base["came_to"]} != base["came_to"] for end in ends)


def test_effects_follow_names_and_calls() -> None:
    text = "import numpy as np\ndef f(a):\n    return a + 1\nx = np.ones(3)\nq = 4\ny = f(x)\nz = q + 1\n"
    program = Program(text)
    made = next(one for one in program.statements if one.lineno == 4)
    fault = planted(program, Plant(made, "x = x * 2", ("x",), behind=True))
    assert list(fault.lines) == [5]
    assert fault.effects == {3, 5, 7}


def test_the_benchmark_asks_and_judges(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "counts.py").write_text(PROGRAMS["small_sum"] + "print(total)\n")
    words = ["scripts", "--keep", "out", "--only", "small_sum", "--plants", "1"]
    command = [sys.executable, "-m", "benchmarks.planted_faults", *words]
    said = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(_ROOT)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert "| all | 1 | 1 | 1 | 1 |" in said
    answer = json.loads((tmp_path / "out" / "answers.jsonl").read_text())
    assert answer["first"][0] == "wrap-around"
    assert answer["lines"] == [3, 3]
