"""`nan` blames loops that end early, masks the wrong way round, schedules that raise a step, and angles in degrees."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first

pytest.importorskip("numscope._core", reason="the native core is not built")


# Head of the loops, body, the line to blame, a part of the sentence.
LOOPS = {
    "the last element": ("for i in range(1, 5):", "table[i] = i", 3, "the last 1 of 6 elements"),
    "the first elements": ("for i in range(2, 6):", "table[i] = i", 2, "the first 2 of 6 elements"),
    "one before the last": (
        "table[5] = 5.0\nfor i in range(4):",
        "table[i] = i",
        3,
        "leaves 1 of 6 elements",
    ),
    "by a condition": ("i = 0\nwhile i < 5:", "table[i, :] = 1.0\n    i += 1", 3, "the last 1 of 6 elements"),
    "an axis of a table": ("for i in range(6):", "for j in range(2): table[i, j] = i", 3, "index 2"),
    "left out on purpose": (
        "for i in range(6):",
        "if i < 4:\n        table[i] = i",
        1,
        "writes 18 NaN itself",
    ),
}


@pytest.mark.parametrize("case", LOOPS)
def test_elements_that_a_loop_leaves(tmp_path: Path, case: str) -> None:
    head, body, line, sentence = LOOPS[case]
    start = "table[0] = 0.0\n" if case == "the last element" else ""
    program = f"table = np.full((6, 3), np.nan)\n{start}{head}\n    {body}\nprint(table.mean(axis=0))"
    found = first(tmp_path, program)
    assert found[0] == line
    assert sentence in found[1]


ATTENTION = (
    "import torch\ntorch.manual_seed(1)\n"
    "tokens = torch.tensor([[3, 1, 4, 2], [5, 2, 0, 0], [6, 0, 0, 0]])\n"
    "layer = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()\n"
    "words = torch.nn.Embedding(7, 8)(tokens)\nmask = {mask}\n"
    "with torch.no_grad():\n    r, _ = layer(words, words, words, key_padding_mask=mask)\nprint(r.mean().item())"
)


@pytest.mark.parametrize(
    ("mask", "line"),
    [
        ("torch.arange(4)[None] < (tokens > 0).sum(dim=1)[:, None]", 6),
        # Nothing is left of one row, and what is left of the others is no padding.
        ("(tokens == 0) | torch.tensor([[True], [False], [False]])", 8),
    ],
    ids=["inverted", "an empty row"],
)
def test_a_mask_the_wrong_way_round(tmp_path: Path, mask: str, line: int) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    found = first(tmp_path, ATTENTION.format(mask=mask))
    assert found[0] == line
    assert ("wrong way round" in found[1]) == (line == 6)


HEADS = (
    "import torch\ntorch.manual_seed(1)\n"
    "tokens = torch.tensor([[3, 1, 4, 2], [5, 2, 0, 0], [6, 0, 0, 0], [1, 3, 2, 0]])\n"
    "def mask_of(tokens):\n    lengths = (tokens > 0).sum(dim=1)\n"
    "    return torch.arange(4)[None] {compared} lengths[:, None]\n"
    "layer = torch.nn.MultiheadAttention(8, 2, batch_first=True)\nwords = torch.nn.Embedding(7, 8)(tokens)\n"
    "r = {call}\nprint(r[0].mean().item())"
)
OF_HEADS = {
    "while it learns": ("<", "layer(words, words, words, key_padding_mask=mask_of(tokens))"),
    "by hand": (
        "<",
        "torch.softmax((words @ words.mT)[:, None].masked_fill(mask_of(tokens)[:, None, None], -torch.inf), -1)",
    ),
    "a row of padding alone": (
        ">=",
        "layer(words, words, words, key_padding_mask=mask_of(tokens * torch.tensor([[1], [0], [1], [1]])))",
    ),
}


@pytest.mark.parametrize("case", OF_HEADS)
def test_a_mask_the_wrong_way_round_for_several_heads(tmp_path: Path, case: str) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    compared, call = OF_HEADS[case]
    found, said = first(tmp_path, HEADS.format(compared=compared, call=call))
    assert (found, "wrong way round" in said) == ((6, True) if compared == "<" else (9, False))


LATER = (
    "import torch\ntorch.manual_seed(1)\nx = torch.randn(2, 5, 8)\nones = torch.ones(5, 5, dtype=torch.bool)\n"
    "dropped = {mask}\nscores = (x @ x.mT).masked_fill(dropped, -torch.inf)\n"
    "print((torch.softmax(scores, -1) @ x).mean().item())"
)
OF_LATER = {
    "ones.tril()": (5, "reads only later ones"),
    "ones.triu()": (5, "drops each place itself"),
    "ones.triu(diagonal=1) | (torch.arange(5) == 2)[:, None]": (7, "nothing but -inf"),
}


@pytest.mark.parametrize("mask", OF_LATER)
def test_masks_of_later_places(tmp_path: Path, mask: str) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    line, words = OF_LATER[mask]
    found, said = first(tmp_path, LATER.format(mask=mask))
    assert found == line
    assert words in said


TRAINING = (
    "import torch\ntorch.manual_seed(1)\nx = torch.randn(64, 3)\nw = torch.nn.Parameter(torch.ones(3))\n"
    "optimizer = torch.optim.SGD([w], lr={rate})\n"
    "schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, {schedule})\n"
    "for _ in range(120):\n    optimizer.zero_grad()\n    loss = (x @ w).square().mean()\n"
    "    loss.backward()\n    optimizer.step()\n    schedule.step()\nprint(loss.item())"
)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("rate", "schedule", "line"),
    [(0.05, "lambda step: step / 2", 6), (40.0, "lambda step: min(1.0, step / 2)", 5)],
    ids=["without a bound", "with a bound"],
)
def test_a_schedule_that_raises_the_steps(tmp_path: Path, rate: float, schedule: str, line: int) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    found = first(tmp_path, TRAINING.format(rate=rate, schedule=schedule))
    assert found[0] == line
    assert ("makes steps grow" in found[1]) == (line == 6)


@pytest.mark.parametrize("convert", ["np.radians", "np.negative"], ids=["of degrees", "of other numbers"])
def test_the_cosine_of_degrees(tmp_path: Path, convert: str) -> None:
    program = (
        "north = np.array([[52.0, 48.0], [46.0, 39.0]])\n"
        f"half = {convert}(north[:, 1] - north[:, 0]) / 2\n"
        "scale = np.cos(north[:, 0]) * np.cos(north[:, 1])\n"
        "r = np.sqrt(np.sin(half) ** 2 * 0.01 + scale)\nprint(r.max())"
    )
    line, sentence = first(tmp_path, program)
    assert (line, "look like degrees" in sentence) == ((3, True) if convert == "np.radians" else (4, False))
