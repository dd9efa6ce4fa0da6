"""NUMSCOPE=1 and PYTHONPATH="$(numscope path)": recorded from the start, by nothing but the environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import numscope
from numscope.startup.switch import FILE_NAME

PACKAGE = Path(numscope.__file__).resolve().parent
STARTUP = PACKAGE / "startup" / "path"
CODE = "import numpy; print(numpy.ones(3) + 1)"


@pytest.fixture
def by_path(clean_environ: dict[str, str]) -> dict[str, str]:
    """The startup folder alone in PYTHONPATH: the package is found through it."""
    return {"PYTHONPATH": str(STARTUP)}


def traces(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.numscope"))


def test_the_folder_is_what_numscope_path_prints(numscope_command) -> None:
    printed = Path(numscope_command("path").stdout.strip())
    assert printed.samefile(STARTUP)
    assert {path.name for path in printed.glob("*.py")} == {"sitecustomize.py", "usercustomize.py"}


def test_a_program_is_recorded_through_the_path(python, by_path, tmp_path: Path) -> None:
    run = python("-c", CODE, environ=by_path)
    assert run.stdout == "[2. 2. 2.]\n"
    assert " operations" in run.stderr
    assert "look at it with: numscope command.numscope" in run.stderr
    assert traces(tmp_path) == ["command.numscope"]


def test_each_run_takes_a_name_of_its_own(python, by_path, tmp_path: Path) -> None:
    (tmp_path / "s.py").write_text(CODE)
    for _ in range(3):
        python("s.py", environ=by_path)
    assert traces(tmp_path) == ["s-2.numscope", "s-3.numscope", "s.numscope"]


def test_numscope_0_exempts_a_program(python, by_path, tmp_path: Path) -> None:
    run = python("-c", CODE, environ={**by_path, "NUMSCOPE": "0"})
    assert (run.stdout, run.stderr, traces(tmp_path)) == ("[2. 2. 2.]\n", "", [])


def test_a_program_without_numpy_leaves_nothing(python, by_path, tmp_path: Path) -> None:
    run = python("-c", "print(1)", environ=by_path)
    assert (run.stdout, run.stderr, traces(tmp_path)) == ("1\n", "", [])


def test_the_program_sees_the_sys_path_it_would_have_had(python, by_path) -> None:
    code = "import sys; print(sys.path)"
    assert python("-c", code, environ=by_path).stdout == python("-c", code, environ={"PYTHONPATH": ""}).stdout


def test_a_wrong_value_is_told_and_the_program_goes_on(python, by_path, tmp_path: Path) -> None:
    run = python("-c", CODE, environ={**by_path, "NUMSCOPE": "banana"})
    assert run.stdout == "[2. 2. 2.]\n"
    assert run.returncode == 0
    assert run.stderr.count("\n") == 1
    assert "NUMSCOPE=banana is neither on" in run.stderr
    assert traces(tmp_path) == []


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        (
            {"NUMSCOPE_VALUES": "everything"},
            "NUMSCOPE_VALUES: 'everything' is none of auto, full, stats, none",
        ),
        ({"NUMSCOPE_OUTPUT": "/proc/nowhere/t.numscope"}, "No such file|can't write"),
    ],
)
def test_a_wrong_setting_is_told_and_the_program_goes_on(setting, message, python, by_path) -> None:
    run = python("-c", CODE, environ={**by_path, **setting})
    assert run.stdout == "[2. 2. 2.]\n"
    assert run.returncode == 0
    assert run.stderr.count("\n") == 1
    assert pytest.importorskip("re").search(message, run.stderr)


def test_an_output_that_exists_is_kept_unless_forced(python, by_path, tmp_path: Path) -> None:
    setting = {**by_path, "NUMSCOPE_OUTPUT": "mine.numscope"}
    python("-c", CODE, environ=setting)
    before = (tmp_path / "mine.numscope" / "manifest.json").read_text()
    again = python("-c", CODE, environ=setting)
    assert "exists" in again.stderr
    assert again.stdout == "[2. 2. 2.]\n"
    assert (tmp_path / "mine.numscope" / "manifest.json").read_text() == before
    forced = python("-c", CODE, environ={**setting, "NUMSCOPE_FORCE": "1"})
    assert " operations" in forced.stderr
    assert (tmp_path / "mine.numscope" / "manifest.json").read_text() != before


def test_children_take_part_in_the_same_trace(python, by_path, tmp_path: Path) -> None:
    code = (
        f"import numpy, subprocess, sys; subprocess.run([sys.executable, '-c', {CODE!r}]); numpy.ones(2) * 2"
    )
    run = python("-c", code, environ=by_path)
    assert traces(tmp_path) == ["command.numscope"]
    assert "in 2 processes" in run.stderr
    assert run.stderr.count("look at it with") == 1


def test_children_of_a_launcher_without_numpy_share_a_trace(python, by_path, tmp_path: Path) -> None:
    code = f"import subprocess, sys\nfor n in '12': subprocess.run([sys.executable, '-c', {CODE!r}])"
    python("-c", code, environ=by_path)
    assert len(traces(tmp_path)) == 1
    assert len(list(tmp_path.glob("*.numscope/processes/*-*"))) == 2


@pytest.mark.parametrize("name", ["sitecustomize", "usercustomize"])
class TestTheUsersOwn:
    def test_still_runs_once_and_is_the_one_imported(
        self, name: str, python, by_path, tmp_path: Path
    ) -> None:
        own = tmp_path / "own"
        own.mkdir()
        (own / f"{name}.py").write_text(f"print('own {name}', __name__, __file__)\nMINE = True\n")
        path = {"PYTHONPATH": os.pathsep.join([by_path["PYTHONPATH"], str(own)])}
        code = f"import {name}; print({name}.MINE); {CODE}"
        run = python("-c", code, environ=path)
        plain = python("-c", code, environ={"PYTHONPATH": str(own)})
        assert run.stdout == plain.stdout
        assert "own" in plain.stdout
        assert traces(tmp_path) == ["command.numscope"]

    def test_fails_as_it_would_have(self, name: str, python, by_path, tmp_path: Path) -> None:
        own = tmp_path / "own"
        own.mkdir()
        (own / f"{name}.py").write_text("import no_such_module_at_all\n")
        path = {"PYTHONPATH": os.pathsep.join([by_path["PYTHONPATH"], str(own)])}
        run = python("-c", "print(1)", environ=path)
        plain = python("-c", "print(1)", environ={"PYTHONPATH": str(own)})
        assert (run.stdout, run.stderr, run.returncode) == (plain.stdout, plain.stderr, plain.returncode)


def test_another_sitecustomize_before_ours_does_not_stop_us(clean_environ, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "sitecustomize.py").write_text("print('first')")
    # A virtual environment has no usercustomize; the interpreter that it was made from has.
    packages = [path for path in sys.path if path.endswith("site-packages")]
    run = subprocess.run(
        [os.path.realpath(sys.executable), "-c", CODE],
        env={**clean_environ, "PYTHONPATH": os.pathsep.join([str(own), str(STARTUP), *packages])},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout == "first\n[2. 2. 2.]\n"
    assert traces(tmp_path) == ["command.numscope"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own in which the package is importable, and so are this one's other packages."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    site = next(folder.glob("lib/python*/site-packages"))
    (site / "aa-packages.pth").write_text(
        "\n".join([str(PACKAGE.parent), *(p for p in sys.path if "site-packages" in p)])
    )
    return folder / "bin" / "python"


@pytest.fixture
def in_environment(installed: Path, tmp_path: Path, clean_environ: dict[str, str]):
    environ = {name: value for name, value in clean_environ.items() if name != "PYTHONPATH"}

    def run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [installed, *words],
            env={**environ, **variables},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    yield run
    run("-m", "numscope", "disable")


class TestTheSwitch:
    def test_off_nothing_is_looked_at(self, in_environment, tmp_path: Path) -> None:
        run = in_environment("-c", CODE, NUMSCOPE="1")
        assert (run.stdout, run.stderr, traces(tmp_path)) == ("[2. 2. 2.]\n", "", [])

    def test_enabled_it_obeys_numscope(self, in_environment, tmp_path: Path) -> None:
        assert in_environment("-m", "numscope", "enable").returncode == 0
        assert in_environment("-c", CODE).stderr == ""
        assert traces(tmp_path) == []
        assert " operations" in in_environment("-c", CODE, NUMSCOPE="1").stderr
        assert in_environment("-I", "-c", CODE, NUMSCOPE="1").stderr.count("look at it with") == 1

    def test_always_means_without_being_asked(self, in_environment) -> None:
        in_environment("-m", "numscope", "enable", "--always")
        assert " operations" in in_environment("-c", CODE).stderr
        assert in_environment("-c", CODE, NUMSCOPE="0").stderr == ""

    def test_status_tells_the_position(self, in_environment) -> None:
        positions = []
        for words in (["disable"], ["enable"], ["enable", "--always"], ["enable"], ["disable"]):
            in_environment("-m", "numscope", *words)
            positions.append(
                json.loads(in_environment("-m", "numscope", "status", "--json").stdout)["switch"]
            )
        assert positions == ["off", "asked", "always", "asked", "off"]

    def test_a_switch_left_behind_by_an_uninstalled_numscope_is_silent(
        self, in_environment, installed: Path
    ) -> None:
        in_environment("-m", "numscope", "enable", "--always")
        packages = next(installed.parent.parent.glob("lib/python*/site-packages/aa-packages.pth"))
        text = packages.read_text()
        try:
            packages.write_text("")
            run = in_environment("-c", "print(1)", NUMSCOPE="1")
        finally:
            packages.write_text(text)
        assert (run.stdout, run.stderr) == ("1\n", "")

    def test_the_environments_own_commands_are_not_recorded(self, in_environment, tmp_path: Path) -> None:
        in_environment("-m", "numscope", "enable", "--always")
        run = in_environment("-m", "numscope", "run", "--ops", "numpy.add", "-c", CODE)
        assert traces(tmp_path) == ["command.numscope"]
        assert run.stderr.count("look at it with") == 1

    def test_both_ways_at_once_record_once(self, in_environment, by_path, tmp_path: Path) -> None:
        in_environment("-m", "numscope", "enable")
        in_environment("-c", CODE, NUMSCOPE="1", **by_path)
        assert len(list(tmp_path.glob("*.numscope/processes/*-*"))) == 1


def test_the_wheels_file_costs_no_import_unless_asked(python) -> None:
    for line in (PACKAGE / "startup" / FILE_NAME).read_text().splitlines():
        assert line.startswith("import os; ")
        code = f"import sys, os; before = set(sys.modules); exec({line!r}); print(set(sys.modules) - before)"
        assert python("-S", "-c", code).stdout == "set()\n"
