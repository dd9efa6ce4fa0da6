"""Which line diff names where a script became functions, one of which is wrong; and that the right ones are equal."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from tests.compared_programs import named
from tests.recorded_text import recorded_text

import numscope
from numscope.analysis.diff.comparison import diff

pytest.importorskip("numscope._core", reason="the native core is not built")

_START = "import numpy as np\n\nrng = np.random.default_rng(8)\n"
# The script, the functions, what is wrong in them in place of what, and the line to blame.
CASES = {
    "elements one by one become an array": (
        """
        level, width = rng.uniform(4, 9, (2, 5))
        marks = np.empty((5, 5))
        for i in range(5):
            for j in range(5):
                marks[i, j] = level[i] - 0.2 * j + width[i] * rng.normal()
        mean, spread = np.zeros((2, 5))
        for i in range(5):
            mean[i], spread[i] = np.mean(marks[i]), np.std(marks[i])
        z = np.zeros((5, 5))
        for i in range(5):
            for j in range(5):
                z[i, j] = (marks[i, j] - mean[i]) / spread[i]
        for i in range(5):
            print(int(np.argmax(z[i])), np.max(z[i]))
        print(int(np.sum(np.abs(z) > 1)))
        """,
        """
        def season():
            level, width = rng.uniform(4, 9, (2, 5))
            noise = rng.normal(size=(5, 5))
            return level[:, None] - 0.2 * np.arange(5) + width[:, None] * noise

        def standardised(marks):
            spread = marks.std(axis=1)
            return (marks - marks.mean(axis=1)[:, None]) / spread[:, None]

        def main():
            z = standardised(season())
            for row in range(5):
                best = z[row].argmax()
                print(f"{best} {z[row, best]}")
            print((abs(z) > 1).sum())

        main()
        """,
        ("/ spread[:, None]", "/ spread"),
        "return (marks - marks.mean(axis=1)[:, None]) / spread",
    ),
    "draws in another order": (
        """
        def simulate(rng):
            number = rng.poisson(40)
            arrivals = np.sort(rng.normal(11, 2, number))
            lengths = rng.choice([4.2, 5.1], size=number)
            delays = rng.exponential(0.1, 20)
            waits = [arrivals[k] - delays[k] for k in range(20)]
            return np.array(waits), number - lengths.sum()

        def main():
            rng = np.random.default_rng(5)
            means, left = [], []
            for _ in range(6):
                waits, missing = simulate(rng)
                means.append(60 * waits.mean())
                left.append(missing)
            print("wait %.2f, left %.2f" % (np.mean(means), np.mean(left)))

        main()
        """,
        """
        class Day:
            def __init__(self, arrivals, lengths, delays):
                self.arrivals, self.lengths, self.delays = arrivals, lengths, delays

        def draw_day(rng):
            number = rng.poisson(40)
            arrivals = np.sort(rng.normal(11, 2, number))
            lengths = rng.choice([4.2, 5.1], size=number)
            delays = rng.exponential(0.1, 20)
            return Day(arrivals, lengths, delays)

        def waited(day):
            return np.array([day.arrivals[k] - day.delays[k] for k in range(day.delays.size)])

        def main(repetitions=6):
            rng = np.random.default_rng(5)
            days = [draw_day(rng) for _ in range(repetitions)]
            means = np.array([60 * waited(one).mean() for one in days])
            left = [one.arrivals.size - one.lengths.sum() for one in days]
            print(f"wait {means.mean():.2f}, left {np.mean(left):.2f}")

        main()
        """,
        (
            "    number = rng.poisson(40)\n    arrivals = np.sort(rng.normal(11, 2, number))\n"
            "    lengths = rng.choice([4.2, 5.1], size=number)\n    delays = rng.exponential(0.1, 20)\n",
            "    number = rng.poisson(40)\n    delays = rng.exponential(0.1, 20)\n"
            "    arrivals = np.sort(rng.normal(11, 2, number))\n    lengths = rng.choice([4.2, 5.1], size=number)\n",
        ),
        "delays = rng.exponential(0.1, 20)",
    ),
    "sums round otherwise near zero, and a setting stands elsewhere": (
        """
        t = np.arange(300) / 10
        for s in range(2):
            x = 3 * np.sin(t)
            x = x + (0.1 + 0.02 * s * t)
            x = x + 0.01 * rng.normal(size=300)
            print(np.percentile(x, [20, 70], method="linear"))
        """,
        """
        SETTINGS = dict(q=[20, 70], method="linear")
        TIME = np.arange(300) / 10

        def measured():
            drift = 0.1 + np.outer([0.0, 0.02], TIME)
            noise = 0.01 * rng.normal(size=(2, 300))
            return 3 * np.sin(TIME) + (drift + noise)

        class Summary:
            def __init__(self, values):
                self.parts = np.percentile(values, **SETTINGS)

        def main():
            for values in measured():
                print(Summary(values).parts)

        main()
        """,
        ('method="linear"', 'method="lower"'),
        'SETTINGS = dict(q=[20, 70], method="lower")',
    ),
    "an array that is written into through another name": (
        """
        weight = 38 + np.cumsum(rng.normal(size=200) * 0.1)
        weight[90:] += 6
        jumps = np.diff(weight)
        where = np.flatnonzero(np.abs(jumps) > 3) + 1
        cleaned = weight.copy()
        for i in where:
            cleaned[i:] -= weight[i] - weight[i - 1]
        print("%.4f %.4f" % (cleaned.mean(), weight[-1] - weight[0]))
        """,
        """
        def scale():
            weight = 38 + np.cumsum(rng.normal(size=200) * 0.1)
            weight[90:] += 6
            return weight

        def steps(weight):
            jumps = np.diff(weight)
            return [(int(i), float(jumps[i - 1])) for i in np.flatnonzero(np.abs(jumps) > 3) + 1]

        def without(weight, found):
            cleaned = np.array(weight)
            for at, jump in found:
                cleaned[at:] -= jump
            return cleaned

        def main():
            weight = scale()
            cleaned = without(weight, steps(weight))
            print(f"{cleaned.mean():.4f} {weight[-1] - weight[0]:.4f}")

        main()
        """,
        ("np.array(weight)", "np.asarray(weight)"),
        "cleaned = np.asarray(weight)",
    ),
    "whole numbers that Python gets of known ones": (
        """
        sound = rng.normal(0, 0.2, 300)
        sound[40:70] += 2.0
        sound[133:163] += 3.0
        begins = np.flatnonzero(np.diff(sound) > 1.5) + 1
        for i in begins:
            part = sound[i : i + 30]
            print("%.4f" % ((part**2).mean() / sound[i - 20 : i].std()))
        """,
        """
        def heard():
            sound = rng.normal(0, 0.2, 300)
            for start, louder in ((40, 2.0), (133, 3.0)):
                sound[start : start + 30] += louder
            return sound

        class Song:
            def __init__(self, begin, length=30):
                self.begin, self.length = int(begin), length

            def power(self, sound):
                part = sound[self.begin : self.begin + self.length]
                before = sound[self.begin - 20 : self.begin]
                return (part**2).mean() / before.std()

        def songs(sound):
            return [Song(at) for at in np.flatnonzero(np.diff(sound) > 1.5) + 1]

        def main():
            sound = heard()
            for song in songs(sound):
                print(f"{song.power(sound):.4f}")

        main()
        """,
        ("before.std()", "np.ptp(before)"),
        "return (part**2).mean() / np.ptp(before)",
    ),
    "a part of an array that is written anew in the first program alone": (
        """
        T = np.full(21, 10.0) + 0.3 * np.arange(21)
        for k in range(20):
            new = T.copy()
            new[0] = 4.0 + 3.0 * np.sin(0.1 * k)
            new[1:-1] = T[1:-1] + 0.2 * (T[2:] - 2 * T[1:-1] + T[:-2])
            new[-1] = T[-1] + 0.2 * 2 * (T[-2] - T[-1])
            T = new
        print(T.round(5).tolist())
        """,
        """
        class Rod:
            def __init__(self, cells=21):
                self.T = 10.0 + 0.3 * np.arange(cells)

            def step(self, outside, r=0.2):
                old = self.T
                change = np.empty_like(old)
                change[1:-1] = old[2:] - 2 * old[1:-1] + old[:-2]
                change[0] = 0.0
                change[-1] = 2 * (old[-2] - old[-1])
                self.T = old + r * change
                self.T[0] = outside

        def main(steps=20):
            rod = Rod()
            for k in range(steps):
                rod.step(4.0 + 3.0 * np.sin(0.1 * k))
            print(rod.T.round(5).tolist())

        main()
        """,
        ("change[-1] = 2 * (old[-2] - old[-1])", "change[-1] = 0.0"),
        "change[-1] = 0.0",
    ),
    "a setting that is lost": (
        """
        x = rng.gamma(2.0, size=300)
        low, high = np.percentile(x, [20, 70], method="lower", axis=0)
        y = x[(x > low) & (x < high)]
        print(low, high, y.mean())
        """,
        """
        def measured(number=300):
            return rng.gamma(2.0, size=number)

        def limits(x):
            options = dict(axis=0, method="lower")
            return np.percentile(x, [20, 70], **options)

        def main():
            x = measured()
            low, high = limits(x)
            inside = (x > low) & (x < high)
            print(low, high, x[inside].mean())

        main()
        """,
        ('dict(axis=0, method="lower")', "dict(axis=0)"),
        "options = dict(axis=0)",
    ),
    "a number that is right for another index": (
        """
        x = rng.normal(size=(80, 3))
        order = rng.permutation(80)
        cut = int(0.75 * 80)
        train, test = order[:cut], order[cut:]
        middle = np.median(x[train], axis=0)
        print(np.abs(x[test] - middle).mean())
        """,
        """
        class Rows:
            def __init__(self, values):
                self.values = values

            def take(self, index):
                return Rows(self.values[index])

        def split(rows, share=0.75):
            order = rng.permutation(len(rows.values))
            held = len(rows.values) - int(share * len(rows.values))
            return rows.take(order[:-held]), rows.take(order[-held:])

        def main():
            train, test = split(Rows(rng.normal(size=(80, 3))))
            middle = np.median(train.values, axis=0)
            away = np.abs(test.values - middle)
            print(away.mean())

        main()
        """,
        ("order[:-held]", "order[:held]"),
        "return rows.take(order[:held]), rows.take(order[-held:])",
    ),
    "an operand in its first order": (
        """
        left, right = rng.normal(size=(2, 40))
        lower = np.sort(left)
        upper = np.sort(right)
        gap = upper - lower
        print(gap.mean().round(3), np.abs(gap).max())
        """,
        """
        def samples():
            return rng.normal(size=(2, 40))

        def gaps(left, right):
            pairs = {"left": np.sort(left)}
            pairs["right"] = np.sort(right)
            return pairs["right"] - pairs["left"]

        def main():
            left, right = samples()
            gap = gaps(left, right)
            widest = np.abs(gap).max()
            print(gap.mean().round(3), widest)

        main()
        """,
        ('pairs["right"] = np.sort(right)', 'pairs["right"] = right[:]'),
        'pairs["right"] = right[:]',
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_wrong_line_of_functions_is_named(tmp_path: Path, name: str) -> None:
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
