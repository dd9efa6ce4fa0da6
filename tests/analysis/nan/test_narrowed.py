"""`nan` blames the line that casts an array to half precision if a sum of it has no place there."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first, report

pytest.importorskip("numscope._core", reason="the native core is not built")

SUMS = (
    "sound = np.linspace(-300.0, 900.0, 4000).reshape(4, 1000)\n"
    "def kept(values):\n"
    "    return np.asarray(values, dtype=np.{})\n"
    "small = kept(sound)\n"
    "totals = [row.sum() for row in small[:, 100:]]\n"
    "print(np.array(totals) / np.sum(totals))"
)
TENSORS = (
    "import torch\n"
    "depth = torch.arange(1000).reshape(2, 500)\n"
    "half = depth.to({})\n"
    "volume = half.sum(dim=1)\n"
    "print((volume / volume.sum()).tolist())"
)
VARIANCES = (
    "class Store:\n"
    "    def __init__(self, counts):\n"
    "        self.counts = counts.astype('{}')\n"
    "store = Store(np.arange(2000) % 1500)\n"
    "spread = np.var(store.counts[10:])\n"
    "print(spread - spread)"
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("program", "line", "said"),
    [
        (SUMS.format("float16"), 3, "the numbers reach 900, and `sum` in line 5 adds up more than that"),
        (
            TENSORS.format("torch.float16"),
            3,
            "the numbers reach 999, and `sum` in line 4 adds up more than that",
        ),
        (
            VARIANCES.format("float16"),
            3,
            "the numbers reach 1,499, and `var` in line 5 adds up more than that",
        ),
    ],
    ids=["sums of rows", "tensors", "a variance of a part"],
)
def test_the_cast_is_blamed_for_a_sum(tmp_path: Path, program: str, line: int, said: str) -> None:
    if "torch" in program:
        pytest.importorskip("torch")
    place, sentence = first(tmp_path, program)
    assert place == line, sentence
    assert "to float16, whose largest number is 65504: " in sentence
    assert said in sentence


PARTS = (
    "days = []\n"
    "for day in range(300):\n"
    "    days.append(np.full(4, 280.0 + day % 7).astype(np.float16))\n"
    "archive = np.stack(days)\n"
    "print(np.nanmean(archive, axis=0) - np.nanmean(archive))"
)
ONCE_MORE = (
    "small = np.linspace(200.0, 300.0, 50).astype(np.float16)\n"
    "squares = small * small\n"
    "print(squares.sum() - squares.max())"
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("program", "line"), [(PARTS, 5), (ONCE_MORE, 2)], ids=["parts", "products"])
def test_another_line_is_blamed(tmp_path: Path, program: str, line: int) -> None:
    """The whole was never there in a wider type, or the numbers themselves are too large."""
    place, sentence = first(tmp_path, program)
    assert place == line, sentence


@pytest.mark.filterwarnings("ignore")
def test_a_type_that_holds_the_sum(tmp_path: Path) -> None:
    assert not report(tmp_path, SUMS.format("float32")).origins
