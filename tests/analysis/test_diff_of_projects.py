"""`diff` of programs of several files: constants and settings of other files, functions in other modules."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numscope._core", reason="the native core is not built")

MAIN = "import numpy as np\nfrom work.steps import smooth\n\nprint(smooth(np.array([1.0, 4.0, 2.0, 8.0])).sum())\n"
SMOOTH = (
    "import numpy as np\nfrom work.settings import WIDTH\n\n\n"
    "def smooth(values):\n    return np.convolve(values, np.ones(WIDTH) / WIDTH, mode='same')\n"
)
READS = (
    "import json\nimport sys\n\nimport numpy as np\n\nwith open(sys.argv[1]) as file:\n    settings = json.load(file)\n"
    "values = np.linspace(0.0, 1.0, 7) ** settings['power']\nprint(np.clip(values, 0.0, settings['limit']).sum())\n"
)
SETTINGS = '{{\n "power": 2.5,\n "limit": {}\n}}\n'
# Each turn smooths twice, by one method; the second time otherwise.
TURNS = (
    "import numpy as np\n\n\nvalues = np.array([1.0, 4.0, 2.0, 8.0])\nfor _ in range(4):\n"
    "    near = np.roll(values, 1)\n    values = values + 0.25 * np.sin(near - values)\n"
    "    near = np.roll(values, 1)\n    values = values + 0.25 * np.sin(near - values)\n"
    "print(values.sum())\n"
)
METHODS = {
    "main.py": "from work.coupling import Coupled\n\ncoupled = Coupled([1.0, 4.0, 2.0, 8.0])\ncoupled.run(4)\n"
    "print(coupled.values.sum())\n",
    "work/__init__.py": "",
    "work/coupling.py": "import numpy as np\n\n\nclass Coupled:\n    def __init__(self, values):\n"
    "        self.values = np.array(values)\n\n    def _pull(self, strength):\n"
    "        near = np.roll(self.values, 1)\n"
    "        self.values = self.values + strength * np.sin(near - self.values)\n\n    def step(self):\n"
    "        self._pull(0.25)\n        self._pull({})\n\n    def run(self, turns):\n"
    "        for _ in range(turns):\n            self.step()\n",
}


def asked(folder: Path, before: dict[str, str], after: dict[str, str], *words: str) -> tuple[int, list[str]]:
    """Return the exit code, and the lines that `diff` prints, of two programs with a main.py each."""

    def numscope(place: Path, *command: str) -> subprocess.CompletedProcess[str]:
        run = [sys.executable, "-m", "numscope", *command]
        environ = {**os.environ, "COLUMNS": "100", "PYTHONHASHSEED": "0"}
        return subprocess.run(run, cwd=place, env=environ, capture_output=True, text=True, check=False)

    for part, files in (("before", before), ("after", after)):
        for name, text in files.items():
            (folder / part / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / part / name).write_text(text)
        numscope(folder / part, "run", "-o", f"../{part}.numscope", "main.py", *words)
    found = numscope(folder, "diff", "before.numscope", "after.numscope")
    return found.returncode, found.stdout.splitlines()


@pytest.mark.sweep(1)
def test_a_constant_of_a_module_without_an_operation(tmp_path: Path) -> None:
    files = {"main.py": MAIN, "work/__init__.py": "", "work/steps.py": SMOOTH}
    before, after = ({**files, "work/settings.py": f'"""Widths."""\n\nWIDTH = {width}\n'} for width in (2, 3))
    code, lines = asked(tmp_path, before, after)
    assert code == 1
    assert lines[1:4] == ["after/work/settings.py:3 was changed:", "   - WIDTH = 2", "   + WIDTH = 3"]


@pytest.mark.sweep(1)
def test_a_changed_setting(tmp_path: Path) -> None:
    before, after = ({"main.py": READS, "fit.json": SETTINGS.format(limit)} for limit in (0.9, 0.5))
    code, lines = asked(tmp_path, before, after, "fit.json")
    assert code == 1
    assert lines[1:4] == ["after/fit.json:3 was changed:", '   - "limit": 0.9', '   + "limit": 0.5']


@pytest.mark.sweep(1)
def test_of_several_settings_the_one_with_which_values_part(tmp_path: Path) -> None:
    before = {"main.py": READS, "fit.json": SETTINGS.format(0.9)}
    after = {"main.py": READS, "fit.json": '{\n "name": "second",\n "power": 3.5,\n "limit": 0.9\n}\n'}
    _, lines = asked(tmp_path, before, after, "fit.json")
    assert lines[1] == "after/fit.json:3 was changed:"


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("strength", "line"), [("0.25", None), ("0.5", 14)])
def test_one_of_two_calls_in_each_turn(tmp_path: Path, strength: str, line: int | None) -> None:
    after = {name: text.format(strength) if "{}" in text else text for name, text in METHODS.items()}
    code, lines = asked(tmp_path, {"main.py": TURNS}, after)
    assert code == (line is not None)
    if line is not None:
        assert lines[1].startswith(f"after/work/coupling.py:{line} ")


@pytest.mark.sweep(1)
def test_moved_functions_with_their_imports_are_no_other_program(tmp_path: Path) -> None:
    bodies = {"a": "2.0 * x", "b": "x + 1.0", "c": "x * x", "d": "x - 3.0", "e": "x / 2.0", "f": "-x"}
    functions = {name: f"{name} = lambda x: {body}\n" for name, body in bodies.items()}
    end = "print(a(b(c(d(e(f(np.array([1.0, 2.0]))))))).sum())\n"
    before = {"main.py": "".join(["import numpy as np\n", *functions.values(), end])}
    imports = "".join(f"from work.{name} import {name}\n" for name in functions)
    after = {"main.py": f"import numpy as np\n{imports}{end}", "work/__init__.py": ""}
    after |= {f"work/{name}.py": function for name, function in functions.items()}
    code, lines = asked(tmp_path, before, after)
    assert code == 0
    assert not any("rewritten" in line for line in lines)
