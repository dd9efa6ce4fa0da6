"""Which line diff names where other parts are taken, a setting is left unread, or a seed is set each time."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from tests.compared_programs import comparing, named
from tests.recorded_text import recorded_text

import numscope
from numscope.analysis.diff.causes.other_pieces import other_pieces
from numscope.analysis.diff.comparison import Diff, diff

pytest.importorskip("numscope._core", reason="the native core is not built")

_START = "import numpy as np\n\nrng = np.random.default_rng(8)\n"
_WINDOWS = (
    """
    x = rng.normal(size=80).cumsum()
    total, start = 0.0, 0
    while start + 16 <= len(x):
        total += (x[start : start + 16] ** 2).mean()
        start += 8
    print(round(total, 6))
    """,
    """
    def windows(x, size=16, step=8):
        starts = np.arange(0, len(x) - size + 1, step)
        return x[starts[:, None] + np.arange(size)]

    def main():
        x = rng.normal(size=80).cumsum()
        energy = (windows(x) ** 2).mean(axis=1)
        print(round(energy.sum(), 6))

    main()
    """,
)
_TILES = (
    """
    picture = rng.gamma(3.0, 20.0, (30, 40))
    means = []
    for top in range(0, 25, 4):
        for left in range(0, 35, 5):
            means.append(picture[top : top + 6, left : left + 6].mean())
    print(np.mean(means).round(6))
    """,
    """
    def tiles(picture, down, across):
        every = np.lib.stride_tricks.sliding_window_view(picture, (6, 6))
        return every[::down, ::across]

    def main():
        picture = rng.gamma(3.0, 20.0, (30, 40))
        means = tiles(picture, 4, 5).mean(axis=(2, 3))
        print(means.mean().round(6))

    main()
    """,
)
_WAY = (
    """
    speed = np.clip(4 + rng.normal(0, 0.3, 200).cumsum(), 0, None)
    seconds = 5.0 * np.arange(200)
    gone, when, total = [], [], 0.0
    for k in range(1, 200):
        total += 5.0 * (speed[k - 1] + speed[k]) / 2
        gone.append(total)
        when.append(seconds[k])
    at = np.interp(60.0 * np.arange(2, 15), np.array(when), np.array(gone))
    print(np.diff(at).max().round(6))
    """,
    """
    class Ride:
        def __init__(self, step=5.0, count=200):
            self.seconds = step * np.arange(count)
            self.speed = np.clip(4 + rng.normal(0, 0.3, count).cumsum(), 0, None)

        def distances(self):
            steps = np.diff(self.seconds)
            gone = np.cumsum(steps * (self.speed[:-1] + self.speed[1:]) / 2)
            return self.seconds[1:], gone

    def main():
        when, gone = Ride().distances()
        at = np.interp(60.0 * np.arange(2, 15), when, gone)
        print(np.diff(at).max().round(6))

    main()
    """,
)
_SWITCH = (
    """
    outside = 4 - 6 * np.sin(np.linspace(0, np.pi, 120))
    warmth, on, turns = 12.0, False, 0
    for now in outside:
        if warmth < 10.5:
            on = True
        elif warmth > 12.5:
            on = False
        turns += on
        warmth += 0.05 * ((26.0 if on else 0.0) + now - warmth)
    print(turns, round(warmth, 6))
    """,
    """
    from dataclasses import dataclass

    @dataclass
    class Switch:
        low: float = 10.5
        high: float = 12.5
        on: bool = False

        def decide(self, warmth):
            if warmth < self.low:
                self.on = True
            elif warmth > self.high:
                self.on = False
            return self.on

    class Barn:
        def __init__(self, warmth, share=0.05):
            self.warmth, self.share, self.turns = warmth, share, 0

        def advance(self, switch, outside):
            on = switch.decide(self.warmth)
            self.turns += on
            self.warmth += self.share * ((26.0 if on else 0.0) + outside - self.warmth)

    def main():
        barn, switch = Barn(12.0), Switch()
        for now in 4 - 6 * np.sin(np.linspace(0, np.pi, 120)):
            barn.advance(switch, now)
        print(barn.turns, round(barn.warmth, 6))

    main()
    """,
)
_KEPT = (
    _SWITCH[0],
    _SWITCH[1]
    .replace("    from dataclasses import dataclass\n", "")
    .replace("    @dataclass\n", "")
    .replace(
        "        low: float = 10.5\n        high: float = 12.5\n        on: bool = False\n",
        "        def __init__(self, low=10.5, high=12.5):\n            self.low = low\n            self.high = high\n"
        "            self.on = False\n",
    ),
)
_OPTIONS = (
    """
    groups = rng.normal(5.0, 2.0, (4, 9))
    for row in groups:
        print(np.var(row, ddof=1).round(6))
    """,
    """
    class Groups:
        def __init__(self, rows):
            self.rows = rows

        def spread(self, row, **options):
            return np.var(self.rows[row], **options)

        def spreads(self):
            return [self.spread(row, ddof=1) for row in range(len(self.rows))]

    def main():
        for one in Groups(rng.normal(5.0, 2.0, (4, 9))).spreads():
            print(one.round(6))

    main()
    """,
)
# The script and the functions, what is wrong in them in place of what, and the line to blame.
CASES = {
    "the last window is missing": (
        *_WINDOWS,
        ("len(x) - size + 1, step", "len(x) - size, step"),
        "starts = np.arange(0, len(x) - size, step)",
    ),
    "the first window is missing": (
        *_WINDOWS,
        ("np.arange(0, len(x) - size + 1, step)", "np.arange(step, len(x) - size + 1, step)"),
        "starts = np.arange(step, len(x) - size + 1, step)",
    ),
    "the strides of tiles are exchanged": (
        *_TILES,
        ("every[::down, ::across]", "every[::across, ::down]"),
        "return every[::across, ::down]",
    ),
    "times of the other end of each step": (
        *_WAY,
        ("self.seconds[1:], gone", "self.seconds[:-1], gone"),
        "return self.seconds[:-1], gone",
    ),
    "one of two limits is asked for twice": (
        *_SWITCH,
        ("elif warmth > self.high", "elif warmth > self.low"),
        "elif warmth > self.low:",
    ),
    "a limit that a constructor keeps is not asked for": (
        *_KEPT,
        ("elif warmth > self.high", "elif warmth > self.low"),
        "elif warmth > self.low:",
    ),
    "an option that a caller no longer gives": (
        *_OPTIONS,
        ("self.spread(row, ddof=1)", "self.spread(row)"),
        "return [self.spread(row) for row in range(len(self.rows))]",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_line_is_named_that_takes_another_part_or_setting(tmp_path: Path, name: str) -> None:
    script, functions, (right, wrong), line = CASES[name]
    functions = _START + textwrap.dedent(functions)
    assert right in functions
    first = recorded_text(tmp_path / "a", "told.py", _START + textwrap.dedent(script))
    same, other = (
        recorded_text(tmp_path / folder, "told.py", text)
        for folder, text in (("b", functions), ("c", functions.replace(right, wrong, 1)))
    )
    assert diff(numscope.open(first), numscope.open(same)).verdict.agree
    assert named(diff(numscope.open(first), numscope.open(other))) == line


def test_windows_that_are_only_looked_at_are_not_missed(tmp_path: Path) -> None:
    """The first program looks at each window and computes with some; the second takes these alone."""
    first = recorded_text(
        tmp_path / "a",
        "told.py",
        f"{_START}x = rng.normal(size=(20, 6))\nkept = []\nfor row in range(20):\n    one = x[row]\n"
        "    if one.max() > 1:\n        kept.append(np.exp(one).sum())\nprint(np.mean(kept))\n",
    )
    second = recorded_text(
        tmp_path / "b",
        "told.py",
        f"{_START}def main():\n    x = rng.normal(size=(20, 6))\n    part = x[x.max(axis=1) > 1]\n"
        "    print(np.exp(part).sum(axis=1).mean())\n\nmain()\n",
    )
    assert other_pieces(numscope.open(first), numscope.open(second)) is None


def _seeded(folder: Path, library: str, seed: str, draw: str) -> Diff:
    start = f"import numpy as np\n{library}\n"
    before = (
        f"{start}{seed}(7)\nmeans = []\nfor turn in range(6):\n    means.append(np.mean({draw}) + turn / 9)\n"
    )
    after = (
        f"{start}def drawn(seed):\n    {seed}(seed)\n    return np.mean({draw})\n\n"
        "def main(turns=6):\n    means = [drawn(7) + turn / 9 for turn in range(turns)]\n    print(np.std(means))\n\n"
        "main()\n"
    )
    traces = (
        recorded_text(folder / part, "told.py", text)
        for part, text in (("a", f"{before}print(np.std(means))\n"), ("b", after))
    )
    return diff(*map(numscope.open, traces))


@pytest.mark.parametrize(
    ("library", "seed", "draw"),
    [
        ("", "np.random.seed", "np.random.normal(3.5, 1.2, 20)"),
        ("import random", "random.seed", "[random.gauss(3.5, 1.2) for _ in range(20)]"),
    ],
)
def test_a_shared_generator_that_is_seeded_in_each_turn_is_named(
    tmp_path: Path, library: str, seed: str, draw: str
) -> None:
    assert named(_seeded(tmp_path, library, seed, draw)) == f"{seed}(seed)"


def test_a_class_is_named_whose_objects_are_of_another(tmp_path: Path) -> None:
    """A spline smooths its points unless it is told not to; which class it has then, it chooses itself."""
    pytest.importorskip("scipy", reason="SciPy is not installed")
    start = (
        "import numpy as np\nfrom scipy.interpolate import InterpolatedUnivariateSpline, UnivariateSpline\n\n"
        "x = np.linspace(0, 6, 25)\ny = np.sin(x) + np.random.default_rng(3).normal(0, 0.2, 25)\n"
    )
    before = f"{start}curve = InterpolatedUnivariateSpline(x, y)\nprint(float(curve(2.5)))\n"
    after = (
        f"{start}def curve_of(x, y, order=3):\n    return UnivariateSpline(x, y, k=order, s=0)\n\n"
        "def main():\n    curve = curve_of(x, y)\n    middle = 2.5\n    print(float(curve(middle)))\n\nmain()\n"
    )
    compare = comparing(tmp_path, "told.py", before, after)
    assert compare("s=0", "s=0").verdict.agree
    assert named(compare(", s=0", "")) == "return UnivariateSpline(x, y, k=order)"


def test_a_merge_that_drops_rows_is_named_behind_groups(tmp_path: Path) -> None:
    """The first program asks the groups for their sums by another method."""
    pytest.importorskip("pandas", reason="pandas is not installed")
    start = (
        "import numpy as np\nimport pandas as pd\n\nrng = np.random.default_rng(3)\n"
        "loads = pd.DataFrame({'place': rng.choice(['A', 'B'], 40), 'kind': rng.choice(['x', 'y', 'z'], 40),\n"
        "                      'kg': rng.gamma(2.0, 2.5, 40)})\n"
    )
    before = (
        f"{start}rates = pd.DataFrame({{'kind': ['x', 'y'], 'rate': [0.8, 1.9]}})\n"
        "joined = loads.merge(rates, on='kind', how='left')\n"
        "joined['fee'] = joined['kg'] * joined['rate'].fillna(0.5)\n"
        "print(joined.groupby('place').agg(kg=('kg', 'sum'), fee=('fee', 'sum')).round(4).to_string())\n"
    )
    after = (
        f"{start}RATES = {{'x': 0.8, 'y': 1.9}}\n\ndef priced(loads):\n"
        "    table = pd.DataFrame({'kind': list(RATES), 'rate': list(RATES.values())})\n"
        "    found = pd.merge(loads, table, how='left', on='kind')\n"
        "    return found.assign(fee=found['kg'] * found['rate'].fillna(0.5))\n\n"
        "def main():\n    groups = priced(loads).groupby('place')\n"
        "    print(groups[['kg', 'fee']].sum().round(4).to_string())\n\nmain()\n"
    )
    compare = comparing(tmp_path, "told.py", before, after)
    assert compare("main()", "main()").verdict.agree
    assert named(compare("how='left', ", "")) == "found = pd.merge(loads, table, on='kind')"


def test_a_call_that_comes_too_early_is_named_where_it_stands_now(tmp_path: Path) -> None:
    """Gradients are clipped before there are any: the step seems lost, and the second program has the call."""
    pytest.importorskip("torch", reason="PyTorch is not installed")
    start = (
        "import torch\nfrom torch import nn\n\ntorch.manual_seed(3)\nx = torch.randn(40, 4)\n"
        "y = torch.tanh(x[:, :1] - x[:, 1:2])\nmodel = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))\n"
    )
    before = (
        f"{start}optimizer = torch.optim.SGD(model.parameters(), lr=0.2)\nfor turn in range(4):\n"
        "    loss = ((model(x) - y) ** 2).mean()\n    optimizer.zero_grad()\n    loss.backward()\n"
        "    nn.utils.clip_grad_norm_(model.parameters(), 0.1)\n    optimizer.step()\nprint(loss.item())\n"
    )
    after = (
        f"{start}class Trainer:\n    def __init__(self, model, clip=0.1):\n"
        f"        self.model, self.clip = model, clip\n"
        "        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.2)\n\n"
        "    def step(self, x, y):\n        loss = ((self.model(x) - y) ** 2).mean()\n"
        "        self.optimizer.zero_grad()\n        loss.backward()\n        if self.clip:\n"
        "            nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)\n        self.optimizer.step()\n"
        "        return loss.item()\n\ntrainer = Trainer(model)\nlosses = [trainer.step(x, y) for _ in range(4)]\n"
        "print(losses[-1])\n"
    )
    clip = "        if self.clip:\n            nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)\n"
    back = "        loss.backward()\n"
    compare = comparing(tmp_path, "told.py", before, after)
    assert compare(back + clip, back + clip).verdict.agree
    found = compare(back + clip, clip + back)
    assert named(found) == "nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)"
    assert found.verdict.fault is not None
    assert "before the backward pass" in found.verdict.fault.problem
