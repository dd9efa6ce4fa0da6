"""The first answer of diff: whether the results agree, and which line of the program is the cause."""

from __future__ import annotations

import functools
import itertools
import keyword
import string
import textwrap
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.compared_programs import comparing
from tests.recorded_text import recorded_text

import numscope
from numscope.analysis.concepts.array_difference import Tolerance, compare_arrays
from numscope.analysis.diff.comparison import Diff, diff
from numscope.analysis.diff.program_change import program_change
from numscope.analysis.diff.run_environment import EnvironmentChange
from numscope.cli.main import main
from numscope.errors import UsageError
from numscope.views.diff import environment_view
from numscope.views.verdict import regrouped_view, verdict_view
from sweeps import shortened

pytest.importorskip("numscope._core", reason="the native core is not built")

Compare = Callable[[str, str], Diff]
_NUMBERS = itertools.count()

BEFORE = """
    import numpy as np

    def smooth(signal, width=3):
        kernel = np.ones(width) / width
        return np.convolve(signal, kernel, mode="valid")

    dt = 0.2
    time = np.arange(0, 4, 0.25)
    wave = np.sin(time * 2) + dt * time
    print(smooth(wave).sum(), np.sum(wave * dt))
"""


@pytest.fixture(scope="module")
def compare(tmp_path_factory: pytest.TempPathFactory) -> Compare:
    """Record two programs and compare them; the first of each text is recorded once."""
    root = tmp_path_factory.mktemp("verdict")

    def record(text: str) -> Path:
        return recorded_text(root / f"{next(_NUMBERS)}", "pde.py", text)

    record_first = functools.cache(record)

    def compare(before: str, after: str) -> Diff:
        with numscope.open(record_first(before)) as first, numscope.open(record(after)) as second:
            return diff(first, second)

    return compare


def _changed(old: str, new: str, program: str = BEFORE) -> str:
    assert old in program
    return program.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dt = 0.2", "dt = 0.34"),  # a number of plain Python
        ("width=3", "width=4"),  # a default
        ("np.arange(0, 4, 0.25)", "np.arange(0, 4.2, 0.25)"),
        ("time * 2", "time * 3"),
        ('mode="valid"', 'mode="same"'),
        (" / width", ""),
    ],
)
def test_the_changed_line_is_the_cause(compare: Compare, old: str, new: str) -> None:
    found = compare(BEFORE, _changed(old, new))
    assert not found.equal
    assert found.verdict.cause is not None
    assert found.verdict.cause.line == found.verdict.cause.second.line  # type: ignore[union-attr]
    assert new.strip() in found.verdict.cause.text[1]
    assert old.strip() in found.verdict.cause.text[0]


MOVED = """
    import numpy as np
    rides = np.random.default_rng(3).normal(size=(4, 6, 3))

    def scored(rides):
        channels = rides.transpose(0, 2, 1)
        return np.tanh(channels).std(axis=2)

    print(scored(rides).sum())
"""


def test_of_two_changed_lines_the_one_that_moves_elements_is_the_cause(compare: Compare) -> None:
    """A reshape for a transpose makes no new value, and neither does the line above it, which only asks for sizes."""
    new = "count, steps, width = rides.shape\n        channels = rides.reshape(count, width, steps)"
    found = compare(MOVED, _changed("channels = rides.transpose(0, 2, 1)", new, MOVED))
    assert not found.verdict.program.rewritten
    assert found.verdict.cause is not None
    assert "rides.reshape(count, width, steps)" in found.verdict.cause.text[1]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dt = 0.2", "dt = 0.2  # seconds\n"),
        ("np.ones(width) / width", "(\n            np.ones(width)\n            / width\n        )"),
        (
            "def smooth(signal, width=3):",
            'def smooth(signal, width: int = 3) -> "np.ndarray":\n        """Smooth."""',
        ),
        ("import numpy as np\n", "import os\n    import numpy as np\n"),
    ],
)
def test_comments_layout_and_annotations_are_no_change(compare: Compare, old: str, new: str) -> None:
    found = compare(BEFORE, _changed(old, new))
    assert found.equal
    assert found.verdict.cause is None


def test_the_cause_is_chosen_where_the_values_part(compare: Compare) -> None:
    harmless = _changed("dt = 0.2", "dt = 0.1 * 2")
    found = compare(BEFORE, _changed("time * 2", "time * 3", harmless))
    assert found.verdict.cause is not None
    assert "time * 3" in found.verdict.cause.text[1]
    assert [change.text[1] for change in found.verdict.others] == ["dt = 0.1 * 2"]


def test_a_change_that_no_value_depends_on_is_no_difference(compare: Compare) -> None:
    found = compare(BEFORE, _changed("dt = 0.2", "dt = 0.1 * 2"))
    assert found.equal


REFACTORED = """
    import numpy as np

    class Wave:
        def __init__(self, slope):
            self.slope = slope

        def at(self, moments):
            return np.sin(moments * 2) + self.slope * moments

    def kernel_of(length):
        return np.ones(length) / length

    def smoothed(values, length):
        return np.convolve(values, kernel_of(length), mode="valid")

    def main():
        moments = np.arange(0, 4, 0.25)
        model = Wave(0.2)
        values = model.at(moments)
        total = np.sum(values * model.slope)
        print(smoothed(values, length=3).sum(), total)

    main()
"""


def test_a_refactoring_that_keeps_the_results_is_equal(compare: Compare) -> None:
    found = compare(BEFORE, REFACTORED)
    assert found.equal
    assert found.verdict.program.rewritten


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("np.sin(moments * 2)", "np.sin(moments * 3)"),
        ("np.ones(length) / length", "np.ones(length) / (length + 1)"),
        ('mode="valid"', 'mode="full"'),
    ],
)
def test_a_fault_inside_a_refactoring_is_found(compare: Compare, old: str, new: str) -> None:
    found = compare(BEFORE, _changed(old, new, REFACTORED))
    assert not found.equal
    assert found.verdict.parted is not None
    assert found.verdict.parted.user_site is not None
    assert new in found.verdict.parted.user_site.source
    assert found.verdict.agreed is not None


def test_a_loop_over_elements_may_become_array_arithmetic(compare: Compare) -> None:
    loop = """
        import numpy as np

        prices = np.linspace(3.1, 9.7, 40)
        out = np.zeros(40)
        for i in range(40):
            value = np.sqrt(prices[i])
            if value > 2:
                value = np.multiply(value, 1.25)
            out[i] = value
        print(np.sum(out))
    """
    whole = """
        import numpy as np

        def charged(values):
            roots = np.sqrt(values)
            return np.where(roots > 2, np.multiply(roots, 1.25), roots)

        def main():
            values = np.linspace(3.1, 9.7, 40)
            result = charged(values)
            total = np.sum(result)
            print(total)

        main()
    """
    assert compare(loop, whole).equal
    assert not compare(loop, whole.replace("> 2", "> 2.5")).equal


def test_memory_that_is_filled_before_it_is_read_is_no_difference(compare: Compare) -> None:
    program = """
        import numpy as np

        room = np.empty(50)
        half = room[10:40]
        half[:] = np.arange(30)
        print(half.sum())
    """
    assert compare(program, program).equal


def test_two_runs_that_draw_other_numbers_differ(compare: Compare) -> None:
    program = "import numpy as np\nprint(np.random.default_rng().normal(size=5).sum())\n"
    found = compare(program, program)
    assert not found.equal
    assert found.changes[0].kind == "random"


def test_the_first_screen_holds_the_answer(
    compare: Compare, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    first = recorded_text(tmp_path / "before", "pde.py", BEFORE)
    second = recorded_text(tmp_path / "after", "pde.py", _changed("dt = 0.2", "dt = 0.34"))
    assert main(["diff", str(first), str(second)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "results differ" in lines[0]
    screen = "\n".join(lines[:10])
    assert "pde.py:8 was changed" in screen
    assert "- dt = 0.2" in screen
    assert "+ dt = 0.34" in screen
    assert "values agree" in screen


def test_equal_results_are_said_in_one_screen_with_status_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = (
        recorded_text(tmp_path / "before", "pde.py", BEFORE),
        recorded_text(tmp_path / "after", "pde.py", REFACTORED),
    )
    assert main(["diff", str(first), str(second)]) == 0
    short = capsys.readouterr().out
    assert short.startswith("the results agree")
    assert "rewritten" in short
    assert main(["diff", "--details", str(first), str(second)]) == 0
    assert len(capsys.readouterr().out) > len(short)


def test_figures_that_mean_nothing_are_left_out() -> None:
    found = compare_arrays(np.float64(0.0), np.float64(0.001), Tolerance())
    assert (found.max_relative, found.ulp) == (None, None)
    assert compare_arrays(np.float64(1.0), np.float64(1.0 + 1e-7), Tolerance()).distance == pytest.approx(
        1e-7
    )


_NAMES = st.lists(
    # Not from_regex: it takes 2.6 s of CPU to look at all of Unicode.
    st.text(string.ascii_lowercase, min_size=4, max_size=8).filter(
        lambda name: name not in textwrap.dedent(BEFORE) and not keyword.iskeyword(name)
    ),
    min_size=4,
    max_size=4,
    unique=True,
)


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(_NAMES)
def test_a_pure_rename_is_equal(compare: Compare, names: list[str]) -> None:
    after = BEFORE
    for old, new in zip(("smooth", "kernel", "wave", "signal"), names, strict=True):
        after = after.replace(old, new)
    found = compare(BEFORE, after)
    assert found.equal
    assert found.verdict.program.changes == ()
    assert set(found.verdict.program.renamed.values()) == set(names)


_STATEMENTS = [
    "a = np.arange(5.0) * 3",
    "b = np.sqrt(np.arange(2.0, 9.0))",
    "c = np.linspace(0, 1, 7) ** 2",
    "d = np.eye(3) * 0.7",
]


@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.permutations(_STATEMENTS), st.sets(st.sampled_from(_STATEMENTS)))
def test_reordering_and_extraction_keep_equal(
    compare: Compare, order: list[str], extracted: set[str]
) -> None:
    end = "print(a.sum(), b.sum(), c.sum(), d.sum())"
    functions, lines = [], []
    for line in order:
        name, _, value = line.partition(" = ")
        if line in extracted:
            functions.append(f"def make_{name}():\n    return {value}\n")
            line = f"{name} = make_{name}()"
        lines.append(line)
    after = "\n".join(["import numpy as np", *functions, *lines, end, ""])
    assert compare("\n".join(["import numpy as np", *_STATEMENTS, end, ""]), after).equal


def test_sources_of_another_machine_are_compared_from_the_traces(tmp_path: Path) -> None:
    first = recorded_text(tmp_path / "before", "pde.py", BEFORE)
    second = recorded_text(tmp_path / "after", "pde.py", _changed("dt = 0.2", "dt = 0.34"))
    with numscope.open(first) as one, numscope.open(second) as other:
        one.close()
    for folder in ("before", "after"):
        (tmp_path / folder / "pde.py").unlink()
    with numscope.open(first) as one, numscope.open(second) as other:
        assert [change.text for change in program_change(one, other).changes] == [("dt = 0.2", "dt = 0.34")]


FILTER = """
    import numpy as np

    def update(x, p, z):
        k = p / (p + 0.5)
        x = x + k * (z - x)
        return x, (1 - k) * p + 0.01

    x, p = np.zeros(3), np.ones(3)
    for z in np.arange(12.0).reshape(4, 3):
        x, p = update(x, p, z)
    print(x.sum())
"""
SPLIT = """
    import numpy as np

    def gain(p):
        return p / (p + 0.5)

    def correct(x, p, k, z):
        x = x + k * (z - x)
        return x, (1 - k) * p + 0.01

    x, p = np.zeros(3), np.ones(3)
    for z in np.arange(12.0).reshape(4, 3):
        x, p = correct(x, p, gain(p), z)
    print(x.sum())
"""
TAKEN_OUT = FILTER.replace("p / (p + 0.5)", "gain(p)").replace(
    "    def update", "    def gain(p):\n        return p / (p + 0.5)\n\n    def update"
)


def _regrouped(found: Diff) -> list[str]:
    return [str(line) for line in regrouped_view(found)]


def test_a_split_function_is_said_in_one_line(compare: Compare) -> None:
    found = compare(FILTER, SPLIT)
    assert found.equal
    # 2 + 3 + 3 operations in each of 4 steps.
    assert _regrouped(found) == [
        "`update` was split into `gain`, `correct`: 32 operations, with equal values"
    ]


def test_functions_that_were_joined_are_said_in_one_line(compare: Compare) -> None:
    assert _regrouped(compare(SPLIT, FILTER)) == [
        "`gain`, `correct` were joined in `update`: 32 operations, with equal values"
    ]


def test_a_function_taken_out_of_another_is_said_in_one_line(compare: Compare) -> None:
    assert _regrouped(compare(FILTER, TAKEN_OUT)) == [
        "`gain` was taken out of `update`: 8 operations, with equal values"
    ]


def test_a_split_with_a_fault_is_no_regrouping(compare: Compare) -> None:
    found = compare(FILTER, SPLIT.replace("(z - x)", "(z + x)"))
    assert not found.equal
    assert not _regrouped(found)
    assert found.verdict.cause is not None
    assert "z + x" in found.verdict.cause.text[1]


def test_the_effect_of_surroundings_alone_is_shown_with_its_size(compare: Compare) -> None:
    found = compare(BEFORE, BEFORE)
    change = EnvironmentChange("threads.blas", "1", "2")
    paths = [f"policy.{number}" for number in range(9)]
    others = tuple(EnvironmentChange(name, "a", "b") for name in paths)
    rounded = replace(found, environment=(*others, change), verdict=replace(found.verdict, rounding=1.5e-16))
    lines = [str(line) for line in environment_view(rounded)]
    assert "results differ by 1.5e-16 of their size" in lines[0]
    assert lines[1] == "threads.blas: 1 -> 2"
    assert lines[-1].startswith("4 more surroundings differ")


@pytest.mark.parametrize("end", shortened(["tolist()", "astype(str).tolist()", "tobytes().hex()"]))
def test_values_that_leave_as_python_objects_are_results(compare: Compare, end: str) -> None:
    program = f"""
        import numpy as np

        print(np.round(np.arange(4.0) * 2, 3).{end})
    """
    assert compare(program, program).verdict.agree
    assert not compare(program, program.replace("* 2", "* 3")).verdict.agree


def test_of_a_new_statement_of_several_lines_the_line_is_named_whose_values_part(compare: Compare) -> None:
    before = BEFORE.replace('mode="valid"', '"same"')
    after = """
        import numpy as np

        class Wave:
            def __init__(self, step):
                self.time = np.arange(0, 4, step)

            def smooth(self, width):
                kernel = np.ones(width) / width
                both = dict(
                    sums=0.0,
                    wrong=np.convolve(np.sin(self.time * 2), kernel[:2], "same"),
                )
                return both["wrong"]

        def main(step=0.25):
            wave = Wave(step)
            print(wave.smooth(3).sum())

        main()
    """
    cause = compare(before, after).verdict.cause
    assert cause is not None
    assert "wrong=" in textwrap.dedent(after).splitlines()[cause.line - 1]


def test_a_word_that_a_name_stands_for_is_named_where_it_is_written(compare: Compare) -> None:
    before = """
        import numpy as np

        signal = np.sin(np.arange(0, 4, 0.25))
        result = np.convolve(signal, np.ones(3) / 3, mode="same")
        print(result.sum())
    """
    after = """
        from dataclasses import dataclass

        import numpy as np

        @dataclass
        class Filter:
            width: int = 3
            ends: str = "full"

            def apply(self, signal):
                kernel = np.ones(self.width) / self.width
                return np.convolve(signal, kernel, mode=self.ends)

        def main():
            smooth = Filter()
            signal = np.sin(np.arange(0, 4, 0.25))
            result = smooth.apply(signal)
            print(result.sum())

        main()
    """
    cause = compare(before, after).verdict.cause
    assert cause is not None
    assert textwrap.dedent(after).splitlines()[cause.line - 1].strip() == 'ends: str = "full"'


def test_runs_of_which_nothing_is_recorded_are_not_called_equal(tmp_path: Path) -> None:
    compare = comparing(tmp_path, "plain.py", "print(0.5 * 3)\n", "print(0.5 * 4)\n")
    (line, *_) = verdict_view(compare("4", "4"))
    assert "nothing to compare" in str(line)


def test_a_run_of_which_nothing_is_recorded_accuses_no_line_of_the_other(tmp_path: Path) -> None:
    array = "import numpy as np\nprint((np.arange(3.0) * 0.5).sum())\n"
    with pytest.raises(UsageError, match="holds no operation"):
        comparing(tmp_path, "plain.py", "print(0.5 * 3)\n", array)("3.0", "3.0")
