"""A program that ends with an exception: the check-up says where, and what the operation that raised it was given."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import numscope
from numscope.analysis.check_up import Finding, check_up

pytest.importorskip("numscope._core", reason="the native core is not built")


def run(folder: Path, program: str, *options: str) -> subprocess.CompletedProcess[str]:
    script = folder / "program.py"
    script.write_text(f"import numpy as np\n{program}")
    words = [sys.executable, "-m", "numscope", "run", "-o", "t.numscope", *options, str(script)]
    return subprocess.run(words, check=False, capture_output=True, text=True, cwd=folder)


def findings(folder: Path) -> tuple[Finding, ...]:
    with numscope.open(folder / "t.numscope") as opened:
        return check_up(opened).findings


def found(folder: Path, program: str, *options: str) -> list[Finding]:
    run(folder, program, *options)
    return [finding for finding in findings(folder) if finding.kind == "exception"]


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("program", "line", "problem", "fix"),
    [
        (
            "a = np.ones((3, 3))\na[1] = 0\nnp.linalg.inv(a)\n",
            4,
            "LinAlgError: `a` is singular: its rank is 1 of 3: row 1 is zero",
            "leave out what repeats, or take a method that allows it: `np.linalg.lstsq`, `np.linalg.pinv`",
        ),
        (
            "a = np.array([[1.0, 2, 1], [3, 4, 3], [0, 9, 0]])\nnp.linalg.solve(a, np.ones(3))\n",
            3,
            "LinAlgError: `a` is singular: its rank is 2 of 3: columns 0 and 2 are equal",
            "leave out what repeats, or take a method that allows it: `np.linalg.lstsq`, `np.linalg.pinv`",
        ),
        (
            "a = np.arange(5.0)\ndef last(values):\n    return values[len(values)]\nprint(last(a))\n",
            4,
            "IndexError: `values` has 5 elements, numbered 0 to 4; 5 is asked for",
            "numbers count from 0: end the index at 4; -1 is the last one",
        ),
        (
            "np.array(['1', '2024-02-30'], dtype='datetime64[D]')\n",
            2,
            "ValueError: ",
            "numpy.array raised it: look at these values",
        ),
        (
            "total = np.arange(3).sum()\nprint(total + missing)\n",
            3,
            "NameError: name 'missing' is not defined",
            "no operation raised it: look at the last ones before, and at this line's names",
        ),
    ],
)
def test_where_the_program_ended(tmp_path: Path, program: str, line: int, problem: str, fix: str) -> None:
    (finding,) = found(tmp_path, program)
    assert finding.line == line
    assert finding.problem.startswith(f"the program ended here: {problem}")
    assert finding.fix == fix


def test_the_users_line_stands_for_one_of_a_library(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, "import json\na = np.ones(2)\njson.loads('{' * int(a.sum()))\n")
    assert finding.line == 4
    assert "JSONDecodeError: " in finding.problem


def test_what_made_the_values_wrong_comes_first(tmp_path: Path) -> None:
    program = "a = np.zeros((2, 2))\nb = a / a.sum()\nnp.linalg.eigvals(b)\n"
    run(tmp_path, program)
    assert [(finding.kind, finding.line) for finding in findings(tmp_path)] == [("nan", 3), ("exception", 4)]


@pytest.mark.parametrize(
    "program",
    [
        "try:\n    np.arange(3)[8]\nexcept IndexError:\n    print('no')\n",
        "np.arange(3).sum()\nraise SystemExit('done')\n",
        "np.arange(3).sum()\nraise KeyboardInterrupt\n",
        # What shows exceptions itself keeps them in the same place: pytest, a debugger.
        "import sys\ndef show():\n    try:\n        np.arange(3)[8]\n    except IndexError as error:\n"
        "        sys.last_value = sys.last_exc = error\nshow()\n",
    ],
)
def test_silence_where_nothing_ended_it(tmp_path: Path, program: str) -> None:
    assert found(tmp_path, program) == []


def test_a_failed_test_does_not_end_the_program(tmp_path: Path) -> None:
    (tmp_path / "test_program.py").write_text(
        "import numpy as np\ndef test_a():\n    assert np.arange(3)[8]\n"
    )
    words = ["run", "-o", "t.numscope", "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_program.py"]
    done = subprocess.run(
        [sys.executable, "-m", "numscope", *words], check=False, capture_output=True, text=True, cwd=tmp_path
    )
    assert "1 failed" in done.stdout
    assert not [finding for finding in findings(tmp_path) if finding.kind == "exception"]


def test_the_program_writes_its_message_once(tmp_path: Path) -> None:
    program = (
        "class Wrong(Exception):\n    def __str__(self):\n        print('asked')\n        return 'wrong'\n"
        "np.arange(3).sum()\nraise Wrong\n"
    )
    done = run(tmp_path, program)
    plain = subprocess.run(
        [sys.executable, str(tmp_path / "program.py")], check=False, capture_output=True, text=True
    )
    assert done.stdout == plain.stdout
    (finding,) = [one for one in findings(tmp_path) if one.kind == "exception"]
    assert finding.problem == "the program ended here: Wrong"


def test_redacted_words_are_not_in_the_message(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, "np.arange(3).sum()\nraise ValueError('of Smith')\n", "--redact", "Smith")
    assert finding.problem == "the program ended here: ValueError: of <redacted>"


def test_the_run_says_where_it_ended_and_that_the_next_command_says_why(tmp_path: Path) -> None:
    done = run(tmp_path, "a = np.arange(3)\nprint(a[3])\n")
    said = [line for line in done.stderr.splitlines() if line.startswith("numscope: ")]
    assert said[-2:] == [
        "numscope: IndexError ended it at program.py:3: the next command says why; no value holds NaN or Inf",
        "numscope: look at it with: numscope t.numscope",
    ]
