"""`diff` names the statement that one program lacks, or that writes into what the caller still reads."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compared_programs import comparing

from numscope.analysis.diff.comparison import Diff

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("pandas", reason="pandas is not installed")
pytest.importorskip("torch", reason="PyTorch is not installed")

RAIN = """
    import pandas as pd

    def readings():
        table = pd.DataFrame({"mm": [0.5, -1.0, 2.25, 4.125, -1.0, 3.5], "hour": range(6)})
        table.loc[table["mm"] < 0, "mm"] = 0.0
        return table

    def excess(table, least):
        return table["mm"] - least

    rain = readings()
    over = excess(rain, 0.25)
    print(over.sum())
    print(f"{over.mean() * 3.5:.4f}")
"""
RAIN_EDITED = """
    import pandas as pd

    def readings():
        REPAIRED
        return table

    def excess(table, least):
        return table["mm"].sub(least)

    rain = readings()
    over = excess(rain, 0.25)
    print(over.sum())
    print(f"{3.5 * over.mean():.4f}")
"""
TABLE = 'table = pd.DataFrame({"mm": [0.5, -1.0, 2.25, 4.125, -1.0, 3.5], "hour": range(6)})'
REPAIR = 'table.loc[table["mm"] < 0, "mm"] = 0.0'
GATES = """
    import torch

    torch.manual_seed(3)
    gates = torch.randn(5, 4)
    base = torch.linspace(0.5, 2.5, 20).reshape(5, 4)
    gates.clamp_(min=0)
    mixed = gates * base
    share = mixed.sum(dim=1)
    print(share.mean().item())
"""
MASSES = """
    import numpy as np

    def centre(x, m):
        m = m / m.sum()
        return (m * x).sum()

    def momentum(v, m):
        return 0.5 * m + v

    where = np.linspace(0.3, 4.7, 9)
    mass = np.geomspace(1.5, 8.5, 9)
    print(centre(where, mass))
    moved = momentum(where[::-1], mass)
    print(moved.std())
"""
TRACES = """
    import torch

    def spread(trace):
        trace = trace - trace.mean()
        return (trace * trace).sum()

    def level(trace):
        return trace.max() * 2.5

    torch.manual_seed(4)
    trace = torch.randn(40) + 3.0
    print(spread(trace).item())
    print(level(trace).item())
"""
DENOISER = """
    import torch
    from torch import nn

    torch.manual_seed(5)
    model = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 2))
    data = torch.randn(30, 6)
    for _ in range(3):
        model(data)
    model.eval()
    with torch.no_grad():
        out = model(data[:7])
    print(out.abs().mean().item())
"""


def compared(folder: Path, before: str, after: str, old: str, new: str) -> Diff:
    """Record both programs, and compare them; `old` is `new` in the second."""
    folder.mkdir()
    return comparing(folder, "program.py", before, after)(old, new)


def cause(found: Diff) -> tuple[str, str]:
    """Return the texts of the line that is named, of the first and of the second program."""
    assert not found.equal
    assert not found.verdict.program.rewritten
    assert found.verdict.cause is not None
    return found.verdict.cause.text


def test_a_removed_statement_is_named_in_place_of_the_line_that_goes_on_without_it(tmp_path: Path) -> None:
    found = compared(tmp_path / "table", RAIN, RAIN_EDITED, "REPAIRED", TABLE)
    assert cause(found) == (REPAIR, "")
    clamped = compared(tmp_path / "gates", GATES, GATES, *EDITED_GATES)
    assert cause(clamped) == ("gates.clamp_(min=0)", "")


EDITED_GATES = (
    "gates.clamp_(min=0)\n    mixed = gates * base\n    share = mixed.sum(dim=1)",
    "mixed = torch.mul(gates, base)\n    share = torch.sum(mixed, dim=1)",
)


def test_a_removed_statement_whose_work_is_done_elsewhere_is_no_cause(tmp_path: Path) -> None:
    cleaned = f"{TABLE}\n        table['mm'] = table['mm'].clip(lower=0.0)"
    assert compared(tmp_path / "equal", RAIN, RAIN_EDITED, "REPAIRED", cleaned).equal
    old, new = EDITED_GATES
    right = new.replace("(gates, base)", "(gates.relu(), base)")
    assert compared(tmp_path / "gates", GATES, GATES, old, right).equal
    other = compared(tmp_path / "other", GATES, GATES, old, right.replace("base)", "base + 1)"))
    assert cause(other)[1] == "mixed = torch.mul(gates.relu(), base + 1)"


@pytest.mark.parametrize(
    ("before", "old", "new"),
    [
        (MASSES, "m = m / m.sum()", "m /= m.sum()"),
        (TRACES, "trace = trace - trace.mean()", "trace -= trace.mean()"),
    ],
)
def test_a_write_into_the_callers_array_is_named(tmp_path: Path, before: str, old: str, new: str) -> None:
    after = before.replace("(m * x).sum()", "np.sum(x * m)").replace(
        "(trace * trace).sum()", "(trace**2).sum()"
    )
    assert cause(compared(tmp_path / "faulty", before, after, old, new))[1] == new
    name = new.partition(" ")[0]
    right = compared(tmp_path / "right", before, after, old, f"{name} = {name} + 0\n        {new}")
    assert right.equal


def test_a_mode_that_a_removed_call_set_is_named(tmp_path: Path) -> None:
    kept = "    model.eval()\n    with torch.no_grad():\n        out = model(data[:7])"
    edited = "    with torch.inference_mode():\n        out = model(data[:7])"
    found = compared(tmp_path / "faulty", DENOISER, DENOISER, kept, edited)
    assert cause(found) == ("model.eval()  beside manual_seed", "")
    right = compared(tmp_path / "right", DENOISER, DENOISER, kept, f"    model.train(False)\n{edited}")
    assert right.equal
