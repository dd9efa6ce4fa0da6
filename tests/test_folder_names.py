"""A user's folder may be called as a library, or as numscope itself: the files in it are the user's."""

from __future__ import annotations

import json
import shutil
import site
import sys
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import numscope
from numscope.probes.registry import LIBRARIES
from numscope.user_code import is_user_file

pytest.importorskip("numscope._core", reason="the native core is not built")

NAMES = (
    "numscope",
    "numpy",
    "torch",
    "numba",
    "numba/core",
    "pandas",
    "scipy",
    "site-packages",
    "dist-packages",
)
NAMES = (
    *NAMES,
    "lib/python3.11",
    "lib/python3/dist-packages",
    "lib/python3.11/site-packages/numpy",
    "runpy.py",
)


@pytest.mark.parametrize("name", NAMES)
def test_a_file_in_a_folder_of_this_name_is_the_user_s(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir(parents=True)
    path = tmp_path / name / "program.py"
    path.write_text("")
    assert is_user_file(str(path))
    sys.path.insert(0, str(path.parent))
    try:
        assert is_user_file(str(path))
    finally:
        sys.path.pop(0)


def test_what_is_installed_is_not_the_user_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (np, pytest, json, numscope, np.linalg):
        assert not is_user_file(module.__file__)
    assert not is_user_file(f"{site.getusersitepackages()}/anything.py")
    for name in ("", None, "<string>", "<frozen runpy>"):
        assert not is_user_file(name)
    # Another environment's, put on the path.
    folder = tmp_path / "lib" / "site-packages"
    (folder / "thing-1.0.dist-info").mkdir(parents=True)
    assert is_user_file(str(folder / "thing.py"))
    monkeypatch.syspath_prepend(folder)
    assert not is_user_file(str(folder / "thing.py"))
    # A package that is a link to where an installer keeps it.
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "thing.py").write_text("")
    (folder / "thing.py").symlink_to(tmp_path / "cache" / "thing.py")
    assert not is_user_file(str(folder / "thing.py"))
    assert is_user_file(str(tmp_path / "cache" / "thing.py"))


PROGRAM = """
import numpy as np


def own(a):
    return np.sqrt(a)


own(np.ones(3))
np.mean(np.ones(4))
"""


@pytest.mark.parametrize("name", ["numscope", "numpy", "torch", "lib/python3.11/site-packages"])
def test_operations_are_those_of_the_program_wherever_it_lies(
    name: str, tmp_path: Path, numscope_command: Any
) -> None:
    folder = tmp_path / "own" / name
    folder.mkdir(parents=True)
    (folder / "program.py").write_text(PROGRAM)
    done = numscope_command("run", "--output", str(tmp_path / "t.numscope"), "program.py", cwd=folder)
    assert done.returncode == 0, done.stderr
    with numscope.open(tmp_path / "t.numscope") as trace:
        rows = trace.sql(
            "select name, user_file, user_function, in_library from operations where user_visible"
        ).to_pylist()
    found = {row["name"]: row for row in rows}
    assert set(found) == {"numpy.ones", "numpy.sqrt", "numpy.mean"}
    assert {row["user_file"] for row in rows} == {str(folder / "program.py")}
    assert found["numpy.sqrt"]["user_function"] == "own"
    assert not any(row["in_library"] for row in rows)


def test_libraries_in_a_folder_called_numpy_are_not_numpy_s_own(
    tmp_path: Path, numscope_command: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    package = tmp_path / "numpy" / "libraries" / "xarray"
    package.mkdir(parents=True)
    (tmp_path / "program.py").write_text("import numpy, xarray\nxarray.compute()\n")
    environ = {"PYTHONPATH": f"{Path(numscope.__file__).parent.parent}:{package.parent}"}
    for number in (1, 2):
        code = f"import numpy as np\ndef compute():\n    np.add(np.ones(3), {number}.0)\n"
        (package / "__init__.py").write_text(code)
        # As long, and written within the same second: Python would take the other's bytecode.
        shutil.rmtree(package / "__pycache__", ignore_errors=True)
        done = numscope_command("run", "--output", f"{number}.numscope", "program.py", environ=environ)
        assert done.returncode == 0, done.stderr
    shutil.rmtree(package / "__pycache__", ignore_errors=True)
    done = numscope_command("diff", "1.numscope", "2.numscope")
    assert done.returncode == 1, done.stdout
    assert "numpy.add" in done.stdout


@pytest.mark.parametrize("name", ["jax", "statsmodels", "xarray"])
def test_a_folder_called_as_a_library_is_not_warned_about(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Where the library is not installed, `import jax` beside a folder `jax` makes a namespace package."""
    spec = ModuleSpec(name, None, is_package=True)
    monkeypatch.setitem(sys.modules, name, module_from_spec(spec))
    with numscope.record(tmp_path / "t.numscope"):
        np.ones(3) + 1
    assert capfd.readouterr().err == ""


def test_no_folder_of_these_tests_hides_a_library() -> None:
    """pytest puts the folder of a test file on the path: a folder beside it is then imported by its name."""
    tests = Path(__file__).parent
    files = [*tests.rglob("test_*.py"), *tests.rglob("conftest.py")]
    searched = {path.parent for path in files if not (path.parent / "__init__.py").exists()}
    beside = {child.name: child for folder in searched for child in folder.iterdir() if child.is_dir()}
    assert not {name: beside[name] for name in LIBRARIES if name in beside}
