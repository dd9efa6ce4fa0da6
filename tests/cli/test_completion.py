"""Completion as a shell performs it, and operation names that are mistyped."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.cli.catalogue import COMMANDS
from numscope.cli.main import main

pytest.importorskip("numscope._core", reason="the native core is not built")

# What readline does at Tab, without a terminal: the words, the function that `complete -F` named, its replies.
_TAB = """
source "$SCRIPT"
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
compopt() { :; }
_shtab_numscope
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("work")
    with numscope.record(path / "first.numscope"):
        np.log(np.linspace(1, 2, 3)) + 1
    (path / "notes").mkdir()
    (path / "program.py").touch()
    return path


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    pytest.importorskip("shtab", reason="shtab is not installed")
    from numscope.cli.completion import SHELLS, completion_script

    return {shell: completion_script(shell) for shell in SHELLS}


def prepare(folder: Path, script: str) -> dict[str, str]:
    """Put the script and this interpreter's numscope into folder/bin; return the environment that finds them."""
    program = folder / "bin" / "numscope"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m numscope "$@"\n')
    program.chmod(0o755)
    (folder / "bin" / "script").write_text(script)
    return {**os.environ, "SCRIPT": "bin/script", "PATH": f"{program.parent}:{os.environ['PATH']}"}


def completed(script: str, folder: Path, *words: str) -> list[str]:
    """What bash offers for the last of the words, in this folder."""
    environ = prepare(folder, script)
    done = subprocess.run(
        ["bash", "--norc", "-c", _TAB, "bash", "numscope", *words],
        cwd=folder, env=environ, capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    assert not done.stderr
    return done.stdout.split()


def test_bash_offers_commands_options_traces_and_operations(scripts: dict[str, str], folder: Path) -> None:
    bash = scripts["bash"]
    assert {"check-up", "check", "check-determinism"} <= set(completed(bash, folder, "che"))
    assert completed(bash, folder, "ls", "--la") == ["--last"]
    assert completed(bash, folder, "nan", "") == ["first.numscope"]
    assert completed(bash, folder, "nan", "no") == ["notes"]
    assert {"first.numscope", "program.py"} <= set(completed(bash, folder, "explain", ""))
    assert completed(bash, folder, "run", "pro") == ["program.py"]
    assert completed(bash, folder, "ls", "first.numscope", "--ops", "numpy.lo") == ["numpy.log"]
    assert completed(bash, folder, "ls", "gone.numscope", "--ops", "numpy.lo") == []


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
@pytest.mark.parametrize(
    ("line", "offered"),
    [("numscope ls --la", {"--last"}), ("numscope nan ", {"first.numscope/"}), ("numscope nan no", {"notes/"}),
     ("numscope ls first.numscope --ops numpy.lo", {"numpy.log"}), ("numscope run pro", {"program.py"})],
)  # fmt: skip
def test_fish_offers_the_same(line: str, offered: set[str], scripts: dict[str, str], folder: Path) -> None:
    environ = prepare(folder, scripts["fish"]) | {"HOME": str(folder)}
    command = ["fish", "--no-config", "-c", f"source bin/script; complete -C '{line}'"]
    done = subprocess.run(
        command, cwd=folder, env=environ, capture_output=True, text=True, check=True, timeout=120
    )
    assert {row.split("\t")[0] for row in done.stdout.splitlines()} == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_whole_and_the_shell_reads_it(shell: str, scripts: dict[str, str]) -> None:
    assert all(name in scripts[shell] for name in COMMANDS)
    assert "numscope completion operations" in scripts[shell]
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    subprocess.run([program, "-n"], input=scripts[shell], text=True, check=True, timeout=60)


def test_operation_names_of_a_trace_are_listed_for_shells(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", "operations", str(folder / "first.numscope")]) == 0
    names = capsys.readouterr().out.split()
    assert {"numpy.log", "numpy.add", "numpy.linspace"} <= set(names)
    assert names == sorted(set(names))


@pytest.mark.parametrize(
    "words",
    [("ls", "TRACE", "--ops", "lgo"), ("ls", "TRACE", "--all", "--ops", "lgo"),
     ("export", "TRACE", "--npy", "OUT", "--ops", "lgo"), ("show", "TRACE", "lgo")],
)  # fmt: skip
def test_a_mistyped_operation_is_answered_with_the_nearest_one(
    words: tuple[str, ...], folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = {"TRACE": str(folder / "first.numscope"), "OUT": str(tmp_path / "out")}
    assert main([given.get(word, word) for word in words]) == 2
    assert "numpy.log" in capsys.readouterr().err
