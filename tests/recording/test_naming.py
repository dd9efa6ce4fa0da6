from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from numscope.recording.naming import default_trace, numbered, program_words


@pytest.mark.parametrize(
    ("words", "program"),
    [
        (["python", "s.py", "-m", "x"], ["s.py", "-m", "x"]),
        (["python", "-O", "-W", "error", "-X", "dev", "s.py"], ["s.py"]),
        (["python", "-Werror", "-m", "pkg.mod", "a"], ["-m", "pkg.mod", "a"]),
        (["python", "-c", "code"], ["-c", "code"]),
        (["python"], []),
        (["python", "-i"], []),
    ],
)
def test_the_program_in_an_interpreters_command_line(words: list[str], program: list[str]) -> None:
    assert program_words(words) == program


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["work/fit.py", "x"], "fit.numscope"),
        (["-m", "pkg.mod"], "pkg.mod.numscope"),
        (["-c", "code"], "command.numscope"),
        ([], "interactive.numscope"),
        (["/srv/tool/__main__.py"], "tool.numscope"),
    ],
)
def test_a_trace_is_called_like_its_program(words: list[str], name: str) -> None:
    assert default_trace(Path("/here"), words) == Path("/here") / name


def test_numbers_go_before_the_suffix() -> None:
    names = [path.name for path in islice(numbered(Path("fit.numscope")), 3)]
    assert names == ["fit.numscope", "fit-2.numscope", "fit-3.numscope"]
