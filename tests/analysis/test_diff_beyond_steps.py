"""Which line diff names where each step of a rewritten program may be right, and what it stands for is not.

Each fault has a healthy form of the same rewriting beside it, which ends as the first program.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest
from tests.compared_programs import comparing, named
from tests.recorded_text import recorded_text

import numscope
from numscope.analysis.diff.comparison import diff
from numscope.errors import UsageError
from numscope.trace import Trace
from numscope.views.verdict import verdict_view

pytest.importorskip("numscope._core", reason="the native core is not built")


def _check(folder: Path, before: str, after: str, healthy: str, faulty: str, line: str = "") -> None:
    """Compare a program with both forms of its rewriting: only the faulty one differs, at a line with this text."""
    before, after = textwrap.dedent(before), textwrap.dedent(after)
    compare = comparing(folder, "charted.py", before, after)
    assert compare(healthy, healthy).verdict.agree
    assert (line or faulty) in named(compare(healthy, faulty))


WAVES = """
    import numpy as np

    bearing = np.random.default_rng(3).uniform(-1.5, 1.5, 12)
    east = np.cos(bearing) * 2.5
    print(f"east: {east.sum():.6f}")
"""
WAVES_AS_FUNCTIONS = """
    import numpy as np

    LENGTH = 2.5

    def bearings(number, seed=3):
        return np.random.default_rng(seed).uniform(-1.5, 1.5, number)

    def chart(angles):
        return np.degrees(angles)

    def east(shown):
        angles = np.radians(shown)
        return np.cos(angles) * LENGTH

    def main():
        shown = chart(bearings(12))
        total = east(shown).sum()
        print(f"east: {total:.6f}")

    main()
"""


def test_the_cosine_of_what_was_made_degrees_is_named(tmp_path: Path) -> None:
    _check(
        tmp_path,
        WAVES,
        WAVES_AS_FUNCTIONS,
        "angles = np.radians(shown)\n    return np.cos(angles) * LENGTH",
        "return np.cos(shown) * LENGTH",
    )


OILS = """
    import numpy as np

    rng = np.random.default_rng(6)
    wave = np.linspace(0, 1, 9)
    spectra = rng.normal(size=(40, 1)) * np.cos(3 * wave) + 0.2 * rng.normal(size=(40, 9))
    spectra = spectra - spectra.mean(axis=0)
    _, _, axes = np.linalg.svd(spectra, full_matrices=False)
    scores = spectra @ axes[:2].T
    print(f"share {scores.var(axis=0).sum() / spectra.var(axis=0).sum():.5f}")
"""
OILS_AS_A_CLASS = """
    import numpy as np

    class Components:
        def __init__(self, count):
            self.count = count

        def fit(self, data):
            values, vectors = np.linalg.eigh(np.cov(data.T))
            rising = vectors[:, ::-1]
            self.axes = rising[:, : self.count]
            return self

        def scores(self, data):
            return np.dot(data, self.axes)

    def measured(number=40, bands=9):
        rng = np.random.default_rng(6)
        shape = np.cos(3 * np.linspace(0, 1, bands))
        return rng.normal(size=(number, 1)) * shape + 0.2 * rng.normal(size=(number, bands))

    def main():
        data = measured()
        data = data - data.mean(axis=0)
        scores = Components(2).fit(data).scores(data)
        print(f"share {scores.var(axis=0).sum() / data.var(axis=0).sum():.5f}")

    main()
"""


def test_directions_in_which_the_data_differ_least_are_named(tmp_path: Path) -> None:
    """Covariances and eigenvectors, which the first program does not compute, are another way, and right."""
    healthy = "rising = vectors[:, ::-1]\n        self.axes = rising[:, : self.count]"
    before, after = textwrap.dedent(OILS), textwrap.dedent(OILS_AS_A_CLASS)
    compare = comparing(tmp_path, "oils.py", before, after)
    assert compare(healthy, healthy).equal
    assert "vectors[:, : self.count]" in named(compare(healthy, "self.axes = vectors[:, : self.count]"))


FARES = """
    import numpy as np

    rates = np.random.default_rng(9).uniform(1.0, 2.0, 12)
    codes = [1003, 1007, 1010, 1003]
    total = 0.0
    for code in codes:
        total += rates[code % 100] * 2.5
    print(f"fares: {total:.6f}")
"""
FARES_AS_FUNCTIONS = """
    import numpy as np

    CODES = np.array([1003, 1007, 1010, 1003])
    PER_ZONE = 2.5

    def rates(number, seed=9):
        return np.random.default_rng(seed).uniform(1.0, 2.0, number)

    def fares(codes, rates):
        zones = np.arange(len(rates))
        return np.interp(codes % 100, zones, rates) * PER_ZONE

    def main():
        total = fares(CODES, rates(12)).sum()
        print(f"fares: {total:.6f}")

    main()
"""


def test_whole_numbers_of_the_old_text_are_no_new_values(tmp_path: Path) -> None:
    before, after = textwrap.dedent(FARES), textwrap.dedent(FARES_AS_FUNCTIONS)
    compare = comparing(tmp_path, "fares.py", before, after)
    assert compare("def main", "def main").verdict.agree
    found = compare("codes % 100, zones, rates", "codes % 100 + 0.25, zones, rates")
    assert found.verdict.parted is not None
    assert found.verdict.parted.name != "numpy.array"
    assert "np.interp(" in named(found)


WINDOWS = """
    import numpy as np

    rain = np.random.default_rng(11).gamma(1.2, 4.0, 90)

    def sums(values, days):
        found = []
        n = len(values)
        for start in range(0, n - days + 1):
            total = 0.0
            for at in range(start, start + days):
                total += values[at]
            found.append(total)
        return found

    wettest = max(sums(rain, 7))
    print(f"wettest week: {wettest:.5f}, mean: {np.mean(sums(rain, 7)):.5f}")
"""
WINDOWS_COMPILED = """
    import numpy as np
    from numba import njit

    DAYS = 7

    @njit
    def of_days(rain, width):
        count = rain.size
        out = np.zeros(1 + count - width)
        for first in range(1 + count - width):
            end = first + width
            for day in range(first, end):
                out[first] += rain[day]
        return out

    def main():
        rain = np.random.default_rng(11).gamma(1.2, 4.0, 90)
        weeks = of_days(rain, DAYS)
        print(f"wettest week: {weeks.max():.5f}, mean: {weeks.mean():.5f}")

    main()
"""


@pytest.mark.parametrize(
    ("healthy", "faulty"),
    [
        ("for day in range(first, end):", "for day in range(first, end - 1):"),
        ("for first in range(1 + count - width):", "for first in range(count - width):"),
    ],
)
def test_a_loop_of_a_compiled_function_with_a_turn_less_is_named(
    tmp_path: Path, healthy: str, faulty: str
) -> None:
    pytest.importorskip("numba", reason="Numba is not installed")
    _check(tmp_path, WINDOWS, WINDOWS_COMPILED, healthy, faulty)


MASS = """
    import numpy as np
    from numba import njit

    grains = np.random.default_rng(2).gamma(2.0, 0.4, 2_000).astype(np.float32)
    before = 30_000_000.0

    @njit
    def weigh(grains):
        total = before
        heaviest = 0.0
        for i in range(grains.size):
            total += grains[i]
            if grains[i] > heaviest:
                heaviest = grains[i]
        return total, heaviest

    total, heaviest = weigh(grains)
    print(f"total {total:.3f}, heaviest {heaviest:.4f}")
"""
MASS_AS_FUNCTIONS = """
    import numpy as np
    from numba import njit

    NUMBER, BEFORE = 2_000, 30_000_000.0

    def sample(number, seed=2):
        rng = np.random.default_rng(seed)
        return rng.gamma(2.0, 0.4, number).astype(np.float32)

    @njit
    def weighed(masses):
        count = masses.size
        sums = np.full(1, BEFORE, np.float64)
        largest = masses[0]
        for k in range(count):
            sums[0] += masses[k]
            largest = max(largest, masses[k])
        return sums[0], largest

    def main():
        total, largest = weighed(sample(NUMBER))
        print(f"total {total:.3f}, heaviest {largest:.4f}")

    main()
"""


def test_a_total_of_few_digits_in_a_compiled_function_is_named(tmp_path: Path) -> None:
    """The function returns a tuple of numbers, of which only what is printed tells that they differ."""
    pytest.importorskip("numba", reason="Numba is not installed")
    compare = comparing(tmp_path, "mass.py", textwrap.dedent(MASS), textwrap.dedent(MASS_AS_FUNCTIONS))
    assert compare("def main", "def main").equal
    assert "BEFORE, np.float32)" in named(compare("BEFORE, np.float64)", "BEFORE, np.float32)"))


FITTED = """
    import numpy as np
    from scipy.optimize import minimize

    hours = np.linspace(0.5, 9.0, 30)
    heat = 70.0 * np.exp(-0.3 * hours) + np.random.default_rng(7).normal(0, 1.0, 30)
    weight = 1.0 / (1.0 + hours)

    def misfit(p):
        gap = p[0] * np.exp(-p[1] * hours) - heat
        return np.sqrt(np.sum(gap**2 * weight))

    fit = minimize(misfit, [60.0, 0.2], method="Nelder-Mead")
    print(fit.x.round(5), round(fit.fun, 5))
"""
FITTED_AS_CLASS = """
    import numpy as np
    from scipy.optimize import minimize

    class Cooling:
        def __init__(self, hours, heat):
            self.hours, self.heat = hours, heat
            self.weight = 1.0 / (1.0 + hours)

        def curve(self, start, rate):
            return start * np.exp(-rate * self.hours)

        def misfit(self, parameters):
            gap = self.curve(*parameters) - self.heat
            squares = gap**2
            total = np.sum(squares * self.weight)
            return np.sqrt(total)

        def fitted(self, start=(60.0, 0.2)):
            return minimize(self.misfit, list(start), method="Nelder-Mead")

    def measured():
        hours = np.linspace(0.5, 9.0, 30)
        noise = np.random.default_rng(7).normal(0, 1.0, 30)
        return hours, 70.0 * np.exp(-0.3 * hours) + noise

    def main():
        result = Cooling(*measured()).fitted()
        print(result.x.round(5), round(result.fun, 5))

    main()
"""
EQUILIBRIUM = """
    import numpy as np
    from scipy.optimize import root

    supply = np.array([2.0, 3.5, 1.2])

    def excess(price):
        demand = 9.0 / (1.0 + price) - 0.1 * price.sum()
        return np.log(demand / supply)

    found = root(excess, np.ones(3))
    print(found.x.round(6))
"""
EQUILIBRIUM_AS_FUNCTIONS = """
    import numpy as np
    from scipy.optimize import root

    CROSS = 0.1
    SCALE = 9.0

    def demand(price):
        own = SCALE / (1.0 + price)
        return own - CROSS * price.sum()

    def excess(price, supply):
        share = demand(price) / supply
        return np.log(share)

    def cleared(supply, start=1.0):
        return root(excess, np.full(len(supply), start), args=(supply,)).x

    def main():
        print(cleared(np.array([2.0, 3.5, 1.2])).round(6))

    main()
"""


@pytest.mark.parametrize(
    ("before", "after", "healthy", "faulty"),
    [
        (FITTED, FITTED_AS_CLASS, "return np.sqrt(total)", "return total"),
        (EQUILIBRIUM, EQUILIBRIUM_AS_FUNCTIONS, "return np.log(share)", "return share"),
    ],
)
def test_the_last_line_of_a_function_is_named_that_a_solver_calls(
    tmp_path: Path, before: str, after: str, healthy: str, faulty: str
) -> None:
    pytest.importorskip("scipy", reason="SciPy is not installed")
    line = "total = np.sum(squares" if "total" in faulty else "share = demand(price) / supply"
    _check(tmp_path, before, after, healthy, faulty, line)


SPRING = """
    import numpy as np

    rng = np.random.default_rng(12)
    load = rng.uniform(1.0, 9.0, 20)
    weight = rng.uniform(0.5, 4.0, 20)
    length = 30.0 + 1.7 * load + rng.normal(0, 0.4, 20)
    table = np.array([[1.0, one] for one in load])
    matrix, right = np.zeros((2, 2)), np.zeros(2)
    for row, w, y in zip(table, weight, length):
        matrix += np.outer(w * row, row)
        right += w * y * row
    rest, pull = np.linalg.solve(matrix, right)
    print(f"{rest:.6f} {pull:.6f}")
"""
SPRING_BY_LSTSQ = """
    import numpy as np

    def measured(number, seed=12):
        rng = np.random.default_rng(seed)
        load = rng.uniform(1.0, 9.0, number)
        weight = rng.uniform(0.5, 4.0, number)
        return load, weight, 30.0 + 1.7 * load + rng.normal(0, 0.4, number)

    def fit(load, length, weight):
        root = np.sqrt(weight)
        rows = np.vander(load, 2, increasing=True) * root[:, None]
        return np.linalg.lstsq(rows, length * root, rcond=None)[0]

    def main():
        load, weight, length = measured(20)
        rest, pull = fit(load, length, weight)
        print(f"{rest:.6f} {pull:.6f}")

    main()
"""
SPRING_BY_SVD = """
    import numpy as np

    class Spring:
        def __init__(self, number, seed=12):
            rng = np.random.default_rng(seed)
            self.load = rng.uniform(1.0, 9.0, number)
            self.weight = rng.uniform(0.5, 4.0, number)
            self.length = 30.0 + 1.7 * self.load + rng.normal(0, 0.4, number)

        def system(self):
            table = np.stack([np.ones(self.load.size), self.load, self.length], axis=1)
            scale = np.sqrt(self.weight)
            return np.multiply(scale.reshape(-1, 1), table)

        def fitted(self):
            system = self.system()
            left, sizes, right = np.linalg.svd(system[:, :2], full_matrices=False)
            return right.T @ ((left.T @ system[:, 2]) / sizes)

    def main():
        rest, pull = Spring(20).fitted()
        print(f"{rest:.6f} {pull:.6f}")

    main()
"""


@pytest.mark.parametrize(
    ("after", "faulty", "line"),
    [
        (SPRING_BY_LSTSQ, "root = weight", "rows = np.vander("),
        (SPRING_BY_SVD, "scale = self.weight", "np.multiply(scale"),
    ],
)
def test_rows_that_weigh_twice_are_named(tmp_path: Path, after: str, faulty: str, line: str) -> None:
    healthy = faulty.replace("= ", "= np.sqrt(") + ")"
    _check(tmp_path, SPRING, after, healthy, faulty, line)


NOISE = """
    import numpy as np

    levels = np.random.default_rng(4).normal(55.0, 6.0, 50)
    error = (levels - 50.0) ** 2
    print(f"error: {error.mean():.6f}")
"""
NOISE_IN_BATCHES = """
    import numpy as np

    TARGET = 50.0
    SIZE = 16

    def batches(values):
        return [values[start : start + SIZE] for start in range(0, len(values), SIZE)]

    def error(part):
        return np.mean((part - TARGET) ** 2)

    def main():
        parts = batches(np.random.default_rng(4).normal(55.0, 6.0, 50))
        errors = [error(part) for part in parts]
        total = np.average(errors, weights=list(map(len, parts)))
        print(f"error: {total:.6f}")

    main()
"""
CLASSES = """
    import torch
    import torch.nn.functional as F

    torch.manual_seed(5)
    x, y = torch.randn(70, 4), torch.randint(0, 3, (70,))
    model = torch.nn.Linear(4, 3)
    with torch.no_grad():
        loss = F.cross_entropy(model(x), y, reduction="sum") / len(x)
    print(f"loss: {loss:.5f}")
"""
CLASSES_IN_BATCHES = """
    import torch
    import torch.nn.functional as F
    from torch.utils.data import DataLoader, TensorDataset

    def data(number=70):
        torch.manual_seed(5)
        return torch.randn(number, 4), torch.randint(0, 3, (number,))

    @torch.no_grad()
    def evaluate(model, loader):
        loss, count = 0.0, 0
        for inputs, labels in loader:
            mean = F.cross_entropy(model(inputs), labels)
            loss += mean * len(inputs)
            count += len(inputs)
        return loss / count

    def main():
        x, y = data()
        model = torch.nn.Linear(4, 3)
        loader = DataLoader(TensorDataset(x, y), batch_size=32)
        print(f"loss: {evaluate(model, loader):.5f}")

    main()
"""


def test_the_mean_of_means_of_unequal_batches_is_named(tmp_path: Path) -> None:
    weighted = "np.average(errors, weights=list(map(len, parts)))"
    _check(tmp_path, NOISE, NOISE_IN_BATCHES, weighted, "np.mean(errors)")


def test_the_mean_of_losses_of_unequal_batches_is_named(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    healthy = "mean = F.cross_entropy(model(inputs), labels)\n        loss += mean * len(inputs)"
    faulty = "loss += F.cross_entropy(model(inputs), labels)"
    after = textwrap.dedent(CLASSES_IN_BATCHES)
    compare = comparing(tmp_path, "classes.py", CLASSES, after)
    assert compare(healthy, healthy).verdict.agree
    turned = after.replace("return loss / count", "return loss / len(loader)")
    (tmp_path / "batches").mkdir()
    compare = comparing(tmp_path / "batches", "classes.py", CLASSES, turned)
    assert "return loss / len(loader)" in named(compare(healthy, faulty))


CATCH = """
    import numpy as np

    rng = np.random.default_rng(21)
    pond = rng.choice(np.array(["mill", "oak", None], dtype=object), 80)
    weight = rng.gamma(3.0, 0.7, 80)
    totals = {}
    for name, one in zip(pond, weight):
        totals[name] = totals.get(name, 0.0) + one
    total = sum(totals.values())
    print(f"mill {totals['mill'] / total:.5f} of {total:.4f}")
"""
CATCH_IN_A_TABLE = """
    import numpy as np
    import pandas as pd

    PONDS = np.array(["mill", "oak", None], dtype=object)

    def catch(number, seed=21):
        rng = np.random.default_rng(seed)
        pond = rng.choice(PONDS, number)
        return pd.DataFrame({"pond": pond, "weight": rng.gamma(3.0, 0.7, number)})

    def main():
        table = catch(80)
        ponds = table.groupby("pond", dropna=False)
        totals = ponds["weight"].sum()
        total = totals.sum()
        print(f"mill {totals['mill'] / total:.5f} of {total:.4f}")

    main()
"""
LOADS = """
    import numpy as np

    rng = np.random.default_rng(33)
    speed = rng.uniform(0.0, 26.0, 120)
    energy = 0.4 * speed**3
    kept = {}
    for one, gain in zip(speed, energy):
        at = int(one // 5)
        kept[at] = kept.get(at, 0.0) + gain
    total = sum(kept.values())
    print(f"share of the first two: {(kept[0] + kept[1]) / total:.6f}, all {total:.3f}")
"""
LOADS_IN_CLASSES = """
    import numpy as np

    EDGES = np.arange(0.0, 31.0, 5.0)

    def winds(number, seed=33):
        speed = np.random.default_rng(seed).uniform(0.0, 26.0, number)
        return speed, 0.4 * speed**3

    def by_class(speed, energy):
        found, _ = np.histogram(speed, bins=EDGES, weights=energy)
        return found

    def main():
        gain = by_class(*winds(120))
        total = gain.sum()
        print(f"share of the first two: {gain[:2].sum() / total:.6f}, all {total:.3f}")

    main()
"""


def test_groups_that_leave_out_rows_without_one_are_named(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    _check(tmp_path, CATCH, CATCH_IN_A_TABLE, 'groupby("pond", dropna=False)', 'groupby("pond")')


def test_classes_that_end_before_the_data_are_named(tmp_path: Path) -> None:
    compare = comparing(tmp_path, "loads.py", textwrap.dedent(LOADS), textwrap.dedent(LOADS_IN_CLASSES))
    assert compare("31.0", "31.0").verdict.agree
    assert "np.histogram(speed" in named(compare("31.0", "26.0"))


HEIGHTS = """
    import math

    def height(hour):
        turn = math.radians(15 * (hour - 12))
        return math.degrees(math.asin(0.28 + 0.62 * math.cos(turn)))

    total = 0.0
    for hour in range(6, 19):
        total += math.sin(math.radians(height(hour)))
    print(f"noon {height(12):.2f}, all {total:.4f}")
"""
HEIGHTS_AS_ARRAYS = """
    import numpy as np

    def height(hour):
        turn = np.radians(15 * (hour - 12))
        return np.degrees(np.arcsin(0.28 + 0.62 * np.cos(turn)))

    def main():
        angles = height(np.arange(6, 19))
        total = np.sin(np.radians(angles)).sum()
        print(f"noon {height(12):.2f}, all {total:.4f}")

    main()
"""


def test_beside_plain_python_a_line_is_named_that_is_wrong_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of the first run is recorded, so that no line of a healthy second program may be accused."""
    after = textwrap.dedent(HEIGHTS_AS_ARRAYS)

    def recorded(folder: str, text: str) -> Trace:
        # As where a program is run by itself: its file is the one that the command line names.
        monkeypatch.setattr(sys, "orig_argv", [sys.executable, str(tmp_path / folder / "heights.py")])
        return numscope.open(recorded_text(tmp_path / folder, "heights.py", text))

    before = recorded("before", textwrap.dedent(HEIGHTS))
    with pytest.raises(UsageError, match="--try"):
        diff(before, recorded("healthy", after))
    found = diff(before, recorded("wrong", after.replace("np.sin(np.radians(angles))", "np.sin(angles)")))
    assert not found.equal
    assert "np.sin(angles).sum()" in named(found)
    assert "plain Python" in str(verdict_view(found)[0])
