"""What an installed package calls belongs to the line of the program, whichever package; what is developed does not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import numscope

pytest.importorskip("numscope._core", reason="the native core is not built")

TOY = "import numpy as np\ndef norm(x):\n    return np.sqrt((x * x).sum())\n"
PROGRAM = "import numpy as np\nimport toy\nx = np.arange(3.0)\nprint(toy.norm(x))\n"


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A folder of installed packages, with one that is called toy."""
    folder = tmp_path / "lib" / "site-packages"
    (folder / "toy").mkdir(parents=True)
    (folder / "toy" / "__init__.py").write_text(TOY)
    (folder / "toy" / "__main__.py").write_text(
        "import numpy as np\nimport toy\nprint(toy.norm(np.arange(3.0)))\n"
    )
    (folder / "toy-1.0.dist-info").mkdir()
    (tmp_path / "program.py").write_text(PROGRAM)
    return folder


def lines(folder: Path, packages: Path, *program: str, python: str = sys.executable) -> list[tuple[str, int]]:
    """Run a program recorded; return the files and lines to which its operations belong, imports left out."""
    found = os.pathsep.join([str(packages), *(path for path in sys.path if path)])
    subprocess.run(
        [python, "-m", "numscope", "run", "--force", "-o", "t.numscope", *program],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": found},
        check=True,
        capture_output=True,
    )
    with numscope.open(folder / "t.numscope") as trace:
        rows = trace.sql(
            "select user_file, user_line from operations where not importing and name <> 'numpy.arange' order by id"
        ).to_pylist()
    return list(dict.fromkeys((Path(row["user_file"] or "").name, row["user_line"]) for row in rows))


def test_operations_of_a_package_belong_to_the_line_that_called_it(tmp_path: Path, packages: Path) -> None:
    assert lines(tmp_path, packages, "program.py") == [("program.py", 4)]
    with numscope.open(tmp_path / "t.numscope") as trace:
        shown = trace.sql("select count(*) n from operations where user_visible")["n"][0].as_py()
    assert shown == 1  # np.arange


def test_so_do_those_of_a_single_module(tmp_path: Path, packages: Path) -> None:
    (packages / "toy" / "__init__.py").rename(packages / "single.py")
    (tmp_path / "program.py").write_text(PROGRAM.replace("toy", "single"))
    assert lines(tmp_path, packages, "program.py") == [("program.py", 4)]


def test_a_folder_of_the_users_is_no_folder_of_packages_by_its_name(tmp_path: Path, packages: Path) -> None:
    (packages / "toy-1.0.dist-info").rmdir()
    assert lines(tmp_path, packages, "program.py") == [("__init__.py", 3)]


def test_a_package_that_is_run_as_the_program_has_lines_of_its_own(tmp_path: Path, packages: Path) -> None:
    assert lines(tmp_path, packages, "-m", "toy") == [("__init__.py", 3)]
    assert lines(tmp_path, packages, "-m", "toy.__main__") == [("__init__.py", 3)]
    assert lines(tmp_path, packages, str(packages / "toy" / "__main__.py")) == [("__init__.py", 3)]


def test_so_has_one_whose_command_is_run(tmp_path: Path, packages: Path) -> None:
    commands = tmp_path / "bin"
    commands.mkdir()
    python = commands / "python"
    python.symlink_to(sys.executable)
    (commands / "toy").write_text("import sys\nfrom toy.__main__ import np\nsys.exit(0)\n")
    assert lines(tmp_path, packages, str(commands / "toy"), python=str(python)) == [("__init__.py", 3)]
