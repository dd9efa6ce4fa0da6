from __future__ import annotations

import json
from pathlib import Path

import numscope


def test_status_names_the_source_of_each_option(fresh_numscope_command, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.numscope]\nevery = 4\n")
    run = fresh_numscope_command("status", "--json", environ={"NUMSCOPE_VALUES": "stats", "NUMSCOPE": "0"})
    facts = json.loads(run.stdout)
    assert facts["numscope_variable"] == "0"
    assert facts["options"]["values"] == {"value": "stats", "from": "NUMSCOPE_VALUES"}
    assert facts["options"]["every"]["value"] == 4
    assert facts["options"]["every"]["from"].endswith("pyproject.toml")
    assert facts["options"]["depth"] == {"value": 0, "from": "default"}


def test_the_version_is_printed(fresh_numscope_command) -> None:
    run = fresh_numscope_command("--version")
    assert (run.returncode, run.stdout) == (0, f"numscope {numscope.__version__}\n")


def test_status_is_for_people_too(fresh_numscope_command) -> None:
    run = fresh_numscope_command("status", environ={"NUMSCOPE_OPS": "numpy.add,numpy.linalg.*"})
    assert "switch    off" in run.stdout
    assert "numpy.add, numpy.linalg.*" in run.stdout
    assert run.returncode == 0


def test_a_healthy_environment(fresh_numscope_command, tmp_path: Path) -> None:
    run = fresh_numscope_command("doctor", "--json")
    findings = {finding["about"]: finding for finding in json.loads(run.stdout)}
    assert all(finding["good"] for finding in findings.values()), run.stdout
    assert "operations recorded" in findings["test recording"]["seen"]
    assert run.returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_an_ill_one_is_described_and_never_raises(fresh_numscope_command, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "numpy.py").write_text("raise OSError('this NumPy is broken')")
    (broken / "duckdb.py").write_text("import os; os.abort()")
    run = fresh_numscope_command(
        "doctor", "networkx", environ={"PYTHONPATH": f"{broken}:{Path(__file__).parents[2] / 'src'}"}
    )
    assert run.returncode == 1
    assert "Traceback" not in run.stderr
    bad = [line for line in run.stdout.splitlines() if line.startswith("BAD")]
    assert any("numpy" in line and "this NumPy is broken" in line for line in bad)
    assert any("duckdb" in line for line in bad)


def test_doctor_tells_a_wrong_setting(fresh_numscope_command) -> None:
    run = fresh_numscope_command("doctor", "networkx", environ={"NUMSCOPE_EVERY": "never"})
    assert run.returncode == 1
    assert {"networkx", "scipy"} & {line[4:].split()[0] for line in run.stdout.splitlines()} == {"networkx"}
    assert "NUMSCOPE_EVERY: 'never'" in run.stdout


def test_doctor_knows_only_libraries_with_a_probe(numscope_command) -> None:
    run = numscope_command("doctor", "pandsa")
    assert (run.returncode, run.stdout) == (2, "")
    assert "there is no probe for 'pandsa'" in run.stderr
    assert "pandas, " in run.stderr
