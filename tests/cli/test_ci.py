"""`numscope ci`: a run compared with the baseline that is kept beside the code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import numscope

pytest.importorskip("numscope._core", reason="the native core is not built")

PROGRAM = """
import numpy as np

rates = np.array([3.0, 1.0, 2.0, 5.0])
counts = np.array([4, 2, 2, 8])
shares = rates / counts
order = np.sort(shares)
spare = np.empty(3)
print(order.sum())
"""


class Folder:
    """A folder with a program and its baseline."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.write(PROGRAM)

    def write(self, program: str) -> None:
        (self.path / "fit.py").write_text(program)

    def ci(self, *words: str, github: bool = False) -> subprocess.CompletedProcess[str]:
        sources = str(Path(numscope.__file__).resolve().parent.parent)
        kept = {
            name: text for name, text in os.environ.items() if not name.startswith(("NUMSCOPE", "GITHUB"))
        }
        environ = {**kept, "PYTHONPATH": sources, **({"GITHUB_ACTIONS": "true"} if github else {})}
        command = [sys.executable, "-m", "numscope", "ci", "fit.py", *words]
        return subprocess.run(
            command, cwd=self.path, env=environ, capture_output=True, text=True, check=False, timeout=120
        )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    made = Folder(tmp_path_factory.mktemp("ci"))
    missing = made.ci()
    assert (missing.returncode, missing.stdout) == (2, "")
    assert "there is no baseline numscope_baseline/fit.json: the same command with --update" in missing.stderr
    assert made.ci("--update").returncode == 0
    return made


def test_the_same_program_agrees_and_its_baseline_is_small_text(folder: Folder) -> None:
    folder.write(f"# moved by a line\n{PROGRAM}")
    again = folder.ci()
    assert again.returncode == 0, again.stdout
    assert "6 results are those of numscope_baseline/fit.json" in again.stdout
    lines = (folder.path / "numscope_baseline" / "fit.json").read_text().splitlines()
    assert len(lines) == 8
    assert max(map(len, lines)) < 400
    assert (folder.path / ".numscope" / ".gitignore").read_text() == "*\n"


def test_the_first_line_that_gives_something_else_is_named_and_marked(folder: Folder) -> None:
    folder.write(PROGRAM.replace("[4, 2, 2, 8]", "[4, 2, 0, 8]"))
    changed = folder.ci(github=True)
    assert changed.returncode == 1
    assert (
        "1. fit.py:5  numpy.array\n   counts = np.array([4, 2, 0, 8])\n   minimum   2 -> 0\n"
        in changed.stdout
    )
    marks = [line for line in changed.stdout.splitlines() if line.startswith("::error ")]
    assert marks[0].startswith(
        "::error file=fit.py,line=5,title=numscope::numpy.array: minimum 2 -> 0; mean 4"
    )
    assert any(mark.startswith("::error file=fit.py,line=6,") and "Inf 0 -> 1" in mark for mark in marks)


def test_rounding_passes_by_the_tolerance_and_fails_without_one(folder: Folder) -> None:
    folder.write(PROGRAM.replace("rates / counts", "rates / counts * (1 + 1e-13)"))
    near = folder.ci()
    assert "3. " not in near.stdout  # multiply is new; what is computed of it agrees
    assert "1. fit.py:6  numpy.multiply is not in the baseline" in near.stdout
    assert "differ within the tolerance" in near.stdout
    assert "numpy.sort" in folder.ci("--rtol", "0").stdout


def test_an_edited_line_is_compared_by_its_operations(folder: Folder) -> None:
    folder.write(PROGRAM.replace("shares = rates / counts", "shares = (rates) / (counts)"))
    assert folder.ci().returncode == 0


def test_another_order_of_the_same_numbers_is_seen(folder: Folder) -> None:
    """Minimum, maximum and mean are equal then."""
    folder.write(PROGRAM.replace("[3.0, 1.0, 2.0, 5.0]", "[1.0, 3.0, 2.0, 5.0]"))
    changed = folder.ci()
    assert changed.returncode == 1
    assert "   element   3 -> 1\n" in changed.stdout


def test_a_program_that_fails_fails_the_job_with_its_exit_code(folder: Folder) -> None:
    folder.write(f"{PROGRAM}\nraise SystemExit(7)\n")
    ended = folder.ci()
    assert ended.returncode == 7
    assert "the program ended with exit code 7" in ended.stderr


def test_a_file_that_is_no_baseline_is_one_sentence(folder: Folder) -> None:
    other = folder.path / "other.json"
    for text in ("[]", "{}", '{"numscope_baseline": 1, "lines": [3]}', "nothing", '{"numscope_baseline": 9}'):
        other.write_text(text)
        refused = folder.ci("--baseline", "other.json")
        assert refused.returncode == 2, text
        assert refused.stderr.startswith("numscope: other.json is "), refused.stderr
        assert "Traceback" not in refused.stderr
