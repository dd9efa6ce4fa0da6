"""Which line diff names where a program was rewritten as a whole, and nearly all values on the way are new."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compared_programs import Compare, comparing, named

pytest.importorskip("numscope._core", reason="the native core is not built")

BEFORE = """
    import numpy as np

    rng = np.random.default_rng(5)
    stay = rng.exponential(4.0, 300)
    cell = rng.integers(0, 12, 300)
    minutes = np.zeros(12)
    for c, s in zip(cell, stay):
        minutes[c] += s
    share = minutes / minutes.sum()
    grey = rng.integers(60, 140, (6, 20))
    still = np.median(grey, axis=0).astype(int)
    count = []
    for row in grey:
        change = np.abs(row - still)
        count.append((change > 8).sum())
    count = np.array(count)
    low = np.convolve(stay, np.array([0.5, 0.5]))
    high = np.convolve(stay, np.array([0.5, -0.5]))
    mixed = 0.75 * low + 0.125 * high
    print(share.max(), count.sum(), np.abs(mixed).max())
"""
AFTER = """
    from dataclasses import dataclass, field

    import numpy as np

    @dataclass
    class Grid:
        minutes: np.ndarray = field(default_factory=lambda: np.zeros(12))

        def add(self, cell, stay):
            np.add.at(self.minutes, cell, stay)
            return self

        @property
        def share(self):
            return self.minutes / self.minutes.sum()

    class Film:
        def __init__(self, grey, dtype=np.int16):
            self.grey = np.empty(grey.shape, dtype)
            for number, row in enumerate(grey):
                self.grey[number] = row
            self.still = np.median(self.grey, axis=0).astype(dtype)

        def moved(self):
            change = np.abs(self.grey - self.still)
            return np.count_nonzero(change > 8, axis=1)

    KERNELS = {"low": [0.5, 0.5], "high": [0.5, -0.5]}
    LEVELS = {"low": 0.75, "high": 0.125}

    def filters():
        found = {}
        for name, kernel in KERNELS.items():
            weights = np.array(kernel)
            found[name] = lambda sound, weights=weights: np.convolve(sound, weights)
        return found

    def main():
        rng = np.random.default_rng(5)
        stay = rng.exponential(4.0, 300)
        grid = Grid().add(rng.integers(0, 12, 300), stay)
        film = Film(rng.integers(60, 140, (6, 20)))
        parts = {name: apply(stay) for name, apply in filters().items()}
        mixed = sum(LEVELS[name] * part for name, part in parts.items())
        print(grid.share.max(), film.moved().sum(), np.abs(mixed).max())

    main()
"""
# What is put in place of what, and a part of the line that is to blame.
FAULTS = {
    "elements that occur more than once are added once": (
        "np.add.at(self.minutes, cell, stay)",
        "self.minutes[cell] += stay",
        "self.minutes[cell] += stay",
    ),
    "differences that leave the range of their dtype": (
        "dtype=np.int16",
        "dtype=np.uint8",
        "np.abs(self.grey - self.still)",
    ),
    "functions that read a name after the loop": (
        "lambda sound, weights=weights: np",
        "lambda sound: np",
        "np.convolve(sound, weights)",
    ),
}


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Compare:
    return comparing(tmp_path_factory.mktemp("paired"), "market.py", BEFORE, AFTER)


def test_the_rewritten_program_is_equal(changed: Compare) -> None:
    assert changed("main()", "main()").verdict.agree


@pytest.mark.sweep(2)
@pytest.mark.parametrize("fault", FAULTS)
def test_the_step_is_named_that_makes_something_else_of_what_both_runs_have(
    changed: Compare, fault: str
) -> None:
    old, new, line = FAULTS[fault]
    assert line in named(changed(old, new))


BASE = """
    import numpy as np
    from scipy.integrate import odeint

    times = np.linspace(0.0, 20.0, 81)

    def rates(state, time):
        sugar, insulin = state
        return [-0.3 * sugar * insulin + 0.2, 0.4 * sugar - 0.25 * insulin]

    sugar, insulin = odeint(rates, [3.0, 0.5], times).T
    print(sugar.max(), np.trapezoid(insulin, times))
"""
MOVED = """
    from dataclasses import dataclass

    import numpy as np
    from scipy.integrate import solve_ivp

    @dataclass(frozen=True)
    class Patient:
        uptake: float = 0.3
        meal: float = 0.2

        def rates(self, time, state):
            sugar, insulin = state
            return [-self.uptake * sugar * insulin + self.meal, 0.4 * sugar - 0.25 * insulin]

        def simulate(self, times):
            span = (times[0], times[-1])
            found = solve_ivp(self.rates, span, [3.0, 0.5], t_eval=times)
            return found.y

    def main():
        times = np.linspace(0.0, 20.0, 81)
        sugar, insulin = Patient().simulate(times)
        print(sugar.max(), np.trapezoid(insulin, times))

    main()
"""


def test_a_part_of_a_known_array_and_what_another_solver_evaluates_are_not_to_blame(tmp_path: Path) -> None:
    pytest.importorskip("scipy.integrate", reason="SciPy is not installed")
    found = comparing(tmp_path, "lunch.py", BASE, MOVED)("main()", "main()")
    assert "solve_ivp(" in named(found)


LOOPED = """
    import numpy as np

    picture = np.random.default_rng(12).random((24, 32)) * 200
    wide = np.pad(picture, 2, mode="edge")
    soft = np.zeros_like(picture)
    for i in range(24):
        for j in range(32):
            soft[i, j] = wide[i : i + 5, j : j + 5].mean()
    print(np.abs(picture - soft).mean(), soft[0, :3].tolist())
"""
WINDOWED = """
    import numpy as np
    from numpy.lib.stride_tricks import sliding_window_view

    def soften(picture, size=5):
        wide = np.pad(picture, size // 2, mode="edge")
        return sliding_window_view(wide, (size, size)).mean(axis=(2, 3))

    def main():
        picture = np.random.default_rng(12).random((24, 32)) * 200
        soft = soften(picture)
        print(np.abs(picture - soft).mean(), soft[0, :3].tolist())

    main()
"""


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('size // 2, mode="edge"', "size // 2", "np.pad(picture"),
        ("return sliding", "wide = wide.astype(int)\n        return sliding", "astype(int)"),
    ],
)
def test_a_move_of_all_elements_may_be_to_blame(tmp_path: Path, old: str, new: str, line: str) -> None:
    compare = comparing(tmp_path, "picture.py", LOOPED, WINDOWED)
    assert compare("main()", "main()").verdict.cause is None
    assert line in named(compare(old, new))
