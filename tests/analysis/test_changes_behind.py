"""Which line diff names where the values part, and the cause is a step, a number or a copy before that."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compared_programs import Compare, comparing, named
from tests.recorded_text import recorded_text

import numscope
from numscope.analysis.diff.behind_python import behind_python

pytest.importorskip("numscope._core", reason="the native core is not built")

BEFORE = """
    import numpy as np

    rng = np.random.default_rng(5)
    depth = rng.permutation(np.linspace(0.5, 40.0, 60)) + rng.normal(0, 0.01, 60)
    salt = 30.0 + 0.1 * depth + rng.normal(0, 0.02, 60)
    order = np.argsort(depth)
    depth, salt = depth[order], salt[order]
    levels = np.arange(1.0, 40.0)
    profile = np.interp(levels, depth, salt)
    low = np.quantile(profile, 0.05)
    above = profile.copy()
    above -= low
    scaled = (profile - low) * 2 / profile.sum()
    slope, start = np.polyfit(levels, profile, 1)
    deep = float(slope) * 60 + float(start)
    late = 5 + int(np.argmax(profile[5:30]))
    print(low, above.max(), profile.mean(), np.exp(-deep / 40.0), profile[late] / salt.mean())
    print(scaled.max())
"""
AFTER = """
    import numpy as np

    LEVELS = np.arange(1.0, 40.0)

    class Cast:
        def __init__(self, depth, salt):
            order = np.argsort(depth)
            self.profile = np.interp(LEVELS, depth[order], salt[order])
            self.mean = salt[order].mean()

        def low(self, share):
            tail = 1.0 - share
            return np.quantile(self.profile, tail)

        def scaled(self, low):
            scale = 2 / float(self.profile.sum())
            return (self.profile - low) * scale

        def saltiest(self):
            late = 5 + int(np.argmax(self.profile[5:30]))
            return self.profile[late] / self.mean

        def above(self, low):
            layers = self.profile.copy()
            layers -= low
            return layers

        def line(self):
            fitted = np.polyfit(LEVELS, self.profile, 1)
            return [float(one) for one in fitted[-2:]]

    def lowered(seed=5, count=60):
        rng = np.random.default_rng(seed)
        depth = rng.permutation(np.linspace(0.5, 40.0, count)) + rng.normal(0, 0.01, count)
        return depth, 30.0 + 0.1 * depth + rng.normal(0, 0.02, count)

    def main():
        cast = Cast(*lowered())
        low = cast.low(0.95)
        highest = cast.above(low).max()
        slope, start = cast.line()
        print(low, highest, cast.profile.mean(), np.exp(-(slope * 60 + start) / 40.0), cast.saltiest())
        print(cast.scaled(low).max())

    main()
"""


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Compare:
    """Compare the script with the class in which one text is replaced by another."""
    return comparing(tmp_path_factory.mktemp("behind"), "cast.py", BEFORE, AFTER)


def test_the_rewritten_program_is_equal(changed: Compare) -> None:
    assert changed("main()", "main()").equal


def test_the_first_program_s_line_is_named_whose_step_is_lost(changed: Compare) -> None:
    sorting = "            order = np.argsort(depth)\n"
    taking = "            self.profile = np.interp(LEVELS, depth[order], salt[order])\n"
    taking += "            self.mean = salt[order].mean()\n"
    found = changed(sorting + taking, taking.replace("[order]", "")).verdict.cause
    assert found is not None
    assert found.text == ("order = np.argsort(depth)", "")


def test_the_line_is_named_that_computes_an_argument(changed: Compare) -> None:
    assert named(changed("1.0 - share", "share - 0.5")) == "tail = share - 0.5"


def test_the_line_is_named_that_computes_a_factor(changed: Compare) -> None:
    assert (
        named(changed("2 / float(self.profile.sum())", "2 / self.profile.size"))
        == "scale = 2 / self.profile.size"
    )


def test_the_line_is_named_that_computes_which_element_is_taken(changed: Compare) -> None:
    assert named(changed("5 + int(", "int(")) == "late = int(np.argmax(self.profile[5:30]))"


def test_a_step_that_the_second_program_takes_with_other_settings_is_not_lost(tmp_path: Path) -> None:
    start = "import numpy as np\n\nvotes = np.random.default_rng(1).integers(1000, 9000, (5, 4))\n"
    weight = "weight = np.array([0.1, 0.3, 0.2, 0.25, 0.15])\n"
    before = (
        f"{start}share = votes / votes.sum(axis=1, keepdims=True)\n{weight}"
        "country = (share * weight[:, None]).sum(axis=0)\nprint(country.round(5))\n"
    )
    after = (
        f"{start}{weight}class Count:\n    def __init__(self, votes):\n        self.votes = votes\n"
        "    def shares(self):\n        return self.votes / self.votes.sum(axis=0)\n"
        "    def country(self):\n        return weight @ self.shares()\n"
        "def main():\n    count = Count(votes)\n    print(count.country().round(5))\nmain()\n"
    )
    found = named(comparing(tmp_path, "votes.py", before, after)("main()", "main()"))
    assert found == "return self.votes / self.votes.sum(axis=0)"


def test_the_line_is_named_that_should_copy(changed: Compare) -> None:
    assert named(changed("self.profile.copy()", "self.profile")) == "layers = self.profile"
    assert named(changed("self.profile.copy()", "self.profile[:]")) == "layers = self.profile[:]"


def test_operations_are_found_behind_a_number_that_plain_python_computed(tmp_path: Path) -> None:
    program = (
        "import numpy as np\n\nx = np.arange(6.0)\nscores = np.correlate(x, x[:3])\n"
        "best = int(np.argmax(scores))\ndef angle(delay):\n    sine = delay / 7\n    return np.arcsin(sine)\n"
        "print(angle(best), np.arccos(0.25))\n"
    )
    with numscope.open(recorded_text(tmp_path / "run", "angle.py", program)) as trace:
        last = {one.name: one for one in trace.operations}
        found = trace.operations.fetch(behind_python(trace, last["numpy.arcsin"]))
        assert {"numpy.arange", "numpy.correlate", "numpy.argmax"} <= {one.name for one in found}
        assert not behind_python(trace, last["numpy.arccos"])


SAVINGS = """
    import numpy as np

    rng = np.random.default_rng(3)
    rate, spread, years, steps = 0.03, 0.2, 1.0, 24
    dt = years / steps
    money = 100.0
    for _ in range(steps):
        money = money * np.exp((rate - spread**2 / 2) * dt + spread * np.sqrt(dt) * rng.standard_normal(40))
    print(money.mean())
"""
SAVINGS_AFTER = """
    import numpy as np

    class Account:
        rate = 0.03
        spread = 0.2

        def grown(self, rng, years=1.0, steps=24):
            dt = years / steps
            shocks = rng.standard_normal((steps, 40))
            moves = {} * dt + self.spread * np.sqrt(dt) * shocks
            return 100.0 * np.exp(moves.sum(axis=0))

    def main():
        account = Account()
        print(account.grown(np.random.default_rng(3)).mean())

    main()
"""


def test_a_number_that_both_programs_compute_alike_is_no_cause(tmp_path: Path) -> None:
    compare = comparing(tmp_path, "savings.py", SAVINGS, SAVINGS_AFTER)
    assert compare("{}", "(self.rate - self.spread**2 / 2)").equal
    assert named(compare("{}", "self.rate")).startswith("moves = self.rate * dt")


TANKS = """
    import numpy as np

    level = np.linspace(2.0, 9.0, 16) ** 1.5
    start = level.copy()
    for _ in range(3):
        level = level + np.sin(level) * 0.1
    drained = level - 0.5 * np.sqrt(level)
    print((level - start).sum(), drained.mean(), level.std())
"""
TANKS_AFTER = """
    import numpy as np

    class Tanks:
        def __init__(self, level):
            self.level = level
            self.start = level.copy()

        def fill(self, turns):
            for _ in range(turns):
                self.level += np.sin(self.level) * 0.1

        def drained(self):
            rest = self.level.copy()
            rest -= 0.5 * np.sqrt(rest)
            return rest

    def main():
        tanks = Tanks(np.linspace(2.0, 9.0, 16) ** 1.5)
        tanks.fill(3)
        drained = tanks.drained()
        print((tanks.level - tanks.start).sum(), drained.mean(), tanks.level.std())

    main()
"""


@pytest.fixture(scope="module")
def tanks(tmp_path_factory: pytest.TempPathFactory) -> Compare:
    """Compare the loop with the class in which one text is replaced by another."""
    return comparing(tmp_path_factory.mktemp("tanks"), "tanks.py", TANKS, TANKS_AFTER)


def test_writing_into_memory_of_its_own_is_no_change(tanks: Compare) -> None:
    assert tanks("main()", "main()").equal


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (
            "self.start = level.copy()",
            "self.start = level",
            "self.level = level",
        ),  # a copy in either is right
        ("rest = self.level.copy()", "rest = self.level", "rest = self.level"),
        ("rest = self.level.copy()", "rest = self.level.reshape(-1)", "rest = self.level.reshape(-1)"),
    ],
)
def test_the_line_is_named_that_hands_memory_on(tanks: Compare, old: str, new: str, line: str) -> None:
    assert named(tanks(old, new)) == line


@pytest.mark.parametrize(
    ("lines", "made"),
    [
        (
            "    low, high = float(x.min()), float(x.max())\n    return np.linspace(low / 7, high / 7, 3)\n",
            "min",
        ),
        (
            "    parts = [one / 7 for one in x.cumsum().tolist()]\n    return np.full(2, parts[-1])\n",
            "cumsum",
        ),
        ("    spread = round(float(np.ptp(x)) / 7, 6)\n    return np.arange(0.0, 2.0, spread)\n", "ptp"),
    ],
)
def test_operations_are_found_behind_numbers_of_a_function(tmp_path: Path, lines: str, made: str) -> None:
    program = f"import numpy as np\n\nx = np.sin(np.arange(5.0)) + 2\ndef numbers():\n{lines}\nprint(numbers().sum())\n"
    with numscope.open(recorded_text(tmp_path / "run", "numbers.py", program)) as trace:
        own = (one for one in trace.operations if one.user_site and one.user_site.function == "numbers")
        reader = next(one for one in own if one.name in ("numpy.linspace", "numpy.full", "numpy.arange"))
        found = {one.name.rpartition(".")[2] for one in trace.operations.fetch(behind_python(trace, reader))}
        assert made in found
