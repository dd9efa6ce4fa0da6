"""`numscope coverage`: every hook tried out on the installed NumPy."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy
import pytest

from numscope.cli.main import main
from numscope.probes.numpy import watch
from numscope.probes.numpy.coverage import measure


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "numscope", "coverage", *words], capture_output=True, text=True
    )


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    done = run("--json")
    assert done.returncode == 0, done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def test_every_hook_holds_and_nothing_is_unaccounted_for(report: dict[str, Any]) -> None:
    assert report["totals"]["unaccounted for"] == 0
    assert report["recorded"] == report["with_data"] > 2000
    assert sum(report["totals"].values()) == report["total"] == len(report["entries"])


def test_each_entry_has_a_mechanism_or_a_reason(report: dict[str, Any]) -> None:
    assert all(bool(entry["mechanism"]) != bool(entry["reason"]) for entry in report["entries"])


def test_a_refused_hook_is_a_finding(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refusal = watch.Refusal("numpy.add", "the pointer is read-only")
    monkeypatch.setattr(watch, "install", lambda numpy, scalars: [refusal])
    coverage = measure(numpy)
    [entry] = [entry for entry in coverage.entries if entry.name == "numpy.add"]
    assert "read-only" in entry.explanation
    assert main(["coverage", "numpy.add"]) == 1
    assert "1 unaccounted for" in " ".join(capsys.readouterr().out.split())


def test_patterns_choose_and_limit_cuts() -> None:
    done = run("numpy.linalg.*", "--limit", "3")
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines[1:4]] == [
        "numpy.linalg.LinAlgError",
        "numpy.linalg.cholesky",
        "numpy.linalg.cond",
    ]
    assert "more" in lines[4]


def test_an_alias_finds_its_object() -> None:
    assert "numpy.absolute" in run("numpy.abs").stdout


def test_a_name_that_does_not_exist_is_one_sentence() -> None:
    done = run("numpy.no_such_thing")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no_such_thing" in done.stderr
    assert "Traceback" not in done.stderr


def test_measuring_leaves_no_hook_behind() -> None:
    measure(numpy)
    assert watch.remove() == 0


README = Path(__file__).resolve().parents[3] / "README.md"


@pytest.mark.skipif(
    f"NumPy {numpy.__version__}," not in README.read_text(), reason="README counts another NumPy"
)
def test_the_readme_states_the_total(report: dict[str, Any]) -> None:
    text = README.read_text()
    assert f"{report['total']:,} public callables" in text
    assert f"{report['with_data']:,} compute or move array data" in text
