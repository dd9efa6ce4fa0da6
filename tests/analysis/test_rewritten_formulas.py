"""Which line diff names in a rewritten program: formulas in other brackets, elements that were turned."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from tests.compared_programs import named
from tests.recorded_text import recorded_text

import numscope
from numscope.analysis.diff.comparison import Diff, diff

pytest.importorskip("numscope._core", reason="the native core is not built")

# What they compute is plain Python, of which only the end is recorded.
CABLES = """
    import math
    import random
    import numpy as np
    rng = random.Random(9)
    sag = 1.5
    forces = []
    for _ in range(12):
        span = rng.uniform(10, 60)
        load = rng.uniform(2, 9)
        level = load * span ** 2 / (8 * sag)
        ends = math.sqrt(level ** 2 + (load * span / 2) ** 2)
        length = span + 8 * sag ** 2 / (3 * span)
        forces.append(ends * length)
    forces = np.array(forces)
    print(f"{forces.max():.4f} {forces.mean():.4f}")
"""
CABLES_AS_FUNCTIONS = """
    import math
    import random

    import numpy as np

    SAG = 1.5

    def cables(seed, count):
        rng = random.Random(seed)
        return [(rng.uniform(10, 60), rng.uniform(2, 9)) for _ in range(count)]

    def pull(span, load, sag=SAG):
        level = load * span**2 / (8 * sag)
        return math.hypot(level, load * span / 2)

    def length(span, sag=SAG):
        return span + LENGTH

    def main():
        forces = np.array([pull(*cable) * length(cable[0]) for cable in cables(9, 12)])
        print(f"{forces.max():.4f} {forces.mean():.4f}")

    main()
"""
ECHO = """
    import numpy as np
    rng = np.random.default_rng(2)
    sound = rng.normal(0, 1, 60)
    DELAY, GAIN = 7, 0.4
    heard = np.zeros(60)
    for k in range(60):
        heard[k] = sound[k]
        if k >= DELAY:
            heard[k] += GAIN * sound[k - DELAY]
    print(f"{(heard ** 2).mean():.6f} {heard.max():.6f}")
"""
ECHO_AS_FUNCTIONS = """
    import numpy as np

    def clap(seed=2, length=60):
        return np.random.default_rng(seed).normal(0, 1, length)

    def later(sound, delay):
        moved = np.roll(sound, delay)
        FILLED
        return moved

    def heard(sound, delay=7, gain=0.4):
        return sound + FACTOR * later(sound, delay)

    def main():
        room = heard(clap())
        print(f"{np.mean(np.square(room)):.6f} {np.max(room):.6f}")

    main()
"""
RING = """
    import numpy as np
    rng = np.random.default_rng(14)
    ring = rng.uniform(1, 5, 24)
    pull = np.zeros(24)
    for k in range(24):
        pull[k] = ring[k] - 0.25 * ring[k - 1]
    energy = 0.0
    for k in range(24):
        energy += 0.5 * pull[k] ** 2
    print(f"{energy:.6f} {pull.min():.6f}")
"""
RING_AS_FUNCTIONS = """
    import numpy as np

    def ring(seed=14, beads=24):
        return np.random.default_rng(seed).uniform(1, 5, beads)

    def beside(beads):
        return np.roll(beads, 1)

    def pull(beads, share=0.25):
        return beads - SHARE * beside(beads)

    def main():
        forces = pull(ring())
        print(f"{0.5 * (forces**2).sum():.6f} {forces.min():.6f}")

    main()
"""


class _Pair:
    """Compares programs with a first one that is recorded once."""

    def __init__(self, root: Path, before: str) -> None:
        self._root, self._numbers = root, itertools.count()
        self._first = recorded_text(root / "before", "program.py", before)

    def __call__(self, after: str) -> Diff:
        second = recorded_text(self._root / f"{next(self._numbers)}", "program.py", after)
        return diff(numscope.open(self._first), numscope.open(second))


@pytest.fixture(scope="module")
def cables(tmp_path_factory: pytest.TempPathFactory) -> _Pair:
    return _Pair(tmp_path_factory.mktemp("cables"), CABLES)


@pytest.fixture(scope="module")
def echo(tmp_path_factory: pytest.TempPathFactory) -> _Pair:
    return _Pair(tmp_path_factory.mktemp("echo"), ECHO)


def test_a_formula_in_other_brackets_is_named(cables: _Pair) -> None:
    found = cables(CABLES_AS_FUNCTIONS.replace("LENGTH", "8 * sag**2 / 3 * span"))
    assert not found.equal
    assert named(found) == "return span + 8 * sag**2 / 3 * span"


def test_a_formula_in_another_order_of_the_same_worth_is_not(cables: _Pair) -> None:
    alike = CABLES_AS_FUNCTIONS.replace("LENGTH", "8 / 3 * sag**2 / span")
    assert cables(alike).equal
    # A fault elsewhere is not laid upon it.
    assert (
        named(cables(alike.replace("load * span / 2)", "load * span)")))
        != "return span + 8 / 3 * sag**2 / span"
    )


def test_a_line_that_turns_elements_round_is_named(echo: _Pair) -> None:
    found = echo(ECHO_AS_FUNCTIONS.replace("FILLED", "pass").replace("FACTOR", "gain"))
    assert not found.equal
    assert named(found) == "moved = np.roll(sound, delay)"


def test_turning_is_right_where_what_came_round_is_replaced(echo: _Pair) -> None:
    filled = ECHO_AS_FUNCTIONS.replace("FILLED", "moved[:delay] = 0.0")
    assert echo(filled.replace("FACTOR", "gain")).equal


def test_a_factor_of_elements_that_were_rightly_turned_is_named(tmp_path: Path) -> None:
    ring = _Pair(tmp_path, RING)
    assert ring(RING_AS_FUNCTIONS.replace("SHARE", "share")).equal
    assert (
        named(ring(RING_AS_FUNCTIONS.replace("SHARE", "share**2")))
        == "return beads - share**2 * beside(beads)"
    )
