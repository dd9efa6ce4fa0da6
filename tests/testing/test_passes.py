"""The two passes in which `make test` runs the tests: each test in one of them, a failure in either fails the run."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("xdist", reason="pytest-xdist is not installed")
TOOLS = Path(__file__).resolve().parents[2] / "tools"
PROGRAM = """
import os
import pytest

def test_on_a_worker():
    open("ran", "a").write("independent ")
    assert "PYTEST_XDIST_WORKER" in os.environ and {independent}

@pytest.mark.long
def test_sweep():
    open("ran", "a").write("long ")

@pytest.mark.long
@pytest.mark.serial
def test_sweep_alone():
    open("ran", "a").write("long ")

@pytest.mark.serial
def test_alone():
    open("ran", "a").write("serial ")
    assert "PYTEST_XDIST_WORKER" not in os.environ and {serial}
"""


@pytest.fixture
def passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Import `tools/passes.py`, with a project of its own as root."""
    spec = importlib.util.spec_from_file_location("passes", TOOLS / "passes.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\naddopts = --strict-markers\nmarkers =\n  serial: alone\n  long: a sweep\n"
    )
    (tmp_path / "tests").mkdir()
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setenv("TEST_WORKERS", "1")
    # This test may run on a worker itself.
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    return module


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("independent", "serial", "code"), [(True, True, 0), (True, False, 1), (False, True, 1)]
)
def test_every_test_runs_once_and_a_failure_in_either_pass_counts(
    independent: bool, serial: bool, code: int, passes: ModuleType, tmp_path: Path
) -> None:
    (tmp_path / "tests" / "test_it.py").write_text(PROGRAM.format(independent=independent, serial=serial))
    assert passes.run(["tests"], "-q", "-p", "no:cacheprovider") == code
    assert (tmp_path / "ran").read_text() == "independent serial "


def test_what_is_long_runs_only_when_asked_for(passes: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "tests" / "test_it.py").write_text(PROGRAM.format(independent=True, serial=True))
    (tmp_path / "tests" / "test_other.py").write_text("def test_other(): open('ran', 'a').write('other ')\n")
    assert passes.run_long("-q", "-p", "no:cacheprovider") == 0
    assert (tmp_path / "ran").read_text() == "long long "


def test_no_tests_at_all_is_told_apart_from_success(passes: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "tests" / "other").mkdir()
    (tmp_path / "tests" / "other" / "test_it.py").write_text(PROGRAM)
    assert passes.run(["tests"], "-q", ignore=("tests/other",)) == passes.NO_TESTS_COLLECTED
    assert not (tmp_path / "ran").exists()
