"""Which line diff names where a step came too early, a place was missed, or an array was changed in part."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compared_programs import Compare, comparing, named

pytest.importorskip("numscope._core", reason="the native core is not built")

BEFORE = """
    import numpy as np

    rng = np.random.default_rng(4)
    marks = 60 + rng.normal(0, 5, (6, 12)) * rng.uniform(0.5, 2, (6, 1))
    means = marks.mean(axis=1, keepdims=True)
    inner = np.sort(marks - means, axis=0)[1:-1]
    score = inner.mean(axis=0)
    stock = np.empty(40)
    stock[0] = 100.0
    sold = rng.uniform(1, 2, 40)
    for day in range(1, 40):
        stock[day] = stock[day - 1] - sold[day - 1]
    parts = rng.uniform(1, 5, (30, 3))
    centred = parts[:, 0] - parts[:, 0].mean()
    ratio = parts[:, 1] / parts[:, 0]
    print(score.max(), means.max(), stock[17], centred.max(), ratio.sum(), marks[:, 3].sum())
"""
AFTER = """
    import numpy as np

    NAMES = ["a", "b", "c", "d"]

    def without_extremes(values):
        return np.sort(values, axis=0)[1:-1]

    def centred_rows(values):
        return values - values.mean(axis=1, keepdims=True)

    def scored(marks):
        inner = without_extremes(centred_rows(marks))
        return inner.mean(axis=0)

    def stocks(start, sold):
        gone = np.concatenate([[0.0], np.cumsum(sold)[:-1]])
        return start - gone

    class Parts:
        def __init__(self, table):
            self.table = table

        @property
        def wide(self):
            return self.table[:, 0]

        @property
        def long(self):
            return self.table[:, 1]

    def deviations(parts):
        wide = parts.wide
        wide = wide - wide.mean()
        return wide

    def total(marks, name):
        column = NAMES.index(name)
        return marks[:, column].sum()

    def main():
        rng = np.random.default_rng(4)
        marks = 60 + rng.normal(0, 5, (6, 12)) * rng.uniform(0.5, 2, (6, 1))
        score = scored(marks)
        stock = stocks(100.0, rng.uniform(1, 2, 40))
        parts = Parts(rng.uniform(1, 5, (30, 3)))
        widest = deviations(parts).max()
        ratio = (parts.long / parts.wide).sum()
        print(score.max(), marks.mean(axis=1).max(), stock[17], widest, ratio, total(marks, "d"))

    main()
"""


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Compare:
    """Compare the script with the functions in which one text is replaced by another."""
    return comparing(tmp_path_factory.mktemp("steps"), "choirs.py", BEFORE, AFTER)


def test_the_rewritten_program_is_equal(changed: Compare) -> None:
    assert changed("main()", "main()").equal


def test_the_line_is_named_that_takes_a_step_before_another(changed: Compare) -> None:
    early = "centred_rows(without_extremes(marks))"
    assert named(changed("without_extremes(centred_rows(marks))", early)) == f"inner = {early}"


def test_the_line_is_named_that_makes_an_array_a_place_too_early(changed: Compare) -> None:
    assert (
        named(changed("np.concatenate([[0.0], np.cumsum(sold)[:-1]])", "np.cumsum(sold)"))
        == "return start - gone"
    )


def test_the_name_is_shown_by_which_a_column_of_a_table_is_changed(changed: Compare) -> None:
    assert named(changed("wide = wide - wide.mean()", "wide -= wide.mean()")) == "wide = parts.wide"


def test_the_line_is_named_that_gives_the_number_of_a_column(changed: Compare) -> None:
    line = "column = NAMES[::-1].index(name)"
    assert named(changed("column = NAMES.index(name)", line)) == line


FLOWS = """
    import numpy as np

    dye = np.zeros(24)
    dye[3:6] = 2.0
    for step in range(40):
        new = dye.copy()
        for i in range(1, 23):
            new[i] = dye[i] - 0.4 * (dye[i] - dye[i - 1])
        dye = new
    smooth = np.array([dye[max(0, i - 2) : i + 3].max() for i in range(24)])
    print(f"{dye.sum():.6f} at {int(np.argmax(smooth))}")
"""
FLOWS_AS_FUNCTIONS = """
    import numpy as np

    def step(dye):
        above = np.concatenate([dye[:1], dye[:-1]])
        new = dye - 0.4 * (dye - above)
        new[-1] = dye[-1]
        return new

    def smoothed(dye, reach=2):
        wide = np.concatenate([np.full(reach, -1.0), dye, np.full(reach, -1.0)])
        return np.lib.stride_tricks.sliding_window_view(wide, 2 * reach + 1).max(axis=1)

    def main():
        dye = np.zeros(24)
        dye[3:6] = 2.0
        for _ in range(40):
            dye = step(dye)
        highest = int(np.argmax(smoothed(dye)))
        print(f"{dye.sum():.6f} at {highest}")

    main()
"""


@pytest.fixture(scope="module")
def flowing(tmp_path_factory: pytest.TempPathFactory) -> Compare:
    """Compare the loops with the functions in which one text is replaced by another."""
    return comparing(tmp_path_factory.mktemp("flows"), "flows.py", FLOWS, FLOWS_AS_FUNCTIONS)


def test_the_loops_as_functions_are_equal(flowing: Compare) -> None:
    assert flowing("main()", "main()").equal


def test_the_line_is_named_that_brings_the_last_to_the_first_place(flowing: Compare) -> None:
    start, middle, end = (
        "above = ",
        "\n        new = dye - 0.4 * (dye - above)",
        "\n        new[-1] = dye[-1]",
    )
    ends = f"{start}np.concatenate([dye[:1], dye[:-1]]){middle}{end}"
    turned = f"{start}np.roll(dye, 1){middle}"
    assert named(flowing(ends, turned)) == "above = np.roll(dye, 1)"


def test_the_line_is_named_whose_windows_stand_elsewhere_if_only_a_place_is_printed(flowing: Compare) -> None:
    found = flowing("[np.full(reach, -1.0), dye, np.full(reach, -1.0)]", "[np.full(2 * reach, -1.0), dye]")
    assert not found.equal
    assert named(found) == "return np.lib.stride_tricks.sliding_window_view(wide, 2 * reach + 1).max(axis=1)"


TONES = """
    import numpy as np

    time = np.arange(300) / 1000
    rng = np.random.default_rng(6)
    sound = np.zeros(300)
    for number, loud in enumerate([1.0, 0.5, 0.33, 0.1], start=1):
        sound = sound + loud * np.sin(2 * np.pi * 37.3 * number * time)
    sound = sound + rng.normal(0, 0.05, 300)
    power = np.abs(np.fft.rfft(sound * np.hanning(300))) ** 2
    print(power.max(), power.sum())
"""
TONES_AT_ONCE = """
    import numpy as np

    LOUD = np.array([1.0, 0.5, 0.33, 0.1])

    def sound(seconds, rate):
        time = np.linspace(0, seconds, int(seconds * rate), endpoint=False)
        number = np.arange(1, LOUD.size + 1)
        waves = LOUD[:, None] * np.sin(2 * np.pi * 37.3 * number[:, None] * time)
        return waves.sum(axis=0) + np.random.default_rng(6).normal(0, 0.05, time.size)

    def main():
        power = np.square(np.abs(np.fft.rfft(sound(0.3, 1000) * np.hanning(300))))
        print(power.max(), power.sum())

    main()
"""


def test_numbers_that_plain_python_computed_are_known_where_an_array_holds_them(tmp_path: Path) -> None:
    compare = comparing(tmp_path, "tones.py", TONES, TONES_AT_ONCE)
    assert compare("main()", "main()").equal
    assert named(compare(", endpoint=False", "")) == "time = np.linspace(0, seconds, int(seconds * rate))"


HEAT = """
    import numpy as np

    warm = np.linspace(-1.0, 3.0, 12)
    room = np.cos(np.arange(12))
    for minute in range(700):
        warm = warm + (0.01 if minute < 400 else 0.02) * (room - warm)
        warm = warm - 0.001 * np.sin(warm)
        if minute % 100 == 99:
            print(warm.mean())
    print(np.abs(warm).max())
"""
HEAT_AS_A_CLASS = """
    import numpy as np

    class Room:
        def __init__(self, size):
            self.warm = np.linspace(-1.0, 3.0, size)
            self.room = np.cos(np.arange(size))

        def minute(self, rate):
            self.warm = self.warm + rate * (self.room - self.warm)
            self.warm = self.warm - 0.001 * np.sin(self.warm)

        def shown(self):
            largest = np.abs(self.warm).max()
            return self.warm.mean(), largest

    def main():
        room = Room(12)
        for minute in range(700):
            room.minute(0.01 if minute < 400 else 0.02)
            if minute % 100 == 99:
                mean, largest = room.shown()
                print(mean)
        print(largest)

    main()
"""


def test_what_is_computed_more_often_than_before_is_no_cause(tmp_path: Path) -> None:
    compare = comparing(tmp_path, "heat.py", HEAT, HEAT_AS_A_CLASS)
    assert compare("main()", "main()").equal
    parted = compare("else 0.02", "else 0.03").verdict.parted
    assert parted is not None
    assert parted.user_site is not None
    assert parted.user_site.function == "Room.minute"


IN_PYTHON = """
    import numpy as np

    x = np.linspace(1.0, 4.0, 30)
    middle = float(x.mean())
    spread = float(x.std())
    print(round(middle, 3), round(middle + 2 * spread, 3), round(middle - spread, 4))
"""
IN_PYTHON_AS_A_CLASS = """
    import numpy as np

    class Band:
        def __init__(self, x):
            self.middle = float(x.mean())
            self.spread = float(x.std())

        def high(self):
            return self.middle + 2 * self.spread

        def low(self):
            return self.middle - self.spread

    def main():
        band = Band(np.linspace(1.0, 4.0, 30))
        high = band.high()
        low = band.low()
        print(round(band.middle, 3), round(high, 3), round(low, 4))

    main()
"""


def test_programs_that_print_other_numbers_do_not_agree_whatever_was_recorded(tmp_path: Path) -> None:
    compare = comparing(tmp_path, "band.py", IN_PYTHON, IN_PYTHON_AS_A_CLASS)
    assert compare("main()", "main()").equal
    found = compare("+ 2 * self", "+ 3 * self")
    assert not found.equal
    assert found.verdict.said == ("4.291", "5.186")
