"""Each function of a report on decompilers comes back, behaves the same, and is plain text where that is asked for."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.compiled.decompile.reported import EQUAL, EQUAL_NEW, EQUAL_NEWER, GLOBALS, STATES, programs
from tests.compiled.decompile.test_corpus import interpreter

HERE = Path(__file__).resolve().parent
VERSIONS = ("3.10", "3.11", "3.12", "3.13")
CASES = [
    (version, name)
    for version in VERSIONS
    for name in programs(tuple(int(part) for part in version.split(".")))
]


@pytest.fixture(scope="module")
def reports() -> dict[str, dict[str, Any]]:
    """Decompile and drive all cases under each interpreter there is."""
    found = {}
    for version in VERSIONS:
        program = interpreter(version)
        if program is not None:
            words = [program, str(HERE / "run_reported.py")]
            ran = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
            assert ran.returncode == 0, ran.stderr[-2000:]
            found[version] = json.loads(ran.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize(("version", "name"), CASES)
def test_it_comes_back_and_behaves_the_same(reports: dict[str, Any], version: str, name: str) -> None:
    if version not in reports:
        pytest.skip(f"no Python {version} under pyenv or on the path")
    outcome, line = reports[version][name]
    if name in {**GLOBALS, **EQUAL, **EQUAL_NEW, **EQUAL_NEWER}:
        assert outcome == "right", line
    assert outcome in ("right", "other", *(["states"] if name in STATES else [])), line
