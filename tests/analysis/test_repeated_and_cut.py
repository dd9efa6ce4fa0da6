"""`diff` names, in a rewritten program, a seed that is set again, a cut into other pieces, an object made otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compared_programs import comparing, named

from numscope.analysis.diff.comparison import Diff

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("scipy", reason="SciPy is not installed")
pytest.importorskip("torch", reason="PyTorch is not installed")

WALKS = """
    import numpy as np

    SEED = 11
    rng = np.random.default_rng(SEED)
    ends = []
    for _ in range(20):
        steps = rng.normal(0.1, 1.0, 50)
        path = np.cumsum(steps)
        ends.append(path[-1])
    ends = np.array(ends)
    print(f"{ends.mean():.5f}")
    print(f"{ends.std():.5f}")
"""
WALKS_AS_CLASS = """
    import numpy as np

    class Walk:
        def __init__(self, drift=0.1, seed=11):
            self.drift = drift
            self.rng = np.random.default_rng(seed)
            self.seed = seed

        def end(self, count=50):
            NEWLY
            return self.rng.normal(self.drift, 1.0, count).cumsum()[-1]

    def all_ends(walk, times):
        return np.array([walk.end() for _ in range(times)])

    def main():
        found = all_ends(Walk(), 20)
        print(f"{found.mean():.5f}")
        print(f"{found.std():.5f}")

    main()
"""
MASKS = """
    import numpy as np

    rng = np.random.default_rng(4)
    image = np.linspace(0.0, 3.0, 36).reshape(6, 6)
    losses = []
    for _ in range(12):
        mask = rng.random((6, 6)) > 0.3
        losses.append((image * mask).sum())
    losses = np.array(losses)
    print(f"{losses.mean():.5f}")
    print(f"{losses.std():.5f}")
"""
MASKS_AS_FUNCTIONS = """
    import numpy as np

    def picture(side=6, most=3.0):
        return np.linspace(0.0, most, side * side).reshape(side, side)

    def hidden(image, share, rng):
        NEWLY
        kept = rng.random(image.shape) > share
        return (kept * image).sum()

    def main(times=12):
        rng = np.random.default_rng(4)
        image = picture()
        total = np.array([hidden(image, 0.3, rng) for _ in range(times)])
        print(f"{total.mean():.5f}")
        print(f"{total.std() * FACTOR:.5f}")

    main()
"""
SEED = "rng = np.random.default_rng(4)"
PATCHES = """
    import torch

    torch.manual_seed(6)
    frame = torch.randn(8, 12).cumsum(1)
    found = []
    for top in range(0, 8, 4):
        for left in range(0, 12, 4):
            patch = frame[top : top + 4, left : left + 4]
            found.append(patch.amax())
    found = torch.stack(found)
    print(f"{found.mean():.5f}")
    print(f"{found.min():.5f}")
"""
PATCHES_AS_CLASS = """
    import torch

    class Frame:
        def __init__(self, rows=8, columns=12, side=4):
            torch.manual_seed(6)
            self.side = side
            self.values = torch.randn(rows, columns).cumsum(1)

        def patches(self):
            s = self.side
            high, wide = self.values.shape[0] // s, self.values.shape[1] // s
            return CUT

        def largest(self):
            return self.patches().amax(dim=(1, 2))

    def main():
        found = Frame().largest()
        print(f"{found.mean():.5f}")
        print(f"{found.min():.5f}")

    main()
"""
CHANNELS = """
    import numpy as np

    rng = np.random.default_rng(9)
    record = rng.normal(size=240) + np.tile([0.0, 4.0, 9.0], 80)
    spreads = []
    for channel in range(3):
        part = record[channel::3]
        spreads.append(np.std(part))
    for spread in spreads:
        print(f"{spread:.5f}")
    print(f"{max(spreads):.5f}")
"""
CHANNELS_AS_FUNCTIONS = """
    import numpy as np

    LEVELS = (0.0, 4.0, 9.0)

    def recorded(length=240, seed=9):
        draws = np.random.default_rng(seed).normal(size=length)
        return draws + np.tile(np.array(LEVELS), length // len(LEVELS))

    def by_channel(record, channels):
        return CUT

    def main():
        each = np.std(by_channel(recorded(), len(LEVELS)), axis=1)
        for one in each:
            print(f"{one:.5f}")
        print(f"{each.max():.5f}")

    main()
"""
TURNS = """
    import numpy as np

    def about_z(angle):
        c, s = np.cos(angle), np.sin(angle)
        return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])

    angles = np.linspace(0.2, 1.4, 5)
    point = np.array([1.5, 0.25, -0.75])
    turned = []
    for angle in angles:
        turned.append(about_z(angle) @ point)
    turned = np.array(turned)
    print(f"{turned[:, 0].sum():.5f}")
    print(f"{np.abs(turned[:, 1]).max():.5f}")
"""
TURNS_AS_CLASS = """
    import numpy as np
    from scipy.spatial.transform import Rotation

    class Arm:
        def __init__(self, point):
            self.point = np.asarray(point)

        def turns(self, angles):
            return MADE

        def ends(self, angles):
            return self.turns(angles).apply(self.point)

    def main():
        arm = Arm([1.5, 0.25, -0.75])
        ends = arm.ends(np.linspace(0.2, 1.4, 5))
        print(f"{ends[:, 0].sum():.5f}")
        print(f"{np.abs(ends[:, 1]).max():.5f}")

    main()
"""


def compared(folder: Path, before: str, after: str, old: str, new: str) -> Diff:
    """Record both programs, and compare them; `old` is `new` in the second."""
    folder.mkdir()
    found = comparing(folder, "program.py", before, after)(old, new)
    assert found.verdict.program.rewritten
    return found


def test_a_seed_that_is_set_again_each_time_is_named(tmp_path: Path) -> None:
    again = "self.rng = np.random.default_rng(self.seed)"
    found = compared(tmp_path / "walks", WALKS, WALKS_AS_CLASS, "NEWLY", again)
    assert not found.equal
    assert named(found) == again
    masks = MASKS_AS_FUNCTIONS.replace("FACTOR", "1.0")
    found = compared(tmp_path / "masks", MASKS, masks.replace(SEED, "rng = None"), "NEWLY", SEED)
    assert not found.equal
    assert named(found) == SEED


def test_a_seed_that_is_set_once_is_not_named(tmp_path: Path) -> None:
    assert compared(tmp_path / "walks", WALKS, WALKS_AS_CLASS, "NEWLY", "pass").equal
    masks = MASKS_AS_FUNCTIONS.replace("NEWLY", "pass")
    assert compared(tmp_path / "masks", MASKS, masks, "FACTOR", "1.0").equal
    # Data that is made twice of one seed are all that the first program draws.
    seeded = f"for _ in range(2):\n            {SEED}"
    twice = masks.replace(SEED, seeded)
    other = compared(tmp_path / "other", MASKS, twice, "FACTOR", "1.5")
    assert not other.equal
    assert named(other) != SEED


@pytest.mark.parametrize(
    ("before", "after", "faulty", "right"),
    [
        (
            PATCHES,
            PATCHES_AS_CLASS,
            "self.values.reshape(high * wide, s, s)",
            "self.values.reshape(high, s, wide, s).transpose(1, 2).reshape(high * wide, s, s)",
        ),
        (CHANNELS, CHANNELS_AS_FUNCTIONS, "record.reshape(channels, -1)", "record.reshape(-1, channels).T"),
    ],
)
def test_a_cut_into_other_pieces_is_named(
    tmp_path: Path, before: str, after: str, faulty: str, right: str
) -> None:
    found = compared(tmp_path / "faulty", before, after, "CUT", faulty)
    assert not found.equal
    assert named(found) == f"return {faulty}"
    assert compared(tmp_path / "right", before, after, "CUT", right).equal


@pytest.mark.parametrize(
    ("faulty", "right"),
    [
        ('Rotation.from_euler("z", -angles[:, None])', 'Rotation.from_euler("z", angles[:, None])'),
        (
            "Rotation.from_rotvec(angles[:, None] * np.array([1.0, 0.0, 0.0]))",
            "Rotation.from_rotvec(angles[:, None] * np.array([0.0, 0.0, 1.0]))",
        ),
    ],
)
def test_an_object_that_is_made_otherwise_is_named(tmp_path: Path, faulty: str, right: str) -> None:
    found = compared(tmp_path / "faulty", TURNS, TURNS_AS_CLASS, "MADE", faulty)
    assert not found.equal
    assert named(found) == f"return {faulty}"
    assert compared(tmp_path / "right", TURNS, TURNS_AS_CLASS, "MADE", right).equal
