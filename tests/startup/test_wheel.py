"""The wheel as a user installs it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(*words: object, **details: object) -> subprocess.CompletedProcess[str]:
    details = {"capture_output": True, "text": True, "check": False, **details}
    return subprocess.run([str(word) for word in words], **details)  # type: ignore[call-overload, no-any-return]


@pytest.fixture(scope="module")
def installed(wheel: Path, environment_with: Callable[[Path], Path]) -> Path:
    """The interpreter of an environment with the wheel, and with this one's other packages."""
    return environment_with(wheel)


@pytest.fixture
def environ() -> dict[str, str]:
    return {
        name: value for name, value in os.environ.items() if not name.startswith(("NUMSCOPE", "PYTHONPATH"))
    }


def test_it_holds_the_package_and_nothing_for_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    native = {name.partition(".")[0] for name in names if name.endswith(".so")}
    assert {"numscope/_core", "numscope/_decode"} <= native
    assert all(name.startswith(("numscope/", "numscope-")) or name == "numscope.pth" for name in names)
    assert {"numscope/py.typed", "numscope/_core.pyi", "numscope/startup/path/sitecustomize.py"} <= set(names)
    # What native recorders are built with, torch's on the machine that has torch.
    built_later = {f"numscope/include/numscope/{name}" for name in ("writer.h", "format.h")}
    assert built_later <= set(names)
    assert "numscope/probes/torch/native/recorder.cpp" in names
    others = [name for name in names if name not in built_later and "/torch/native/" not in name]
    for_tests = [name for name in others if "tests/" in name or "/test_" in name or "conftest" in name]
    assert not for_tests
    assert not [name for name in others if name.endswith((".c", ".h", "meson.build"))]
    assert (
        zipfile.ZipFile(wheel).read("numscope.pth")
        == (ROOT / "src/numscope/startup/numscope.pth").read_bytes()
    )


def test_jupyterlab_finds_its_extension(wheel: Path) -> None:
    below = "share/jupyter/labextensions/numscope/"
    extension = [name for name in zipfile.ZipFile(wheel).namelist() if ".data/data/" in name]
    assert all(name.partition(".data/data/")[2].startswith(below) for name in extension)
    described = next(name for name in extension if name.endswith(f"{below}package.json"))
    loaded = json.loads(zipfile.ZipFile(wheel).read(described))["jupyterlab"]["_build"]["load"]
    assert described.replace("package.json", loaded) in extension


def test_numscope_1_records_a_program_of_its_environment(installed: Path, environ, tmp_path: Path) -> None:
    code = "import numpy, numscope; print(numpy.ones(2) + 1, numscope.__file__)"
    quiet = run(installed, "-c", code, cwd=tmp_path, env=environ)
    assert quiet.stderr == ""
    assert str(installed.parent.parent) in quiet.stdout
    assert list(tmp_path.iterdir()) == []
    recorded = run(installed, "-c", code, cwd=tmp_path, env={**environ, "NUMSCOPE": "1"})
    assert recorded.stdout == quiet.stdout
    assert "operations" in recorded.stderr
    assert (tmp_path / "command.numscope").is_dir()


def test_every_file_of_the_package_is_in_it(wheel: Path) -> None:
    files = run(sys.executable, ROOT / "tools" / "package_files.py").stdout.split()
    assert len(files) > 100
    assert set(files) <= set(zipfile.ZipFile(wheel).namelist())


def test_it_is_switched_on_for_every_program_and_off_again(installed: Path, environ, tmp_path: Path) -> None:
    numscope = installed.parent / "numscope"
    code = "import numpy; numpy.ones(2) + 1"
    recorded = tmp_path / "command.numscope"
    for command, position, expected in (
        ("enable", "asked", False),
        ("enable --always", "always", True),
        ("disable", "off", False),
    ):
        done = run(numscope, *command.split(), cwd=tmp_path, env=environ)
        assert done.returncode == 0, done.stderr
        assert f"switch    {position}:" in run(numscope, "status", cwd=tmp_path, env=environ).stdout
        assert run(installed, "-c", code, cwd=tmp_path, env=environ).returncode == 0
        assert recorded.exists() == expected
        shutil.rmtree(recorded, ignore_errors=True)
    doctor = run(numscope, "doctor", "numba", cwd=tmp_path, env=environ)
    assert doctor.returncode == 0, doctor.stdout
    assert "BAD" not in doctor.stdout


def test_its_command_records_and_lists(installed: Path, environ, tmp_path: Path) -> None:
    numscope = installed.parent / "numscope"
    assert (
        run(numscope, "run", "-c", "import numpy; numpy.ones(2) + 1", cwd=tmp_path, env=environ).returncode
        == 0
    )
    listed = run(numscope, "ls", "command.numscope", cwd=tmp_path, env=environ)
    assert "numpy.add" in listed.stdout


def test_pytest_finds_its_plug_in(installed: Path, environ, tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("import numpy as np\n\ndef test_it():\n    np.ones(2) + 1\n")
    done = run(installed, "-m", "pytest", "--numscope", "-p", "no:cacheprovider", cwd=tmp_path, env=environ)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "numscope: 1 test recorded in .numscope" in done.stdout
    assert len(list((tmp_path / ".numscope").glob("*.numscope"))) == 1
