"""NumPy scalars' own arithmetic: recorded on the program's own lines within a budget, or all of it, or none."""

from __future__ import annotations

import json
import operator
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import numscope
from numscope.recording.summary import Totals, scalars_line

x, y = np.float64(1.5), np.float64(2.5)
i, flag, day = np.int64(6), np.bool_(True), np.datetime64("2024-01-02")
FLAG = type(flag).__name__
OPERATIONS: list[tuple[Callable[[], Any], str]] = [
    (lambda: x + y, "numpy.float64.__add__"),
    (lambda: 2 - x, "numpy.float64.__sub__"),
    (lambda: x**2, "numpy.float64.__pow__"),
    (lambda: -x, "numpy.float64.__neg__"),
    (lambda: x == y, "numpy.float64.__eq__"),
    (lambda: x < y, "numpy.float64.__lt__"),
    (lambda: i // 4, "numpy.int64.__floordiv__"),
    (lambda: i & 3, "numpy.int64.__and__"),
    (lambda: ~i, "numpy.int64.__invert__"),
    (lambda: int(i), "numpy.int64.__int__"),
    (lambda: float(x), "numpy.float64.__float__"),
    (lambda: bool(flag), f"numpy.{FLAG}.__bool__"),
    (lambda: flag & flag, f"numpy.{FLAG}.__and__"),
    (lambda: np.float32(1) * np.float32(2), "numpy.float32.__mul__"),
    (lambda: np.complex128(1j) * 2, "numpy.complex128.__mul__"),
    (lambda: x.is_integer(), "numpy.float64.is_integer"),
    (lambda: x.sum(), "numpy.generic.sum"),
    (lambda: x.real, "numpy.generic.real"),
    (lambda: np.float64(3), "numpy.float64"),
]


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> list[set[str]]:
    from numscope import _core

    found = []
    path = tmp_path_factory.mktemp("scalars") / "scalars.numscope"
    with numscope.record(path, scalars=True, values="none") as recording:
        for function, _ in OPERATIONS:
            begin = _core.counters()["operations"]
            function()
            found.append((begin, _core.counters()["operations"]))
    all_names = [operation.name for operation in recording.open()]
    return [set(all_names[begin:end]) for begin, end in found]


@pytest.mark.parametrize("number", range(len(OPERATIONS)), ids=[name for _, name in OPERATIONS])
def test_each_operation_of_a_scalar_is_recorded(number: int, names: list[set[str]]) -> None:
    assert OPERATIONS[number][1] in names[number]


def names_of_operations(path: Path, **options: Any) -> set[str]:
    with numscope.record(path, **options) as recording:
        for function, _ in OPERATIONS:
            function()
    return {operation.name for operation in recording.open()}


def test_unasked_the_programs_own_lines_are_recorded(tmp_path: Path) -> None:
    expected = {name for _, name in OPERATIONS} - {f"numpy.{FLAG}.__bool__"}
    assert expected <= names_of_operations(tmp_path / "own.numscope")


def test_no_scalar_is_recorded_if_none_is_wanted(tmp_path: Path) -> None:
    expected = {name for _, name in OPERATIONS}
    assert not expected & names_of_operations(tmp_path / "plain.numscope", scalars=False)


def in_library(source: str) -> dict[str, Any]:
    """Return what a module of this source defines that lies in NumPy's folder."""
    namespace: dict[str, Any] = {"np": np}
    exec(compile(source, str(Path(np.__file__).parent / "of_a_library.py"), "exec"), namespace)
    return namespace


@pytest.mark.parametrize(("scalars", "recorded"), [(None, 0), (True, 3)])
def test_what_libraries_compute_is_recorded_only_when_asked_for(
    tmp_path: Path, scalars: bool | None, recorded: int
) -> None:
    thrice = in_library("def thrice(x): return x + x + x + x")["thrice"]
    options = {} if scalars is None else {"scalars": scalars}
    with numscope.record(tmp_path / "library.numscope", **options) as recording:
        thrice(x)
    assert [operation.name for operation in recording.open()].count("numpy.float64.__add__") == recorded


def long_loop(times: int) -> np.float64:
    total = np.float64(0)
    for _ in range(times):
        total = total + x
    return total


@pytest.fixture(scope="module")
def in_part(tmp_path_factory: pytest.TempPathFactory) -> numscope.Trace:
    """A trace of a loop that costs more than may be spent, and of a line behind it."""
    with numscope.record(tmp_path_factory.mktemp("part") / "part.numscope", values="none") as recording:
        total = long_loop(400_000)
        total / y
    return recording.open()


def test_a_long_loop_is_recorded_in_part(in_part: numscope.Trace) -> None:
    (recorded,) = in_part.sql("select count(*) n from operations where name = 'numpy.float64.__add__'")[
        "n"
    ].to_pylist()
    assert 256 <= recorded < 200_000
    (left_out,) = in_part.sql("select left_out from processes")["left_out"].to_pylist()
    assert recorded + left_out == 400_000


def test_the_trace_says_which_line_was_recorded_in_part(in_part: numscope.Trace) -> None:
    (facts,) = in_part.sql("select environment from processes")["environment"].to_pylist()
    line = long_loop.__code__.co_firstlineno + 3
    [[file, number, recorded, left_out]] = json.loads(facts)["scalars_in_part"]
    assert (file, number, recorded + left_out) == (__file__, line, 400_000)


def test_a_line_behind_a_long_loop_is_recorded(in_part: numscope.Trace) -> None:
    assert in_part.sql("select 1 from operations where name = 'numpy.float64.__truediv__'").num_rows


def test_the_user_reads_which_lines_were_recorded_in_part() -> None:
    counted = Totals(
        *(1, 0, 0, 0, 0, frozenset(), {}, 0, 0, 0, 0),
        {("/a/s.py", 12): (1000, 39_000), ("/a/t.py", 3): (5, 7)},
    )
    assert scalars_line(counted) == (
        "NumPy scalars at s.py:12 recorded 1,000 of 40,000 times, t.py:3 recorded 5 of 12 times (--scalars records all)"
    )


def test_a_loop_leaves_no_reference_behind(tmp_path: Path) -> None:
    before = sys.getrefcount(x), sys.getrefcount(long_loop.__code__), sys.getrefcount(__file__)
    with numscope.record(tmp_path / "references.numscope", values="none"):
        long_loop(100_000)
    assert (sys.getrefcount(x), sys.getrefcount(long_loop.__code__), sys.getrefcount(__file__)) == before


OPERATORS = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.floordiv,
    operator.mod,
    operator.pow,
]
OPERATORS += [divmod, operator.lt, operator.le, operator.eq, operator.ne, operator.and_, operator.lshift]
TYPES = "?bBhHiIlLqQefdgFDG"
numbers = st.one_of(st.integers(-9, 9), st.floats(allow_nan=True, width=16), st.booleans())


def outcome(function: Callable[..., Any], *operands: Any) -> Any:
    """Return the type and the bytes of what a call gives, or what it raises."""
    try:
        with np.errstate(all="ignore"):
            result = function(*operands)
    except (TypeError, ValueError, ArithmeticError) as error:
        return type(error), str(error)
    parts = result if isinstance(result, tuple) else (result,)
    return [
        (type(part), np.asarray(part).tobytes()[:10]) for part in parts
    ]  # behind that, padding of long doubles


@st.composite
def scalar(draw: st.DrawFn) -> Any:
    number, code = draw(numbers), draw(st.sampled_from(TYPES))
    with np.errstate(all="ignore"):
        return np.asarray(number).astype(code)[()]


@settings(deadline=None)
@given(st.sampled_from(OPERATORS), scalar(), st.one_of(scalar(), numbers))
def each_result_is_numpys_own(function: Callable[..., Any], left: Any, right: Any) -> None:
    calls = ((function, left, right), (function, right, left))
    numscope.pause()
    expected = [outcome(*call) for call in calls]
    numscope.resume()
    assert [outcome(*call) for call in calls] == expected


def test_each_result_is_numpys_own(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "same.numscope", values="none") as recording:
        each_result_is_numpys_own()
    assert len(recording.open()) > 100


def test_a_date_ends_in_the_ufunc_even_unasked(tmp_path: Path) -> None:
    """Such scalars have no arithmetic of their own: they are converted to arrays."""
    with numscope.record(tmp_path / "day.numscope") as recording:
        day + 1
    assert "numpy.add" in {operation.name for operation in recording.open()}
