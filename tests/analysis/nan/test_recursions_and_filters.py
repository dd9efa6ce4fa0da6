"""`nan` blames what recursions and filters do from turn to turn, not the line that has no result of it at last."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first

pytest.importorskip("numscope._core", reason="the native core is not built")


CHAIN = "move = np.array([[0.9, 0.1], [0.2, 0.8]])\nemit = np.array([[0.3, 0.2], [0.1, 0.4]])\n"
VANISHED = {
    "rows of a table": (
        CHAIN + "table = np.zeros((900, 2))\ntable[0] = emit[0]\nfor t in range(1, 900):\n"
        "    table[t] = table[t - 1] @ move * emit[t % 2]\nprint(np.log10(table[-1].max()))",
        6,
    ),
    "weights made shares at the end": (
        CHAIN
        + "w = np.ones(2)\nfor t in range(900):\n    w = w * emit[t % 2]\nshare = w / w.sum()\nprint(share[0])",
        5,
    ),
    "in place": (
        "rng = np.random.default_rng(1)\nw = np.ones(4)\nfor _ in range(700):\n    w *= rng.uniform(0.1, 0.4, 4)\n"
        "total = w.sum()\nprint(np.log(total))",
        4,
    ),
    "tensors": (
        "import torch\nlike = torch.ones(3)\np = torch.tensor([0.4, 0.5, 0.3])\nfor _ in range(200):\n"
        "    like = like * p\nprint(torch.log(like.sum()).item())",
        5,
    ),
}


@pytest.mark.parametrize("case", VANISHED)
def test_products_that_fall_to_zero(tmp_path: Path, case: str) -> None:
    program, line = VANISHED[case]
    if "torch" in program:
        pytest.importorskip("torch", reason="PyTorch is not installed")
    found, said = first(tmp_path, program)
    assert found == line
    assert "multiplies numbers down to 0 in" in said


def test_products_of_which_one_factor_is_zero(tmp_path: Path) -> None:
    program = (
        "w = np.ones(2)\nfor t in range(40):\n    w = w * np.array([0.5, 0.25]) * (t < 30)\n"
        "total = w.sum()\nprint(np.log(total))"
    )
    found, said = first(tmp_path, program)
    assert (found, "multiplies numbers down to 0" in said) == (5, False)
