"""A wheel that brings the recorder for one PyTorch: nothing is compiled where it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
import numscope

# A minute: the core is built, and the recorder for this PyTorch. What it packs is tested unpacked by all others.
pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = "import torch; print(torch.ones(2).sinh().sum().item())"


@pytest.fixture(scope="module")
def installed(
    wheel: Path,
    environment_with: Callable[[Path], Path],
    copying_compiler: dict[str, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """The interpreter of an environment with such a wheel."""
    if find_spec("wheel") is None:
        pytest.skip("the package wheel is not installed here: no wheel can be taken apart")
    own = tmp_path_factory.mktemp("packed") / wheel.name
    shutil.copy(wheel, own)
    tool = [sys.executable, str(ROOT / "tools" / "pack_torch_recorder.py"), str(own)]
    environ = {**os.environ, **copying_compiler, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(tool, capture_output=True, text=True, check=False, env=environ, timeout=300)
    assert done.returncode == 0, done.stderr
    assert list(own.parent.iterdir()) == [own]  # packed again under its own name
    return environment_with(own)


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine without a compiler, where no recorder was ever built."""
    environ = {
        name: value for name, value in os.environ.items() if not name.startswith(("NUMSCOPE", "PYTHONPATH"))
    }
    return {**environ, "PATH": str(tmp_path), "CXX": "", "XDG_CACHE_HOME": str(tmp_path / "cache")}


def run(python: Path, *words: str, **details: object) -> subprocess.CompletedProcess[str]:
    command = [str(python), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, **details)  # type: ignore[call-overload, no-any-return]


def test_it_records_natively_without_a_compiler(
    installed: Path, bare: dict[str, str], tmp_path: Path
) -> None:
    trace = tmp_path / "t.numscope"
    done = run(installed, "-m", "numscope", "run", "--output", str(trace), "-c", PROGRAM, env=bare)
    assert (done.returncode, done.stdout) == (0, run(installed, "-c", PROGRAM, env=bare).stdout)
    assert "building" not in done.stderr
    assert "reduced" not in done.stderr
    with numscope.open(trace) as found:
        assert "aten::sinh" in {operation.name for operation in found}
    assert not (tmp_path / "cache").exists()
    doctor = run(installed, "-m", "numscope", "doctor", "torch", env=bare).stdout
    assert f"built for torch {torch.__version__} and packed with numscope" in " ".join(doctor.split())


def test_one_that_is_not_whole_is_not_loaded(installed: Path, bare: dict[str, str], tmp_path: Path) -> None:
    (library,) = installed.parents[1].rglob("torch/built/*/*.so")
    whole = library.read_bytes()
    library.write_bytes(whole[: len(whole) // 2])
    try:
        trace = tmp_path / "t.numscope"
        done = run(installed, "-m", "numscope", "run", "--output", str(trace), "-c", PROGRAM, env=bare)
    finally:
        library.write_bytes(whole)
    assert done.returncode == 0, done.stderr
    assert "there is no C++ compiler" in done.stderr
