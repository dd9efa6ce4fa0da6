"""Functions that a scheduler sends to its workers as bytecode have lost their file: the sealed trace names it again.

cloudpickle from 3.1.2 on writes `<dynamic-code>` in its place, as these programs do.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import numscope
from numscope.cli.main import main

_SHIP = """\
import numpy as np
from types import FunctionType

def shipped(code):
    inner = tuple(shipped(one) if isinstance(one, type(code)) else one for one in code.co_consts)
    return code.replace(co_filename="<dynamic-code>", co_consts=inner)

def ship(function):
    return FunctionType(shipped(function.__code__), {"np": np, "__name__": "__main__"})

def root(n):
    # One line above what is called.
    return np.sqrt(np.full(3, n))

def outer(n):
    def inner(x):
        return np.negative(x)
    return inner(np.full(3, n))

ship(root)(-1.0)
ship(outer)(2.0)
ship(lambda n: np.exp(n))(3.0)
"""


def _recorded(folder: Path, started: str = "main.py", **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    trace = folder / "t.numscope"
    words = ["run", "--force", "-o", str(trace), started]
    subprocess.run(
        [sys.executable, "-m", "numscope", *words], cwd=folder, check=True, capture_output=True, timeout=120
    )
    return trace


def _places(trace: Path) -> dict[str, str]:
    with numscope.open(trace) as opened:
        found = {one.name: one.user_site for one in opened if one.user_visible}
    return {
        name: f"{Path(site.file).name}:{site.line}: {site.source}" for name, site in found.items() if site
    }


def test_the_file_of_a_shipped_function_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = _recorded(tmp_path, main=_SHIP)
    lines = _SHIP.splitlines()
    expected = {
        name: f"main.py:{number}: {lines[number - 1].strip()}"
        for name, number in (("numpy.sqrt", 13), ("numpy.negative", 17), ("numpy.exp", 22))
    }
    places = _places(trace)
    assert {name: places[name] for name in expected} == expected
    assert main(["nan", str(trace)]) == 1
    assert "main.py:13 takes the square root of negative numbers" in capsys.readouterr().out


def test_a_file_with_two_names_is_one_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(".")
    again = "if __name__ == '__main__':\n    sys.path[0] = os.path.realpath(sys.path[0])\n    import main\n"
    program = f"{_SHIP}import os, sys\nnp.ones(2)\n{again}"
    places = _places(_recorded(tmp_path, "link/main.py", main=program))
    assert places["numpy.sqrt"].startswith("main.py:13")


def test_a_function_that_two_files_have_is_left_without(tmp_path: Path) -> None:
    # Both files have a function `root` with code in line 13: which of them ran can't be known.
    other = "import numpy as np\n" + "\n" * 9 + "def root(n):\n    # above\n    return np.ones(n)\nroot(2)\n"
    places = _places(_recorded(tmp_path, main=_SHIP + "import other\n", other=other))
    assert places["numpy.ones"].startswith("other.py:13")
    assert places["numpy.sqrt"] == "<dynamic-code>:13: "
    assert places["numpy.negative"].startswith("main.py:17")


def test_code_that_is_in_no_file_of_the_program_is_left_without(tmp_path: Path) -> None:
    program = 'import numpy as np\nexec(compile("\\n\\nnp.cos(np.ones(2))", "<dynamic-code>", "exec"))\nnp.sin(1.0)\n'
    places = _places(_recorded(tmp_path, main=program))
    assert places["numpy.cos"] == "<dynamic-code>:3: "
    assert places["numpy.sin"].startswith("main.py:3")
