"""`nan` names the right line of a project as well: what its modules import from each other is followed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numscope._core", reason="the native core is not built")

DESCENT = (
    "import numpy as np\n{imported}\n\n\ndef descend(start, steps):\n    weights = start\n    for _ in range(steps):\n"
    "        weights = weights - {rate} * weights\n    return weights\n"
)
MAIN = "import numpy as np\nfrom fits.descent import descend\n\nprint(descend(np.array([2.0, 3.0]), 1100).sum())\n"
SETTINGS = '"""Settings."""\n\nDECAY = 0.5\nRATE = 3.0\n'
RATES = [
    ("from fits.settings import RATE", "RATE"),
    ("from fits.settings import RATE as rate", "rate"),
    ("from . import settings", "settings.RATE"),
    ("import fits.settings as chosen", "chosen.RATE"),
    ("from fits import RATE", "RATE"),
]
UTILS = {
    "run.py": "from tools.reading import utils as reading\nfrom tools.fitting.utils import shares\n\n"
    "print(shares(reading.counts()).mean())\n",
    "tools/__init__.py": "",
    "tools/reading/__init__.py": "",
    "tools/fitting/__init__.py": "",
    "tools/reading/utils.py": "import numpy as np\n\n\ndef counts():\n    return np.array([30, 4, 57]) // 10\n",
    "tools/fitting/utils.py": "import numpy as np\n\n\ndef shares(counts):\n    total = counts.sum()\n"
    "    return np.log(counts / total)\n",
}


def first(folder: Path, files: dict[str, str], *command: str) -> tuple[str, str]:
    """Return the place that is blamed first, and the sentence about it, of a program of these files."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    environ = {**os.environ, "PYTHONPATH": ""}

    def numscope(*words: str) -> str:
        run = [sys.executable, "-m", "numscope", *words]
        return subprocess.run(
            run, cwd=folder, env=environ, capture_output=True, text=True, check=False
        ).stdout

    numscope("run", "--output", "t.numscope", *command)
    place, _, said = numscope("nan", "t.numscope").splitlines()[0].removeprefix("1. ").partition(" ")
    return place, said


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("imported", "rate"), RATES)
def test_a_number_of_another_module(tmp_path: Path, imported: str, rate: str) -> None:
    files = {
        "main.py": MAIN,
        "fits/__init__.py": "from .settings import RATE\n",
        "fits/settings.py": SETTINGS,
        "fits/descent.py": DESCENT.format(imported=imported, rate=rate),
    }
    place, said = first(tmp_path, files, "main.py")
    assert place == "fits/settings.py:4"
    assert "descent.py:8" in said


def test_each_module_has_its_own_names(tmp_path: Path) -> None:
    files = {
        "main.py": MAIN,
        "fits/__init__.py": "",
        "fits/other.py": "RATE = 0.001\n",
        "fits/descent.py": DESCENT.format(imported="from fits import other\n\nRATE = 3.0", rate="RATE"),
    }
    place, _ = first(tmp_path, files, "main.py")
    assert place == "fits/descent.py:4"


def test_two_files_of_one_name(tmp_path: Path) -> None:
    place, said = first(tmp_path, UTILS, "run.py")
    assert place == "tools/reading/utils.py:5"
    assert "fitting/utils.py:6 makes NaN of it" in said
