"""`numscope check-up --sarif`: findings as code hosts read them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.cli.main import main

pytest.importorskip("numscope._core", reason="the native core is not built")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> object:
    folder = tmp_path_factory.mktemp("traces")
    with numscope.record(folder / "run.numscope"):
        with np.errstate(all="ignore"):
            shares = np.arange(4.0) / np.arange(4.0)  # first
        shares.sum()
        np.array([100, 120], np.int8) + np.int8(50)
    assert (
        main(["check-up", str(folder / "run.numscope"), "--limit", "1", "--sarif", str(folder / "x.sarif")])
        == 1
    )
    return json.loads((folder / "x.sarif").read_text())


def test_each_finding_has_its_rule_line_and_advice(log: dict[str, list[dict[str, object]]]) -> None:
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    results = run["results"]
    assert [one["ruleId"] for one in results] == ["nan", "wrap-around"]  # all, whatever the screen holds
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in results)
    place = results[0]["locations"][0]["physicalLocation"]
    line = next(n for n, text in enumerate(Path(__file__).read_text().splitlines(), 1) if "# first" in text)
    assert place["region"]["startLine"] == line
    assert place["artifactLocation"]["uri"].endswith("tests/cli/test_sarif.py")
    assert "divides 0 by 0" in results[0]["message"]["text"]


def test_it_follows_the_schema(log: dict[str, list[dict[str, object]]]) -> None:
    """The model was generated from the schema of SARIF 2.1.0, and refuses what it does not know."""
    model = pytest.importorskip("pydantic_sarif.model", reason="pydantic-sarif is not installed")
    schema = model.StaticAnalysisResultsFormatSarifVersion210JsonSchema
    schema.model_validate(log)
    log["runs"][0]["results"][0]["levle"] = "note"
    with pytest.raises(ValueError, match="levle"):
        schema.model_validate(log)


def test_a_file_that_cannot_be_written_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with numscope.record(tmp_path / "run.numscope"):
        np.ones(3)
    assert main(["check-up", str(tmp_path / "run.numscope"), "--sarif", str(tmp_path / "no" / "x")]) == 2
    assert "can't be written" in capsys.readouterr().err
