"""`--stop-on nan` and `inf` halt at the operator of PyTorch's that made them, on the user's line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sweeps import shortened

STOPPED = 86

MASKED = """
import torch

def attend(scores, mask):
    masked = scores.masked_fill(~mask, -torch.inf)
    return torch.softmax(masked, -1)  # blamed

mask = torch.ones(3, 4, dtype=torch.bool)
mask[1] = False
try:
    attend(torch.ones(3, 4), mask)
except Exception:
    print("taken for an error")
finally:
    print("cleaned up")
print("went on")
"""

BACKWARD = """
import torch

weight = torch.tensor([0.0, 4.0], requires_grad=True)
loss = (weight.sqrt() * torch.tensor([0.0, 1.0])).sum()
loss.backward()  # blamed
print("went on")
"""

IN_PLACE = """
import torch

rates = torch.tensor([1.0, -2.0])
rates.log_()  # blamed
print("went on")
"""

IN_A_LAYER = """
import torch

class Ratio(torch.nn.Module):
    def forward(self, part, whole):
        return part / whole  # blamed

Ratio()(torch.zeros(2), torch.zeros(2))
print("went on")
"""

IN_A_THREAD = """
import threading
import torch

def work():
    torch.zeros(2) / torch.zeros(2)  # blamed
    len("the next call is the last")
    print("the thread went on")

thread = threading.Thread(target=work)
thread.start()
thread.join()
print("went on")
"""

MISSING_VALUES = """
import torch

data = torch.tensor([1.0, float("nan"), 3.0])
print(torch.nanmean(data), (data * 2).sum(), data.mean())
mask = torch.zeros(2, 2).masked_fill(torch.tensor([[False, True], [False, False]]), -torch.inf)
print(torch.softmax(mask, -1), torch.full((2,), torch.nan))
print("went on")
"""

OVERFLOW = """
import torch

logits = torch.tensor([10.0, 200.0])
shares = logits.exp()  # blamed
print("went on")
"""


def run(folder: Path, source: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run `source` as `program.py` under `numscope run` with these options."""
    (folder / "program.py").write_text(source)
    words = [sys.executable, "-m", "numscope", "run", "-o", "t.numscope", *options, "program.py"]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def blamed(source: str) -> int:
    """Return the number of the line that is marked."""
    return next(number for number, line in enumerate(source.splitlines(), 1) if "# blamed" in line)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("source", "operator"),
    shortened(
        [
            (IN_A_LAYER, "aten::div"),
            (BACKWARD, "aten::div"),
            (MASKED, "aten::softmax"),
            (IN_PLACE, "aten::log_"),
            (IN_A_THREAD, "aten::div"),
        ],
        2,
    ),
    ids=["in a layer", "backward", "masked row", "in place", "in a thread"],
)
def test_it_halts_where_nan_was_made(source: str, operator: str, tmp_path: Path) -> None:
    done = run(tmp_path, source, "--stop-on", "nan")

    assert done.returncode == STOPPED, done.stderr
    assert "went on" not in done.stdout
    halted = json.loads((tmp_path / "t.numscope" / "halted.json").read_text())
    assert halted["place"].endswith(f"program.py:{blamed(source)}")
    assert halted["operation"] == operator


def test_the_program_cleans_up_and_takes_it_for_no_error(tmp_path: Path) -> None:
    assert run(tmp_path, MASKED, "--stop-on", "nan").stdout == "cleaned up\n"


def test_infinities_halt_where_they_are_asked_for(tmp_path: Path) -> None:
    done = run(tmp_path, OVERFLOW, "--stop-on", "inf")

    assert done.returncode == STOPPED
    assert f"program.py:{blamed(OVERFLOW)}: aten::exp made Inf of finite inputs" in done.stderr


@pytest.mark.parametrize(
    ("source", "options"),
    shortened(
        [
            (MISSING_VALUES, ["--stop-on", "nan", "--stop-on", "inf"]),
            (OVERFLOW, ["--stop-on", "nan"]),
            (OVERFLOW, ["--stop-on", "inf", "--allow", f"program.py:{blamed(OVERFLOW)}"]),
            (IN_PLACE, ["--stop-on", "nan", "--allow", "aten::log_"]),
        ]
    ),
    ids=["missing values and masks", "no NaN", "allowed place", "allowed operation"],
)
def test_it_goes_on_where_nothing_was_made(source: str, options: list[str], tmp_path: Path) -> None:
    done = run(tmp_path, source, *options)

    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("went on\n")
    assert not (tmp_path / "t.numscope" / "halted.json").exists()
