"""Which of several changes diff names: the one that made values part, by what ran and by what the text depends on."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.compared_programs import named
from tests.recorded_text import recorded_text

import numscope
from numscope.analysis.diff.comparison import Diff, diff
from numscope.analysis.diff.edited_parts import Names, edits, names_of_parts
from numscope.analysis.diff.slices import Slices
from numscope.analysis.diff.statements import statements_of

pytest.importorskip("numscope._core", reason="the native core is not built")


def compared(folder: Path, before: str, *edited: tuple[str, str]) -> Diff:
    after = dedent(before)
    for old, new in edited:
        assert after.count(old) == 1, old
        after = after.replace(old, new)
    traces = [recorded_text(folder / part, "p.py", text) for part, text in (("a", before), ("b", after))]
    return diff(numscope.open(traces[0]), numscope.open(traces[1]))


LADDER = """
    import numpy as np

    SETTINGS = {"face": 100.0, "coupon": 0.03, "spread": 0.004}

    def price(years, rate, settings):
        times = np.arange(1, years + 1)
        discount = (1 + rate + settings["spread"]) ** -times
        return settings["face"] * (settings["coupon"] * discount.sum() + discount[-1])

    rates = np.array([0.02, 0.022, 0.024])
    prices = np.array([price(y, r, SETTINGS) for y, r in zip([2, 5, 9], rates)])
    print(prices.mean())
"""


def test_the_line_of_a_long_statement_that_says_something_else_is_named(tmp_path: Path) -> None:
    lines = 'SETTINGS = {\n    "face": 100.0,\n    "coupon": 0.03,\n    "spread": 0.0004,\n}'
    found = compared(
        tmp_path,
        LADDER,
        ('SETTINGS = {"face": 100.0, "coupon": 0.03, "spread": 0.004}', lines),
        ("zip([2, 5, 9], rates)", "zip([2, 5, 9], rates, strict=True)"),
    )
    assert named(found) == '"spread": 0.0004,'


def test_a_new_statement_is_named_where_values_part(tmp_path: Path) -> None:
    """It gives a name to what another line, changed too, had computed in place."""
    before = """
        import numpy as np

        table = np.random.default_rng(3).normal(size=(5, 2))
        weights = np.array([2.0, 3.0])

        def price(table):
            return 1.5 * np.dot(table[:, [0, 1]], weights)

        for row in np.atleast_1d(price(table)).tolist():
            print(row)
    """
    after = "measured = table[:, ::-1]\n    return np.dot(measured, weights) * 1.5"
    found = compared(
        tmp_path,
        before,
        ("return 1.5 * np.dot(table[:, [0, 1]], weights)", after),
        ("for row in np.atleast_1d(price(table)).tolist():", "for one in price(table).tolist():"),
        ("print(row)", "print(one)"),
    )
    assert named(found) == "measured = table[:, ::-1]"


def test_numbers_that_were_given_a_name_hide_no_changed_one(tmp_path: Path) -> None:
    before = """
        import numpy as np

        ALPHA = 1.2e-5
        dt = 0.4 * 0.01**2 / ALPHA
        steps = int(360 / dt)
        field = np.full(21, 900.0)
        field[0] = field[-1] = 20.0
        for step in range(steps):
            field[1:-1] += ALPHA * dt / 0.01**2 * (field[2:] - 2 * field[1:-1] + field[:-2])
        print(field.mean())
    """
    found = compared(
        tmp_path,
        before,
        ("ALPHA = 1.2e-5", "ALPHA = 1.4e-5"),
        ("steps = int(360 / dt)", "seconds = 360\nsteps = int(seconds / dt)"),
        ("field[0] = field[-1] = 20.0", "ambient = 20.0\nfield[0] = field[-1] = ambient"),
        ("print(field.mean())", "print(np.mean(field))"),
    )
    assert named(found) == "ALPHA = 1.4e-5"


def test_a_call_of_the_same_inputs_is_not_to_blame_for_another_result(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    before = """
        import numpy as np
        from numba import njit

        @njit
        def walk(steps, turns):
            far = 0.0
            for step in range(steps):
                far = max(far, turns[step] * turns[step])
            return far

        turns = np.linspace(3.5, 0.5, 20)
        far = walk(20, turns)
        print(far)
    """
    found = compared(
        tmp_path,
        before,
        ("in range(steps)", "in range(1, steps)"),
        (
            "        far = max(far, turns[step] * turns[step])",
            "        square = turns[step] * turns[step]\n        far = max(far, square)",
        ),
        ("far = walk(20, turns)", "far = walk(len(turns), turns)"),
    )
    assert named(found) == "for step in range(1, steps):"


def test_an_array_changed_in_place_is_seen_though_its_values_are_known(tmp_path: Path) -> None:
    before = """
        import numpy as np

        photos = [np.random.default_rng(seed).uniform(50, 200, (4, 4)) for seed in range(3)]

        def centred(photo):
            result = photo.copy()
            result -= result.mean()
            return result / result.std()

        contrasts = [centred(photo).max() for photo in photos]
        print(contrasts, [photo.mean() for photo in photos])
    """
    found = compared(
        tmp_path,
        before,
        ("    result = photo.copy()\n    result -= result.mean()\n", "    photo -= photo.mean()\n"),
        ("    return result / result.std()", "    return photo / photo.std()"),
        ("[centred(photo).max() for", "[float(centred(photo).max()) for"),
    )
    cause = found.verdict.cause
    assert cause is not None
    assert cause.text in (("result = photo.copy()", ""), ("result -= result.mean()", "photo -= photo.mean()"))


def test_a_step_that_is_taken_later_is_named_where_it_is_taken(tmp_path: Path) -> None:
    before = """
        import numpy as np

        signal = np.random.default_rng(9).normal(0, 0.02, 800)
        levels = []
        for start in range(0, 800, 100):
            power = np.mean(signal[start : start + 100] ** 2)
            levels.append(10 * np.log10(power / 4e-10))
        print(np.array(levels).round(3))
    """
    after = """
        import numpy as np

        def record(seed, count):
            return np.random.default_rng(seed).normal(0, 0.02, count)

        def decibels(power):
            return 10 * np.log10(power / 4e-10)

        def levels(signal):
            power = signal.reshape(-1, 100) ** 2
            return decibels(power).mean(axis=1)

        def main():
            print(levels(record(9, 800)).round(3))

        main()
    """
    traces = [recorded_text(tmp_path / part, "p.py", text) for part, text in (("a", before), ("b", after))]
    found = diff(numscope.open(traces[0]), numscope.open(traces[1]))
    assert named(found) == "return decibels(power).mean(axis=1)"


def test_a_function_that_pandas_calls_is_entered(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    before = """
        import numpy as np
        import pandas as pd

        def fill(table):
            groups = table.groupby("room")
            return table.assign(known=groups["tools"].ffill())

        tools = [40.5, np.nan, 42.25, np.nan, 75.75, np.nan]
        table = pd.DataFrame({"room": list("aaabbb"), "tools": tools})
        print(table.pipe(fill)["known"].to_numpy())
    """
    found = compared(tmp_path, before, ('groups["tools"].ffill()', 'table["tools"].ffill()'))
    assert "ffill" in named(found)


def test_the_first_new_value_inside_a_solver_is_told_at_its_own_line(tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    before = """
        import numpy as np
        from scipy.integrate import solve_ivp

        def motion(t, state):
            speed = state[1:]
            drag = np.multiply(speed, -0.05)
            return np.concatenate([speed, drag])

        path = solve_ivp(motion, (0, 2), np.array([0.0, 20.0]))
        print(path.y[:, -1])
    """
    found = compared(tmp_path, before, ("np.multiply(speed, -0.05)", "np.multiply(speed, -0.06)"))
    parted = found.verdict.parted
    assert parted is not None
    assert parted.user_site is not None
    assert parted.user_site.source.strip() == "drag = np.multiply(speed, -0.06)"


def test_a_seed_that_got_lost_is_named(tmp_path: Path) -> None:
    before = """
        import numpy as np

        np.random.seed(4)

        def walk(steps):
            return np.cumsum(np.random.normal(0, 1, steps))

        print(walk(50)[-1])
    """
    found = compared(tmp_path, before, ("np.random.seed(4)\n", ""), ("walk(50)[-1]", "walk(steps=50)[-1]"))
    cause = found.verdict.cause
    assert cause is not None
    assert cause.text[0] == "np.random.seed(4)"


def test_a_mask_of_another_dtype_is_no_origin_of_what_is_new_without_it(tmp_path: Path) -> None:
    before = """
        import numpy as np

        notes = np.random.default_rng(3).integers(0, 4, (6, 5)).astype(float) * 1.37
        mask = (notes != 0).astype(float)
        pooled = (notes * mask).sum(1) / mask.sum(1)
        print((pooled[:, None] * mask).sum())
    """
    after = """
        import numpy as np

        def read(seed):
            return np.random.default_rng(seed).integers(0, 4, (6, 5)).astype(float) * 1.37

        def pool(notes, mask):
            return (notes * mask).mean(axis=1)

        def main():
            notes = read(3)
            mask = (notes != 0).astype(np.int8)
            pooled = pool(notes, mask)
            print((pooled[:, None] * mask).sum())

        main()
    """
    traces = [recorded_text(tmp_path / part, "p.py", text) for part, text in (("a", before), ("b", after))]
    found = diff(numscope.open(traces[0]), numscope.open(traces[1]))
    assert named(found) == "return (notes * mask).mean(axis=1)"


def test_numbers_that_leave_the_recording_are_named_where_python_computes_with_them(tmp_path: Path) -> None:
    before = """
        import numpy as np

        losses = np.random.default_rng(5).uniform(0, 1, 70)
        total = 0.0
        for start in range(0, 70, 32):
            part = losses[start : start + 32]
            total += part.mean().item() * len(part)
        print(total / 70)
    """
    after = """
        import numpy as np

        def read(seed):
            return np.random.default_rng(seed).uniform(0, 1, 70)

        def batches(data, size):
            for start in range(0, len(data), size):
                yield data[start : start + size]

        def evaluate(data):
            found = []
            for part in batches(data, 32):
                found.append(part.mean().item())
            return sum(found) / len(found)

        print(evaluate(read(5)))
    """
    traces = [recorded_text(tmp_path / part, "p.py", text) for part, text in (("a", before), ("b", after))]
    handed = diff(numscope.open(traces[0]), numscope.open(traces[1])).verdict.handed
    assert handed is not None
    assert handed.source.strip() == "return sum(found) / len(found)"


EXPRESSIONS = st.recursive(
    st.sampled_from(["x", "y", "2.5", "f(x, k=3)", "table['a']"]),
    lambda inner: st.builds("({} {} {})".format, inner, st.sampled_from("+-*/"), inner),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(EXPRESSIONS, EXPRESSIONS)
def test_a_part_that_was_given_a_name_is_no_edit_and_a_changed_part_is(whole: str, part: str) -> None:
    one = statements_of("p.py", [f"z = {whole} + ({part})"])
    other = statements_of("p.py", [f"part = {part}", f"z = {whole} + part"])
    assert edits(one[0], other[1], Names({}, {}, names_of_parts(other, one))) == []
    changed = statements_of("p.py", [f"part = {part} + 7", f"z = {whole} + part"])
    found = edits(one[0], changed[1], Names({}, {}, names_of_parts(changed, one)))
    assert {edit.second for edit in found} == {1}


def test_a_line_depends_on_what_gives_the_names_that_it_reads() -> None:
    text = dedent(
        """
        rate = 3
        other = 4
        def f(a, b):
            return a * 2
        def g(a):
            return a + 1
        x = f(rate, other)
        y = g(other)
        """
    ).splitlines()
    statements = statements_of("p.py", text)
    lines = {ast.unparse(one.node).splitlines()[0]: place for place, one in enumerate(statements)}
    found = Slices(statements).distances(lines["return a * 2"])
    assert found[lines["rate = 3"]] < found[lines["x = f(rate, other)"]] < found.get(lines["other = 4"], 99)
    assert lines["return a + 1"] not in found


TRAYS = """
    import numpy as np

    rng = np.random.default_rng(12)
    trays = rng.uniform(1.0, 2.0, (8, 3))

    def germination(trays):
        count = 0
        window = np.hanning(8)[:, None]
        kept = trays[1:, :2] * 2.5
        power = np.abs(trays) / np.sum(window**2)
        return kept.sum(), power

    kept, power = germination(trays)
    print(kept, power.mean())
"""


def test_a_part_that_was_given_a_name_is_right_if_the_line_beside_it_parts(tmp_path: Path) -> None:
    """Both lines are one changed statement: the name's own agrees with the first run, by its values."""
    kept = ("kept = trays[1:, :2] * 2.5", "part = trays[1:, :2].copy()\n    kept = part * 2.75")
    found = compared(tmp_path, TRAYS, kept)
    assert named(found) == "kept = part * 2.75"


def test_a_part_that_was_given_a_name_is_named_if_its_line_parts(tmp_path: Path) -> None:
    power = (
        "power = np.abs(trays) / np.sum(window**2)",
        "scale = np.sum(window) ** 2\n    power = np.abs(trays) / scale",
    )
    moved = ("window = np.hanning(8)[:, None]\n", "wide = np.hanning(8)\n    window = wide[:, None]\n")
    found = compared(tmp_path, TRAYS, moved, power, ("    count = 0\n", ""))
    assert named(found) == "scale = np.sum(window) ** 2"
