"""Which line diff names where a rewritten program has all values: their order or choice is wrong, or a cache."""

from __future__ import annotations

import pytest
from tests.compared_programs import Compare, comparing, named

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("pandas")

BEFORE = """
    import numpy as np
    import pandas as pd

    rng = np.random.default_rng(8)
    plates = {f"plate_{number}": rng.normal(number**1.5, 1.0, 40) for number in range(1, 13)}
    known, other = rng.normal(size=(30, 3)), rng.normal(size=(20, 3))
    table = pd.DataFrame({"hour": rng.integers(0, 24, 200), "trips": rng.poisson(9.0, 200)})

    levels = []
    for number in range(1, 13):
        levels.append(np.median(plates[f"plate_{number}"]))
    slope = np.polyfit(np.arange(12), np.array(levels), 1)[0]
    scale = known.std(axis=0)
    weights = scale.copy()
    weights[0] *= 0.5
    cells = rng.normal(size=(6, 10))
    heads = np.stack([cells[:, :5], cells[:, 5:]])
    print(np.sqrt(np.abs(known[:, 0])).sum().round(6))
    print(weights.sum().round(6), (heads @ heads.transpose(0, 2, 1)).sum().round(6))
    bills = []
    for size in (0.5, 1.5, 2.5):
        use = size * np.linspace(1.0, 2.0, 7)
        for rate in (0.14, 0.12):
            bills.append(60.25 + rate * use.sum())
    table["part"] = table["hour"] // 6
    print(f"{slope:.6f}", (other / scale).sum().round(6))
    for bill in bills:
        print(f"{bill:.5f}")
    busy = table.groupby("part")["trips"].mean()
    print(f"{busy.max():.6f}")
"""
AFTER = """
    from dataclasses import dataclass, field

    import numpy as np
    import pandas as pd

    RATES = {"basic": 0.14, "large": 0.12}

    @dataclass
    class Plates:
        found: dict

        def number(self, name):
            return int(name.rpartition("_")[2])

        def each(self):
            for name in sorted(self.found, key=self.number):
                yield np.median(self.found[name])

        def slope(self):
            levels = np.array([level for level in self.each()])
            return np.polyfit(np.arange(len(levels)), levels, deg=1)[0]

    class Scaler:
        def fit(self, inputs):
            self.scale = inputs.std(axis=0)
            return self

        def halved(self):
            weights = self.scale.copy()
            weights[0] *= 0.5
            return weights.sum()

        def apply(self, inputs):
            return inputs / self.scale

    @dataclass
    class Office:
        kept: dict = field(default_factory=dict)

        def price(self, rate, use):
            return 60.25 + rate * use.sum()

        def bill(self, name, size, use):
            key = (name, size)
            if key not in self.kept:
                self.kept[key] = self.price(RATES[name], use)
            return self.kept[key]

    def batches(rows, size):
        return range(0, len(rows) - size + 1, size)

    def roots(rows, size=10):
        found = []
        for start in batches(rows, size):
            found.append(np.sqrt(np.abs(rows[start : start + size])))
        return np.concatenate(found)

    def strongest(cells):
        heads = cells.reshape(6, 2, 5).transpose(1, 0, 2)
        return (heads @ heads.transpose(0, 2, 1)).sum()

    def busiest(table, hours=6):
        parts = table.assign(part=table["hour"] // hours)
        return parts.groupby("part")["trips"].mean().max()

    def main():
        rng = np.random.default_rng(8)
        plates = Plates({f"plate_{number}": rng.normal(number**1.5, 1.0, 40) for number in range(1, 13)})
        known, other = rng.normal(size=(30, 3)), rng.normal(size=(20, 3))
        table = pd.DataFrame({"hour": rng.integers(0, 24, 200), "trips": rng.poisson(9.0, 200)})
        scaler = Scaler().fit(known)
        print(roots(known[:, 0]).sum().round(6))
        print(scaler.halved().round(6), strongest(rng.normal(size=(6, 10))).round(6))
        office = Office()
        print(f"{plates.slope():.6f}", scaler.apply(other).sum().round(6))
        for size in (0.5, 1.5, 2.5):
            use = size * np.linspace(1.0, 2.0, 7)
            for name in RATES:
                print(f"{office.bill(name, size, use):.5f}")
        print(f"{busiest(table):.6f}")

    main()
"""


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Compare:
    return comparing(tmp_path_factory.mktemp("controlled"), "plates.py", BEFORE, AFTER)


def test_the_rewritten_program_is_equal(changed: Compare) -> None:
    assert changed("main()", "main()").equal


def test_the_loop_is_named_that_goes_in_another_order(changed: Compare) -> None:
    """All plates are read as before, and every value of each is known."""
    assert "sorted(" in named(changed("sorted(self.found, key=self.number)", "sorted(self.found)"))


def test_the_key_is_named_by_which_a_line_is_skipped(changed: Compare) -> None:
    """All values that the second program makes are known: it makes fewer."""
    assert "key = " in named(changed("key = (name, size)", "key = (name, len(use))"))


def test_the_call_is_named_that_chooses_a_value(changed: Compare) -> None:
    """The method computes with what it is given, and is right."""
    assert "fit(other)" in named(changed("Scaler().fit(known)", "Scaler().fit(other)"))


def test_what_a_table_is_grouped_by_is_followed(changed: Compare) -> None:
    """The mean of groups reads known rows: what they are grouped by is in the object alone."""
    assert "hours" in named(changed('table["hour"] // hours', '(table["hour"] + 3) // hours'))


def test_a_program_that_prints_the_same_ends_in_the_same(changed: Compare) -> None:
    """A number that nobody reads is no result of a program that prints its results."""
    assert changed("known, other =", "rng.spawn(1)[0].normal(3.5)\n        known, other =").equal


def test_a_number_that_is_printed_makes_a_difference(changed: Compare) -> None:
    assert not changed('print(f"{busiest(table):.6f}")', 'print(f"{busiest(table) + 0.125:.6f}")').equal


def test_the_name_is_named_that_should_be_a_copy(changed: Compare) -> None:
    """The line that changes the array is right: the first program changes a copy by it."""
    found = changed("weights = self.scale.copy()", "weights = self.scale")
    assert "weights = self.scale" in named(found)


def test_the_move_is_named_behind_elements_in_another_order(changed: Compare) -> None:
    """A reshape makes no new value: the product of what it makes is one."""
    found = changed("heads = cells.reshape(6, 2, 5).transpose(1, 0, 2)", "heads = cells.reshape(2, 6, 5)")
    assert "reshape(2, 6, 5)" in named(found)


def test_what_a_loop_goes_through_is_named_if_it_ends_early(changed: Compare) -> None:
    """All that is put together is known, and some is missing."""
    assert "return range" in named(changed("len(rows) - size + 1", "len(rows) - size"))
