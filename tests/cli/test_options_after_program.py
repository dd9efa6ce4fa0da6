"""Commands that ask a question take their options before and after the program; what follows `--` is the program's."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from numscope.cli.main import build_parser

PROGRAM = """
import json, sys
import numpy as np
np.ones(3) + 1
print(json.dumps(sys.argv[1:]))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pytest.importorskip("numscope._core", reason="the native core is not built")
    (tmp_path / "program.py").write_text(PROGRAM)
    return tmp_path


def numscope(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "numscope", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_explain_writes_where_it_is_told(folder: Path) -> None:
    done = numscope(folder, "explain", "program.py", "-o", "page.html", "--lr", "3", "--", "-o", "theirs")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[0]) == ["--lr", "3", "-o", "theirs"]
    assert [path.name for path in folder.glob("*.html")] == ["page.html"]


def test_check_determinism_gives_the_rest_to_the_program(folder: Path) -> None:
    done = numscope(folder, "check-determinism", "program.py", "--json", "a", "--times", "3", "--", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["runs"] == 3
    assert json.loads(done.stderr.splitlines()[0]) == ["a", "--json"]


def test_what_follows_the_script_of_a_run_is_the_scripts(folder: Path) -> None:
    done = numscope(folder, "run", "-o", "t.numscope", "program.py", "-o", "theirs", "--", "--json")
    assert json.loads(done.stdout) == ["-o", "theirs", "--", "--json"]


@pytest.mark.parametrize(
    ("words", "option", "value", "program"),
    [
        ("compile a.py -o d x", "output", "d", ["x"]),
        ("compile -o d a.py --explain x", "explain", True, ["x"]),
        ("debug a.py --break k.py:12 --break 7 --batch --n 2", "breakpoints", ["k.py:12", "7"], ["--n", "2"]),
        ("debug --break 3 a.py --break 7", "breakpoints", ["3", "7"], []),
        ("debug a.py --timeout 5 -- --timeout 6", "timeout", 5.0, ["--timeout", "6"]),
        ("numba trace a.py --vars i,j", "vars", "i,j", []),
        ("numba dump a.py -o d", "output", "d", []),
        ("numba dump -o d a.py -x", "output", "d", ["-x"]),
        ("numba explain a.py --json b", "json", True, ["b"]),
        ("numba types a.py --html t.html", "html", "t.html", []),
    ],
)
def test_options_stand_on_either_side(words: str, option: str, value: Any, program: list[str]) -> None:
    asked = words.split()
    arguments = build_parser(asked[:1]).parse_args(asked)
    assert getattr(arguments, option) == value
    assert arguments.script == "a.py"
    assert arguments.arguments == program
