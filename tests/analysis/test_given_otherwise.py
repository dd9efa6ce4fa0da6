"""`diff` of one program that was given other words, variables or data, or ran with another version of a library."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

pytest.importorskip("numscope._core", reason="the native core is not built")

FIT = """\
import argparse

import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("data", nargs="?")
parser.add_argument("--rate", type=float, default=0.1)
parser.add_argument("--steps", type=int, default=9)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--verbose", action="store_true")
given = parser.parse_args()
x = np.random.default_rng(given.seed).uniform(size=20)
slope = np.float64(0.0)
for _ in range(given.steps):
    slope = slope - given.rate * ((slope * x - 2 * x) * x).mean()
print(f"slope {slope:.5f}")
"""
SMOOTH = """\
import os

import numpy as np

wide = int(os.environ.get("SMOOTH_OVER", "3"))
os.getenv("SMOOTH_API_KEY"), os.getenv("SMOOTH_CREDS"), os.getenv("SMOOTH_HOOK")
print(np.convolve(np.arange(12.0) ** 2, np.ones(wide) / wide)[4])
"""
TABLE = """\
import sys

import numpy as np

rows = np.loadtxt(sys.argv[1], delimiter=",", skiprows=1)
print(rows.mean(), np.loadtxt("areas.csv").sum())
"""
# The library's version, and what it computes, come from a file that nothing recorded reads.
VERSIONS = """\
import pathlib

import numpy as np
import scipy
import scipy.integrate._quadrature as inner
from scipy.integrate import simpson

number, plain = int(pathlib.Path("number").read_text()), inner._basic_simpson
scipy.__version__ = f"9.{number}"
inner._basic_simpson = lambda *words, **options: plain(*words, **options) * number
print(simpson(np.arange(5.0) ** 2, dx=0.5))
"""


@dataclass(frozen=True)
class Run:
    """How a program is run: its words, its variables, and the files that it finds."""

    words: str = ""
    variables: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)


def asked(folder: Path, text: str, first: Run, second: Run) -> list[str]:
    """Return the lines that `diff` prints of two runs of one program."""
    for name, run in (("first", first), ("second", second)):
        for file, content in {"program.py": text, **run.files}.items():
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).write_text(content)
        numscope(folder, "run", "-o", f"{name}.numscope", "program.py", *run.words.split(), **run.variables)
    return numscope(folder, "diff", "first.numscope", "second.numscope").splitlines()


def numscope(folder: Path, *words: str, **variables: str) -> str:
    environ = {**os.environ, "COLUMNS": "100", "PYTHONHASHSEED": "0", **variables}
    run = [sys.executable, "-m", "numscope", *words]
    return subprocess.run(run, cwd=folder, env=environ, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize(
    ("first", "second", "changed"),
    [
        ("--rate 0.1", "--rate 0.01", ["- --rate 0.1", "+ --rate 0.01"]),
        ("--rate=0.1", "--rate=0.01", ["- --rate=0.1", "+ --rate=0.01"]),
        ("--rate 0.1", "--seed 2 --rate 0.1", ["+ --seed 2"]),
        ("--steps 9 --seed 1", "--seed 2 --steps 9", ["- --seed 1", "+ --seed 2"]),
        # The seed is where the runs differ first, whatever else was changed before it.
        (
            "--steps 8 --seed 1",
            "--steps 9 --seed 2",
            ["- --seed 1", "+ --seed 2", "- --steps 8", "+ --steps 9"],
        ),
    ],
)
def test_the_word_that_changed_comes_first(
    first: str, second: str, changed: list[str], tmp_path: Path
) -> None:
    said = asked(tmp_path, FIT, Run(first), Run(second))
    assert said[0].startswith("The results differ")
    assert said[1] == "The source is the same, its command line was changed:"
    assert [line.strip() for line in said[2 : 2 + len(changed)]] == changed
    assert not any(line.startswith("arguments:") for line in said)


def test_a_word_that_changes_no_number_is_no_cause(tmp_path: Path) -> None:
    said = asked(tmp_path, FIT, Run(), Run("--verbose"))
    assert said[0].startswith("no difference")
    assert "arguments:  -> --verbose" in said


def test_a_variable_that_the_program_names_comes_first(tmp_path: Path) -> None:
    secret = {"SMOOTH_API_KEY": "sesame", "SMOOTH_CREDS": "poppy", "SMOOTH_HOOK": "https://hooks/T/linseed"}
    variables = {"SMOOTH_OVER": "5", "SMOOTH_UNNAMED": "1", **secret}
    said = asked(tmp_path, SMOOTH, Run(), Run(variables=variables))
    assert said[1:4] == [
        "The source is the same, its environment was changed:",
        "   + SMOOTH_OVER=5",
        "   + SMOOTH_API_KEY=<redacted>",
    ]
    kept = numscope(tmp_path, "sql", "second.numscope", "select environment from processes", "--json")
    assert "SMOOTH_OVER" in kept
    assert not [value for value in ("sesame", "poppy", "linseed") if value in kept]
    assert "SMOOTH_CREDS" not in kept
    assert "<23 characters, " in kept
    assert "SMOOTH_UNNAMED" not in kept
    numscope(tmp_path, "run", "--values", "none", "-o", "none.numscope", "program.py", **variables)
    assert "SMOOTH_OVER" not in numscope(
        tmp_path, "sql", "none.numscope", "select environment from processes"
    )


AREAS = {"areas.csv": "1\n2\n3\n"}
CELLS = "price,rooms\n10,2\n20,3\n30,4\n40,5\n"


@pytest.mark.parametrize(
    ("words", "files", "expected"),
    [
        (
            "a.csv",
            {"a.csv": CELLS.replace("30", "300")},
            [
                "The source is the same, a.csv holds other data, read at program.py:5:",
                "   0[2, 0]: 30.0 -> 300.0 (1 of 8 differ)",
            ],
        ),
        (
            "a.csv",
            {"a.csv": CELLS + "50,6\n"},
            ["The source is the same, a.csv holds other data, read at program.py:5:", "   0: 4 rows -> 5"],
        ),
        (
            "a.csv",
            {"areas.csv": "1\n2\n4\n"},
            [
                "The source is the same, areas.csv holds other data, read at program.py:6:",
                "   0[2]: 3.0 -> 4.0 (1 of 3 differ)",
            ],
        ),
        (
            "b.csv",
            {"b.csv": CELLS.replace("30", "300")},
            [
                "The source is the same, its command line was changed:",
                "   - a.csv",
                "   + b.csv",
                "b.csv has other data, read at program.py:5:",
            ],
        ),
    ],
    ids=["cell", "row", "unnamed", "another file"],
)
def test_the_cell_of_a_file_that_changed_comes_first(
    words: str, files: dict[str, str], expected: list[str], tmp_path: Path
) -> None:
    said = asked(tmp_path, TABLE, Run("a.csv", files={"a.csv": CELLS, **AREAS}), Run(words, files=files))
    assert said[1 : 1 + len(expected)] == expected


def test_another_version_of_a_library_comes_first(tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    runs = [Run(files={"number": number}) for number in ("1", "2")]
    said = asked(tmp_path, VERSIONS, *runs)
    assert said[1:4] == [
        "The source is the same, another version of a library ran:",
        "   - scipy 9.1",
        "   + scipy 9.2",
    ]


def test_a_program_that_was_changed_is_to_blame_itself(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(FIT)
    numscope(tmp_path, "run", "-o", "first.numscope", "program.py", "--rate", "0.1")
    (tmp_path / "program.py").write_text(FIT.replace("- 2 * x", "- 3 * x"))
    numscope(tmp_path, "run", "-o", "second.numscope", "program.py", "--rate", "0.1", "--verbose")
    said = numscope(tmp_path, "diff", "first.numscope", "second.numscope")
    assert "program.py:15 was changed:" in said.splitlines()
    assert "command line" not in said
    answer = json.loads(numscope(tmp_path, "diff", "first.numscope", "second.numscope", "--json"))
    assert answer["given"] is None
