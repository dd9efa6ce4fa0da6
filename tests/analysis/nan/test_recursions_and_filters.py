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


FILTER = (
    "F, R, H = np.array([[1.0, 0.5], [0.0, 1.0]]), np.array([[0.02]]), np.array([[1.0, 0.0]])\n"
    "P, score = np.diag([0.02, 1.0]), 0.0\nfor z in np.random.default_rng(2).normal(0, 0.3, 40):\n"
    "    P = F @ P @ F.T + 0.001 * np.eye(2)\n    S = H @ P @ H.T {sign} R\n    var = S[0, 0]\n    K = P @ H.T / var\n"
    "    P = P - K @ H @ P\n    score -= 0.5 * (np.log(2 * np.pi * var) + z**2 / var)\nprint(score)"
)
SURVEY = "before = np.array([2.0, 3.0, 5.0, 4.0])\nafter = np.array([3.5, 4.0, {last}, 6.0])\n"
DIFFERENCES = {
    "an innovation's variance": (
        FILTER.format(sign="-"),
        5,
        "subtracts 0.02 from a number that was positive",
    ),
    "the other order": (
        SURVEY.format(last=7.0)
        + "def fall():\n    return before - after\nprint(np.log(fall() / 10.0).mean())",
        4,
        "the larger of two numbers",
    ),
    "under a root": (
        SURVEY.format(last=1.0) + "gap = before - after\npart = 2 * gap[:2]\nprint(np.sqrt(part).sum())",
        3,
        "the larger of two numbers",
    ),
    "of tensors": (
        "import torch\nnear, far = torch.tensor([0.5, 0.3]), torch.tensor([2.0, 0.9])\ngap = near - far\n"
        "print(torch.log(gap * 3).mean().item())",
        3,
        "the larger of two numbers",
    ),
    "negative in a few places": (
        SURVEY.format(last=4.0) + "gap = after - before\nprint(np.log(gap).mean())",
        4,
        "takes the logarithm of negative numbers",
    ),
    "compared with 0": (
        SURVEY.format(last=7.0) + "gap = before - after\nr = np.where(gap > 0, np.log(gap), 0)\n"
        "print(np.log(gap).mean())",
        5,
        "takes the logarithm of negative numbers",
    ),
    "taken down in each turn": (
        "left, total = np.float64(3.0), 0.0\nfor _ in range(12):\n    left = left - 1.0\n"
        "    total += np.log(left + 0.5)\nprint(total)",
        4,
        "takes the logarithm of negative numbers",
    ),
}


@pytest.mark.parametrize("case", DIFFERENCES)
def test_differences_below_zero(tmp_path: Path, case: str) -> None:
    program, line, words = DIFFERENCES[case]
    if "torch" in program:
        pytest.importorskip("torch", reason="PyTorch is not installed")
    found, said = first(tmp_path, program)
    assert found == line
    assert words in said


SERIES = "from itertools import pairwise\nx = np.arange(60.0)\ntotal = 0.0\n"
BORDERS = {
    "appended": (
        "def borders(n, step):\n    found = list(range(0, n + 1, step))\n    found.append(n)\n    return found\n"
        "for a, b in pairwise(borders(len(x), 20)):\n    total += x[a:b].mean()\nprint(total)",
        6,
        "60 is there twice",
    ),
    "joined by r_": (
        "cuts = np.array([0, 20, 40])\nedges = np.r_[0, cuts, 60]\n"
        "means = [x[edges[k] : edges[k + 1]].mean() for k in range(len(edges) - 1)]\nprint(sum(means))",
        5,
        "0 is there twice",
    ),
    "given to split": (
        "cuts = [20, 40]\nends = [*cuts, 60]\nfor part in np.split(x, ends):\n    total += part.mean()\nprint(total)",
        5,
        "60 is there twice",
    ),
    "along the second axis": (
        "table = np.stack([x, x])\nedges = list(range(0, 61, 20))\nedges += [60]\n"
        "for a, b in zip(edges, edges[1:]):\n    total += table[:, a:b].mean(axis=1)[0]\nprint(total)",
        6,
        "60 is there twice",
    ),
    "a day without a value": (
        "days = np.searchsorted(x, [0.0, 20.0, 20.5, 21.0, 40.0])\nedges = np.append(days, 60)\n"
        "for a, b in pairwise(edges):\n    part = x[a:b]\n    total += part.mean()\nprint(total)",
        7,
        "leaves none of 60 values",
    ),
    "nothing is added": (
        "edges = np.array([0, 30, 60, 60])\nfor a, b in pairwise(edges):\n    part = x[a:b]\n"
        "    total += part.mean()\nprint(total)",
        6,
        "leaves none of 60 values",
    ),
}


@pytest.mark.parametrize("case", BORDERS)
def test_slices_between_equal_borders(tmp_path: Path, case: str) -> None:
    program, line, words = BORDERS[case]
    found, said = first(tmp_path, SERIES + program)
    assert found == line
    assert words in said
