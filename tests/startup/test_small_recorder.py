"""The recorder alone: numscope beside NumPy and xxhash, without what reads traces."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import numscope

CODE = "import numpy as np; shares = np.zeros(2) / np.zeros(2); print(shares.sum())"


@pytest.fixture(scope="module")
def small(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of an environment that has these three packages and nothing else."""
    folder = tmp_path_factory.mktemp("small")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    words = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", "-q"]
    done = subprocess.run([*words, str(wheel)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    packages = next(folder.glob("lib/python*/site-packages"))
    found = [Path(path) for path in sys.path if path.endswith("site-packages")]
    for name in ("numpy", "numpy.libs", "xxhash"):
        for path in (site / name for site in found if (site / name).exists()):
            (packages / name).symlink_to(path)
            break
    for path in (one for site in found for one in site.glob("*.dist-info")):
        if path.name.startswith(("numpy-", "xxhash-")):
            (packages / path.name).symlink_to(path)
    return folder / "bin" / "numscope"


def ask(command: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environ = {name: text for name, text in os.environ.items() if not name.startswith(("NUMSCOPE", "PYTHON"))}
    return subprocess.run(
        [str(command), *words],
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_it_records_and_the_trace_is_read_elsewhere(small: Path, tmp_path: Path) -> None:
    recorded = ask(small, tmp_path, "run", "-o", "run.numscope", "-c", CODE)
    assert (recorded.returncode, recorded.stdout) == (0, "nan\n")
    assert "operations" in recorded.stderr
    assert recorded.stderr.endswith(
        "numscope: this installation only records: read the trace where 'numscope[ask]' is installed\n"
    )
    assert "warning" not in recorded.stderr.replace("RuntimeWarning", "")
    with numscope.open(tmp_path / "run.numscope") as trace:
        assert {"numpy.zeros", "numpy.divide"} <= {operation.name for operation in trace}


def test_it_stops_at_the_first_nan(small: Path, tmp_path: Path) -> None:
    stopped = ask(small, tmp_path, "run", "-o", "run.numscope", "--stop-on", "nan", "-c", CODE)
    assert stopped.stdout == ""
    assert "where 'numscope[ask]' is installed: numscope halted" in stopped.stderr


@pytest.mark.parametrize(
    "words",
    [
        "ls x",
        "nan x",
        "check-up x",
        "diff x y",
        "top x",
        "coverage",
        "ci x.py",
        "report x",
        "verify x",
        "x.numscope",
    ],
)
def test_what_reads_says_in_one_sentence_what_to_install(small: Path, tmp_path: Path, words: str) -> None:
    refused = ask(small, tmp_path, *words.split())
    assert refused.returncode == 2
    assert refused.stdout == ""
    (line,) = refused.stderr.splitlines()
    assert line.startswith("numscope: this command needs ")
    assert "pip install 'numscope[ask]'" in line


def test_the_doctor_finds_nothing_bad(small: Path, tmp_path: Path) -> None:
    looked = ask(small, tmp_path, "doctor")
    assert looked.returncode == 0, looked.stdout
    assert "ok  duckdb           not installed: this installation only records" in looked.stdout
