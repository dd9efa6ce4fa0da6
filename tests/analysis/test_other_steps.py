"""Which line diff names where a rewritten program takes one step otherwise, by the texts of both alone."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from tests.compared_programs import comparing, named
from tests.recorded_text import recorded_text

import numscope
from numscope.analysis.diff.comparison import diff

pytest.importorskip("numscope._core", reason="the native core is not built")

TIDES = """
    import numpy as np

    heights = np.random.default_rng(5).normal(2.0, 0.6, 240)
    smooth = np.convolve(heights, np.ones(5) / 5, "same")
    high = [float(one) for one in smooth if one > 2.2]
    low = smooth[:24].std(ddof=1)
    last = smooth[-5:].mean()
    print(len(high) - 3, round(low, 6), np.percentile(smooth, 75), last)
"""
TIDES_AS_FUNCTIONS = """
    import numpy as np

    WIDTH: int = 5
    LIMIT = 2.2

    def measured(number):
        return np.random.default_rng(5).normal(loc=2.0, scale=0.6, size=number)

    def smoothed(values):
        window = np.ones(WIDTH) / WIDTH
        return np.convolve(values, window, "same")

    class Report:
        def __init__(self, values):
            self.values = values

        def high(self):
            found = []
            for one in self.values:
                if one > LIMIT:
                    found.append(float(one))
            return found

        def low(self):
            day = self.values[:24]
            return np.std(day, ddof=1)

    def main():
        report = Report(smoothed(measured(number=240)))
        number = len(report.high())
        lowest = report.low()
        last = report.values[-WIDTH:].mean()
        print(f"{number - 3} {round(lowest, 6)} {np.percentile(report.values, 75)} {last}")

    main()
"""


@pytest.fixture(scope="module")
def compare(tmp_path_factory: pytest.TempPathFactory):
    return comparing(tmp_path_factory.mktemp("tides"), "tides.py", TIDES, TIDES_AS_FUNCTIONS)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (
            "number - 3",
            "number + 3",
            'print(f"{number + 3} {round(lowest, 6)} {np.percentile(report.values, 75)} {last}")',
        ),
        ("WIDTH: int = 5", "WIDTH: int = 7", "WIDTH: int = 7"),
        ("one > LIMIT", "one < LIMIT", "if one < LIMIT:"),
        ("np.std(day, ddof=1)", "np.std(day)", "return np.std(day)"),
        ("[-WIDTH:]", "[WIDTH:]", "last = report.values[WIDTH:].mean()"),
        ("[:24]", "[:25]", "day = self.values[:25]"),
        (
            "(lowest, 6)",
            "(lowest, 5)",
            'print(f"{number - 3} {round(lowest, 5)} {np.percentile(report.values, 75)} {last}")',
        ),
    ],
)
def test_the_only_step_that_is_another_is_named(compare, old: str, new: str, line: str) -> None:
    found = compare(old, new)
    assert not found.equal
    assert named(found) == line


def test_the_same_steps_end_in_the_same(compare) -> None:
    assert compare("WIDTH", "WIDTH").equal


def test_numbers_of_plain_python_that_are_printed_count(tmp_path: Path) -> None:
    text = """
        import numpy as np
        labels = np.array([0, 1, 1, -1, 2, -1])
        clusters = len(set(labels.tolist())) - (1 if -1 in labels else 0)
        print("clusters:", clusters)
    """
    first = recorded_text(tmp_path / "a", "clusters.py", text)
    second = recorded_text(tmp_path / "b", "clusters.py", text.replace(" - (1", " + (1"))
    found = diff(numscope.open(first), numscope.open(second))
    assert not found.equal
    assert named(found) == "clusters = len(set(labels.tolist())) + (1 if -1 in labels else 0)"


def test_a_lost_statement_of_plain_python_is_named(tmp_path: Path) -> None:
    text = """
        import numpy as np
        counts = {}
        for one in np.array([3, 1, 3, 2]).tolist():
            if one in counts:
                counts[one] += 1
            else:
                counts[one] = 1
        print(counts)
    """
    first = recorded_text(tmp_path / "a", "counts.py", text)
    second = recorded_text(tmp_path / "b", "counts.py", text.replace("counts[one] += 1", "pass"))
    cause = diff(numscope.open(first), numscope.open(second)).verdict.cause
    assert cause is not None
    assert cause.text == ("counts[one] += 1", "pass")


DISH = """
    import numpy as np

    def tracked():
        return np.linspace(350.0, 365.0, 60) + np.sin(np.arange(60.0))

    def encoder(azimuth):
        return np.round(azimuth % 360.0, 2)

    def continuous(reading):
        return np.rad2deg(np.unwrap(np.deg2rad(reading)))

    def way(reading):
        azimuth = continuous(reading)
        smooth = azimuth[: azimuth.size // 4 * 4].reshape(-1, 4).mean(axis=1)
        return np.abs(np.diff(smooth)).sum(), azimuth[-1] - azimuth[0]

    def main():
        total, end = way(encoder(tracked()))
        print("way", total, end)

    main()
"""
BERRIES = """
    import numpy as np

    class Scale:
        def fit(self, values):
            self.mean = values.mean(axis=0)
            return values - self.mean

        def apply(self, values):
            return values - self.mean

    class Berries:
        def __init__(self):
            self.scale = Scale()

        def learn(self, colours):
            self.known = np.median(self.scale.fit(colours), axis=0)

        def told(self, colours):
            return np.dot(self.scale.apply(colours), self.known)

    rng = np.random.default_rng(4)
    berries = Berries()
    berries.learn(rng.gamma(2.0, 1.0, (30, 4)))
    print(berries.told(rng.gamma(2.0, 1.0, (8, 4)) + 1.0))
"""


@pytest.mark.parametrize(
    ("text", "changes", "line"),
    [
        (
            DISH,
            {"np.rad2deg(np.unwrap(np.deg2rad(reading)))": "np.unwrap(reading)", '"way"': '"its way"'},
            "return np.unwrap(reading)",
        ),
        (
            BERRIES,
            {
                "self.scale.fit(colours)": "self._scaled(colours)",
                "self.scale.apply(colours)": "self._scaled(colours)",
                "self.known)\n": "self.known)\n\n        def _scaled(self, colours):\n"
                "            return self.scale.fit(colours)\n",
            },
            "return self.scale.fit(colours)",
        ),
    ],
)
def test_a_step_is_where_the_program_takes_it(
    tmp_path: Path, text: str, changes: dict[str, str], line: str
) -> None:
    """What was given to a lost step comes by a chain of names, and a helper takes a step that others hand on."""
    changed = text
    for old, new in changes.items():
        changed = changed.replace(old, new)
    first = recorded_text(tmp_path / "a", "told.py", text)
    second = recorded_text(tmp_path / "b", "told.py", changed)
    assert named(diff(numscope.open(first), numscope.open(second))) == line


def test_what_a_clock_gives_is_no_result(tmp_path: Path) -> None:
    text = textwrap.dedent("""
        import time
        import numpy as np
        begin = time.time()
        total = np.arange(12.0).sum()
        print("sum", total, "in seconds", time.time() - begin)
    """)
    first = recorded_text(tmp_path / "a", "timed.py", text)
    second = recorded_text(
        tmp_path / "b", "timed.py", text.replace("np.arange(12.0).sum()", "np.sum(np.arange(12.0))")
    )
    assert diff(numscope.open(first), numscope.open(second)).equal
