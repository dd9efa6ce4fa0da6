"""`nan` names the operation that made the first NaN, in programs with a known fault."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.analysis.nonfinite import NonfiniteReport, Rules, find_nonfinite
from numscope.cli.main import main
from numscope.errors import UsageError

pytest.importorskip("numscope._core", reason="the native core is not built")


@pytest.fixture
def report(tmp_path: Path) -> Callable[..., NonfiniteReport]:
    def record_and_find(program: Callable[[], object], rules: Rules | None = None) -> NonfiniteReport:
        with numscope.record(tmp_path / "t.numscope", force=True), np.errstate(all="ignore"):
            program()
        with numscope.open(tmp_path / "t.numscope") as trace:
            return find_nonfinite(trace, rules)

    return record_and_find


def test_a_healthy_program_has_none(report: Callable[..., NonfiniteReport]) -> None:
    found = report(lambda: np.sqrt(np.arange(5.0)).sum() / 3)
    assert (found.found, found.origins) == (0, ())


def test_division_by_a_zero_is_found_with_its_elements(report: Callable[..., NonfiniteReport]) -> None:
    def program() -> None:
        values, weights = np.arange(1.0, 7).reshape(2, 3), np.ones(3)
        weights[1] = 0
        scaled = values / weights
        total = scaled.sum(axis=0)
        np.exp(total)
        values * 2

    found = report(program)
    assert found.found == 1
    (origin,) = found.origins
    assert (origin.operation.name, origin.kind) == ("numpy.divide", "made")
    assert (origin.nans, origin.infinities) == (0, 2)
    assert [element.index for element in origin.elements] == [(0, 1), (1, 1)]
    assert [element.inputs for element in origin.elements] == [("2", "0"), ("5", "0")]
    assert (origin.poisoned, origin.poisoned_results, origin.poisoned_whole) == (2, 2, True)
    assert "numpy.ndarray.__setitem__" in [maker.name for maker in origin.producers]


def test_a_scalar_result_counts(report: Callable[..., NonfiniteReport]) -> None:
    found = report(lambda: np.exp(np.log(np.float64(-1.0))))
    assert [origin.operation.name for origin in found.origins] == ["numpy.log"]
    assert found.origins[0].poisoned == 1


def test_in_place_operations_count(report: Callable[..., NonfiniteReport]) -> None:
    def program() -> None:
        a = np.array([1.0, 0.0])
        a /= np.zeros(2)
        a + 1

    (origin,) = report(program).origins
    assert (origin.operation.name, origin.nans, origin.infinities) == ("numpy.divide", 1, 1)
    assert origin.poisoned == 1


def test_the_operation_inside_is_named(report: Callable[..., NonfiniteReport]) -> None:
    (origin,) = report(lambda: np.mean(np.zeros(0))).origins
    assert origin.operation.name == "numpy.mean"
    assert [inner.name for inner in origin.inner] in (["numpy.divide"], ["numpy.true_divide"], [])


def test_two_origins_come_in_order(report: Callable[..., NonfiniteReport]) -> None:
    def program() -> None:
        a = np.array([4.0, -1.0])
        np.sqrt(a)
        np.log(a)

    assert [origin.operation.name for origin in report(program).origins] == ["numpy.sqrt", "numpy.log"]


def test_a_literal_nan_is_given_not_made(report: Callable[..., NonfiniteReport]) -> None:
    found = report(lambda: np.full(3, np.nan) + 1)
    assert [(origin.operation.name, origin.kind) for origin in found.origins] == [("numpy.full", "given")]


def test_a_nan_changed_behind_our_back_appears(report: Callable[..., NonfiniteReport]) -> None:
    def program() -> None:
        a = np.ones(4)
        memoryview(a)[2] = float("nan")
        np.multiply(a, 2)

    (origin,) = report(program).origins
    assert (origin.operation.name, origin.kind, origin.nans) == ("numpy.multiply", "appeared", 1)
    assert [element.index for element in origin.elements] == [(2,)]


def test_nan_functions_and_rules_are_deliberate(report: Callable[..., NonfiniteReport]) -> None:
    def program() -> None:
        np.log(np.array([-1.0, 1.0]))
        np.nanmean(np.array([]))

    assert [origin.operation.name for origin in report(program).origins] == ["numpy.log"]
    assert report(program, Rules(("numpy.log",))).found == 0
    assert report(program, Rules(("log",))).allowed == 2
    assert report(program, Rules(("nan",))).found == 0
    strict = report(program, Rules(defaults=False))
    assert [origin.operation.name for origin in strict.origins] == ["numpy.log", "numpy.nanmean"]


def test_the_place_of_an_origin_can_be_allowed(report: Callable[..., NonfiniteReport]) -> None:
    def program() -> None:
        np.log(np.array([-1.0]))

    line = program.__code__.co_firstlineno + 1
    assert report(program, Rules((f"test_nonfinite.py:{line}",))).found == 0
    assert report(program, Rules((f"test_nonfinite.py:{line + 1}",))).found == 1


def test_statistics_suffice_without_elements(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope", values="stats"), np.errstate(all="ignore"):
        np.log(np.full(1000, -1.0))
    (origin,) = find_nonfinite(numscope.open(tmp_path / "t.numscope")).origins
    assert (origin.nans, origin.elements) == (1000, ())


def test_a_trace_without_statistics_says_so(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope", values="none"):
        np.ones(1000) + np.ones(1000)
    with pytest.raises(UsageError, match="no statistics"):
        find_nonfinite(numscope.open(tmp_path / "t.numscope"))


def test_the_command_ends_with_1_if_there_is_any(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with numscope.record(tmp_path / "t.numscope"), np.errstate(all="ignore"):
        np.log(np.array([-1.0, 1.0]))
    path = str(tmp_path / "t.numscope")
    assert main(["nan", path]) == 1
    text = capsys.readouterr().out
    assert "np.log(np.array([-1.0, 1.0]))" in text
    assert "[0] = nan from -1" in text
    assert main(["nan", path, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["origins"][0]["operation"]["name"] == "numpy.log"
    assert main(["nan", path, "--allow", "log"]) == 0
