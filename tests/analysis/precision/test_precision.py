"""Lines that lose digits are named with what they are, harmless ones are not."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import precision_cases
import pytest
from precision_cases import HARMLESS, TEXTBOOK

import numscope
from numscope.analysis.precision.answers import Loss, Precision
from numscope.analysis.precision.measure import condition, digits_of, error_of
from numscope.analysis.precision.precision import precision
from numscope.cli.main import main

pytest.importorskip("numscope._core", reason="the native core is not built")
if np.finfo(np.longdouble).eps >= np.finfo(np.float64).eps:
    pytest.skip("this machine's longdouble is no wider than float64", allow_module_level=True)


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Precision:
    path = tmp_path_factory.mktemp("precision") / "cases.numscope"
    with numscope.record(path), np.errstate(all="ignore"):
        for case in (*TEXTBOOK, *HARMLESS):
            case()
    with numscope.open(path) as trace:
        return precision(trace, limit=1000)


def found_in(answer: Precision, case: Callable[[], object]) -> list[Loss]:
    lines, first = inspect.getsourcelines(case)
    places = {f"{precision_cases.__file__}:{line}" for line in range(first, first + len(lines))}
    return [loss for loss in answer.losses if loss.line in places]


def test_no_case_stands_twice() -> None:
    assert len(set(TEXTBOOK)) == len(TEXTBOOK) >= 20
    assert len(set(HARMLESS)) == len(HARMLESS) >= 20


@pytest.mark.parametrize("case", TEXTBOOK, ids=lambda case: case.__name__)
def test_a_textbook_case_is_named(case: Callable[[], str], measured: Precision) -> None:
    with np.errstate(all="ignore"):
        expected = case()
    found = found_in(measured, case)
    assert expected in [loss.kind for loss in found]
    loss = next(loss for loss in found if loss.kind == expected)
    assert loss.advice
    assert loss.spoiled or loss.digits > 0.4 * loss.of


@pytest.mark.parametrize("case", HARMLESS, ids=lambda case: case.__name__)
def test_a_harmless_case_is_not_accused(case: Callable[[], None], measured: Precision) -> None:
    assert found_in(measured, case) == []


def test_the_error_is_the_one_that_is_known(measured: Precision) -> None:
    """exp(x) - 1 against expm1, which is right to the last digit."""
    x = precision_cases.SMALL
    known = np.max(np.abs((np.exp(x) - 1 - np.expm1(x)) / np.expm1(x)))
    (loss,) = found_in(measured, precision_cases.exp_minus_one)
    assert loss.digits == pytest.approx(np.log10(known / 2**-53), abs=0.01)
    assert loss.condition == pytest.approx(1 / x.min(), rel=0.5)
    sums = {one.name: one for one in measured.accuracy if one.dtype == "float32"}
    assert sums["numpy.ndarray.sum"].ulp > 1e4
    assert measured.measured > 100


def test_scalars_take_part_where_they_are_recorded(tmp_path: Path) -> None:
    x = precision_cases.of_ten_million()
    with numscope.record(tmp_path / "t.numscope", scalars=True):
        np.mean(x * x) - np.mean(x) ** 2
    with numscope.open(tmp_path / "t.numscope") as trace:
        assert [loss.kind for loss in trace.precision().losses] == ["naive variance"]


def test_an_operation_that_fails_in_higher_precision_is_fenced(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        np.linalg.inv(np.array([[1.0, 2.0], [3.0, 4.0]]))  # LAPACK has no longdouble
        np.exp(precision_cases.SMALL) - 1
    with numscope.open(tmp_path / "t.numscope") as trace:
        answer = trace.precision()
    assert [loss.kind for loss in answer.losses] == ["exp(x) - 1"]
    assert answer.measured < answer.operations
    assert answer.reasons


def test_large_numbers_below_a_clean_verdict_are_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        precision_cases.sampled_tone()
    assert main(["precision", str(tmp_path / "t.numscope")]) == 0
    said = capsys.readouterr().out
    assert said.startswith("no line loses digits")
    assert "In ULP of the array's largest element it is off by 0." in said


def test_measures() -> None:
    ones = np.ones(4)
    assert error_of(ones, ones.astype(np.longdouble)).ulp == 0
    off = error_of(np.nextafter(ones, 2), ones.astype(np.longdouble))
    assert (off.ulp, off.relative) == (1, 2**-52)
    assert off.digits == pytest.approx(np.log10(2))
    assert error_of(np.zeros(2), np.array([1, 2], np.longdouble)).spoiled == 2
    assert error_of(np.array([np.inf]), np.array([np.longdouble(10) ** 400])).spoiled == 0
    assert digits_of(np.dtype("f8")) == pytest.approx(15.95, abs=0.01)
    assert condition(
        lambda operands: np.log(operands[0]), [np.longdouble(1) + np.longdouble(1e-6)]
    ) == pytest.approx(1e6, rel=0.6)
    assert condition(
        lambda operands: operands[0] * operands[1], [np.longdouble(2), np.longdouble(3)]
    ) == pytest.approx(2, rel=0.01)


def test_as_a_user_sees_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        np.log(1 + precision_cases.SMALL)
    assert main(["precision", str(tmp_path / "t.numscope")]) == 1
    said = capsys.readouterr().out
    assert "log(1 + x)" in said
    assert "np.log1p(x)" in said
    assert "np.log(1 + precision_cases.SMALL)" in said
    assert main(["precision", str(tmp_path / "t.numscope"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["losses"][0]["kind"] == "log(1 + x)"
    with numscope.record(tmp_path / "empty.numscope"):
        pass
    assert main(["precision", str(tmp_path / "empty.numscope")]) == 0
    assert "no operation" in capsys.readouterr().out
    with numscope.record(tmp_path / "stats.numscope", values="stats"):
        np.exp(np.ones(3)) - 1
    assert main(["precision", str(tmp_path / "stats.numscope")]) == 0
    assert "was not kept" in capsys.readouterr().out


def test_differences_that_a_library_takes_of_a_function_are_its_own(tmp_path: Path) -> None:
    optimize = pytest.importorskip("scipy.optimize", reason="SciPy is not installed")
    with numscope.record(tmp_path / "t.numscope"):
        best = optimize.minimize(lambda x: np.cos(x).sum(), np.full(2, 3.0), method="L-BFGS-B").x
        near = best - (best + 1e-12)
    with numscope.open(tmp_path / "t.numscope") as trace:
        losses = precision(trace).losses
    assert [(loss.name, loss.operations) for loss in losses] == [("numpy.subtract", 1)]
    assert abs(near).max() < 1e-9
