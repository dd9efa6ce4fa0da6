"""What a program calls of statsmodels is an operation, and so is a result's attribute that computes."""

from __future__ import annotations

from pathlib import Path

import pytest

from recorded_example import EXAMPLES, Recorded, coverage_of, record

pytest.importorskip("statsmodels", reason="statsmodels is not installed")


@pytest.fixture(scope="module")
def wages(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    return record(EXAMPLES / "wages.py", tmp_path_factory.mktemp("wages"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("regressors =", ["api.add_constant"]),
        ("fit =", ["api.OLS", "api.OLS.fit"]),
        # Read through a descriptor and a wrapper.
        ("fit.bse", ["regression.linear_model.OLSResults.bse"]),
        ("fit.rsquared", ["regression.linear_model.OLSResults.rsquared"]),
        ("ratio =", ["regression.linear_model.OLSResults.predict"]),
    ],
)
def test_the_programs_calls_are_operations(wages: Recorded, text: str, names: list[str]) -> None:
    found = [one.name.removeprefix("statsmodels.") for one in wages.on_line(text, "statsmodels.")]
    assert found == names


def test_a_fit_is_shown_with_its_parameters(wages: Recorded) -> None:
    fit = wages.on_line("fit =", "statsmodels.")[-1]
    text = wages.ask("show", str(fit.id))
    assert "model: OLS" in text
    assert "covariance: nonrobust" in text
    assert "output params" in text


def test_ls_nan_and_graph_speak_of_the_models(wages: Recorded) -> None:
    assert "statsmodels.api.OLS.fit" in wages.ask("ls", "--limit", "40")
    assert "wages.py:23 takes the logarithm of zero" in wages.ask("nan").splitlines()[0]
    lines = wages.ask("graph").splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("statsmodels.api.OLS.fit"))
    assert "statsmodels.api.OLS" in lines[at + 1]


def test_diff_finds_the_first_line_that_differs(wages: Recorded, tmp_path: Path) -> None:
    text = wages.ask("diff", str(record(wages.script, tmp_path, "0.1").path))
    assert "wages.py:15" in text


@pytest.mark.long
@pytest.mark.parametrize("command", ["precision", "explain"])
def test_the_other_commands_answer(wages: Recorded, command: str, tmp_path: Path) -> None:
    into = {"report": "r.html", "explain": "e.html", "testgen": "tests"}.get(command)
    assert wages.ask(command, *(("--output", str(tmp_path / into)) if into else ()))


def test_the_public_api_is_watched() -> None:
    found = coverage_of("statsmodels")
    assert found["watched"] >= 0.98 * found["computing"]
    assert all(one["watched"] or one["reason"] for one in found["entries"])
