"""The rules about masks, slices and zeros hold for PyTorch's tensors as they do for arrays."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("torch", reason="PyTorch is not installed")

HEAD = "import torch\n"
CASES = {
    "a slice from below 0": (
        "values = torch.linspace(1.0, 4.0, 9)\n"
        "for day in range(1, 9):\n"
        "    week = values[day - 4 : day]\n"
        "    print(week.mean())",
        3,
        "`values[day - 4:day]` starts at -3",
    ),
    "a mask of the wrong side": (
        "power = torch.tensor([0.0, 3.0, 0.0, 5.0, 7.0])\n"
        "def audible(gate):\n"
        "    return power <= gate\n"
        "kept = power[audible(0.2)]\n"
        "print(torch.log10(kept).mean())",
        4,
        "keeps only the zeros of 5 values",
    ),
    "a mask that puts zeros": (
        "power = torch.tensor([0.5, 3.0, 0.1, 5.0, 7.0, 0.2])\n"
        "calm = power.masked_fill(power < 0.3, 0.0)\n"
        "later = calm.reshape(2, 3)[1:].flatten()\n"
        "print(torch.log10(later).mean())",
        3,
        "sets 2 of 6 values to 0",
    ),
    "whole numbers": (
        "counts = torch.tensor([4, 9, 30, 12])\n"
        "shares = counts // 10\n"
        "used = shares.float()[:2]\n"
        "print((1.0 / used).sum())",
        3,
        "rounds 2 of 4 values down to 0",
    ),
    "a mask that is one short": (
        "lengths = torch.tensor([4, 1, 3, 2])\n"
        "attention = torch.nn.MultiheadAttention(4, 2, batch_first=True)\n"
        "def padding(lengths):\n"
        "    return torch.arange(4).unsqueeze(0) >= lengths.unsqueeze(1) - 1\n"
        "x = torch.linspace(-1.0, 1.0, 64).reshape(4, 4, 4)\n"
        "read, _ = attention(x, x, x, key_padding_mask=padding(lengths))\n"
        "print(read.sum())",
        5,
        "nothing of 1 of 4 rows, which has one",
    ),
    "a mask that keeps nothing": (
        "score = torch.linspace(0.0, 1.0, 20)\n"
        "far = score[score > 2.0]\n"
        "middle = far * 2\n"
        "print(middle.mean())",
        3,
        "leaves none of 20 values",
    ),
    "a mask of pairs that bars the rows, too": (
        "real = torch.arange(5)[None, :] < torch.tensor([5, 3])[:, None]\n"
        "def pairs(real):\n"
        "    return real[:, :, None] & real[:, None, :]\n"
        "scores = torch.linspace(-1.0, 1.0, 50).reshape(2, 5, 5).masked_fill(~pairs(real), -torch.inf)\n"
        "weights = torch.softmax(scores, dim=-1)\n"
        "print(weights.max())",
        4,
        "bars 2 of 10 rows as a whole, as well as columns of all others; line 6 makes NaN of it",
    ),
    "a mask of pairs that leaves some rows nothing by its columns": (
        "real = torch.tensor([[True, True, False], [False, False, False]])\n"
        "pairs = torch.ones(2, 3, 1, dtype=torch.bool) & real[:, None, :]\n"
        "scores = torch.linspace(-1.0, 1.0, 18).reshape(2, 3, 3).masked_fill(~pairs, -torch.inf)\n"
        "weights = torch.softmax(scores, dim=-1)\n"
        "print(weights.max())",
        5,
        "gets nothing but -inf: 3 of 6 rows",
    ),
}
TRAINED = (
    "torch.manual_seed(0)\n"
    "x = torch.rand(200, 1)\n"
    "price = 50 + 400 * x\n"
    "target = (price - price.mean()) / price.std()\n"
    "model = torch.nn.Sequential(torch.nn.Linear(1, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))\n"
    "optimiser = torch.optim.Adam(model.parameters(), lr=0.05)\n"
    "for _ in range(30):\n"
    "    optimiser.zero_grad()\n"
    "    torch.nn.functional.mse_loss(model(x), {target}).backward()\n"
    "    optimiser.step()\n"
    "with torch.no_grad():\n"
    "    predicted = model(x)\n"
    "    print(torch.log(predicted{turned}).mean())"
)


@pytest.mark.parametrize("case", CASES)
def test_the_line_that_takes_the_wrong_elements(tmp_path: Path, case: str) -> None:
    program, line, words = CASES[case]
    found, said = first(tmp_path, HEAD + program)
    assert found == line
    assert words in said


def test_predictions_of_a_standardised_response(tmp_path: Path) -> None:
    found, said = first(tmp_path, HEAD + TRAINED.format(target="target", turned=""))
    assert found == 13
    assert "mean 0 and deviation 1" in said


def test_predictions_that_another_number_was_taken_off(tmp_path: Path) -> None:
    found, _ = first(tmp_path, HEAD + TRAINED.format(target="target", turned=" - 5"))
    assert found == 14


LOSS = "from torch.nn.functional import cross_entropy\ntorch.manual_seed(2)\n"
LABELS = {
    "cut off a tensor": (
        "full = torch.tensor([[-100, -100, -100, 4, 2], [-100, -100, -100, -100, 3]])\n"
        "labels = full[:, :3]\nprint(cross_entropy(torch.randn(6, 5), labels.reshape(-1)).item())",
        5,
        "cuts off all labels that count",
    ),
    "cut off a list": (
        "MOST = 4\ndef cut(prompt, answer):\n    labels = [0] * prompt + answer\n"
        "    return torch.tensor(labels[:MOST])\n"
        "for labels in [cut(2, [3]), cut(3, [1, 2]), cut(5, [2, 3])]:\n    scores = torch.randn(len(labels) - 1, 5)\n"
        "    print(cross_entropy(scores, labels[1:], ignore_index=0).item())",
        7,
        "`labels[:MOST]` leaves 0 in all 3 places",
    ),
    "masked": (
        "ids = torch.tensor([3, 1, 2])\nlabels = ids.masked_fill(ids > 0, -100)\n"
        "print(cross_entropy(torch.randn(3, 5), labels).item())",
        5,
        "sets all labels that count",
    ),
    "a batch of whole rows": (
        "tags = torch.tensor([[1, 2], [-100, 3], [-100, -100], [-100, -100]])\nfor start in (0, 2):\n"
        "    wanted = tags[start : start + 2]\n    part = wanted.reshape(-1)\n"
        "    print(cross_entropy(torch.randn(4, 5), part).item())",
        8,
        "all 4 labels are -100, which is ignored",
    ),
    "none from the beginning": (
        "MOST = 9\nfor labels in ([-100, 2], [-100] * 5):\n    cut = labels[:MOST]\n    given = torch.tensor(cut)\n"
        "    print(cross_entropy(torch.randn(len(given), 5), given).item())",
        8,
        "all 5 labels are -100, which is ignored",
    ),
}


@pytest.mark.parametrize("case", LABELS)
def test_labels_that_a_loss_ignores(tmp_path: Path, case: str) -> None:
    program, line, words = LABELS[case]
    found, said = first(tmp_path, HEAD + LOSS + program)
    assert found == line
    assert words in said
