"""Every construct of the corpus behaves the same after a round trip, on every interpreter that can be found."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
VERSIONS = ("3.10", "3.11", "3.12", "3.13", "3.14")


def interpreter(version: str) -> str | None:
    """Find an interpreter: the running one, one under pyenv, one on the path."""
    if version == f"{sys.version_info[0]}.{sys.version_info[1]}":
        return sys.executable
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = sorted(root.glob(f"versions/{version}.*/bin/python"))
    return str(found[-1]) if found else shutil.which(f"python{version}")


@pytest.fixture(scope="module", params=VERSIONS)
def report(request: pytest.FixtureRequest) -> dict[str, dict[str, object]]:
    """Run the corpus under one interpreter."""
    program = interpreter(request.param)
    if program is None:
        pytest.skip(f"no Python {request.param} under pyenv or on the path")
    ran = subprocess.run(
        [program, str(HERE / "run_corpus.py")], capture_output=True, text=True, timeout=120, check=False
    )
    if ran.returncode:
        pytest.fail(f"Python {request.param}: {ran.stderr[-2000:]}")
    result: dict[str, dict[str, object]] = json.loads(ran.stdout.splitlines()[-1])
    return result


def test_every_case_is_decompiled(report: dict[str, dict[str, object]]) -> None:
    errors = {name: found["error"] for name, found in report.items() if "error" in found}
    assert len(report) > 30
    assert errors == {}


def test_every_case_behaves_the_same(report: dict[str, dict[str, object]]) -> None:
    differing = {name: found["differing"] for name, found in report.items() if found.get("differing")}
    assert differing == {}
    assert sum(int(str(found.get("runs", 0))) for found in report.values()) > 300


def test_every_case_has_the_same_shape(report: dict[str, dict[str, object]]) -> None:
    other = {
        name: found["difference"]
        for name, found in report.items()
        if found.get("verdict") == "behaviour" and name not in AS_STATES
    }
    assert other == {}


# What no rule of the structurer explains on some interpreter: written as a loop with a state variable.
AS_STATES = {
    "nested_tries",
    "loop_at_the_end_of_finally",
    "break_in_except",
    "return_out_of_with_and_finally",
    "finally_in_loops",
    "finally_that_returns",
    "asynchronous_generator_that_stops",
}
