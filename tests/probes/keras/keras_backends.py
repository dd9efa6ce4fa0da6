"""Keras' backends that are installed here, and programs recorded on one of them."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from recorded_example import Recorded

BACKENDS = ("torch", "jax", "tensorflow")
EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "keras_fit.py"
PROGRAM = Path(__file__).with_name("network.py")


def is_installed(library: str) -> bool:
    """Return whether a package is there: a folder of tests with its name, which sys.path may show, is none."""
    spec = importlib.util.find_spec(library)
    return spec is not None and spec.origin is not None


def skip_without_keras() -> None:
    """Skip a module of tests where Keras is not installed, and say so."""
    if not is_installed("keras"):
        pytest.skip("Keras is not installed", allow_module_level=True)


def skip_without(backend: str) -> None:
    """Skip what needs a backend that is not installed, and say so."""
    if not is_installed(backend):
        pytest.skip(f"{backend}, a backend of Keras, is not installed")


def environment(backend: str, folder: Path) -> dict[str, str]:
    """Return the environment of a program on this backend; Keras' settings are those of no user."""
    return {
        **os.environ,
        "KERAS_BACKEND": backend,
        "KERAS_HOME": str(folder),
        "TF_CPP_MIN_LOG_LEVEL": "3",
    }


def run_plain(script: Path, backend: str, folder: Path, *arguments: str) -> str:
    """Return what a program prints without numscope."""
    return _prints([sys.executable, str(script), *arguments], environment(backend, folder))[0]


def run_recorded(
    script: Path, backend: str, folder: Path, *arguments: str, options: tuple[str, ...] = ()
) -> tuple[Recorded, str]:
    """Return a program's trace and what it prints; it must have been recorded without a warning."""
    path = folder / f"{script.stem}-{'-'.join((backend, *arguments))}.numscope"
    command = [
        sys.executable,
        "-m",
        "numscope",
        "run",
        "--output",
        str(path),
        *options,
        str(script),
        *arguments,
    ]
    output, errors = _prints(command, environment(backend, folder))
    assert "warning" not in errors, errors
    return Recorded(script, path), output


def _prints(command: list[str], environ: dict[str, str]) -> tuple[str, str]:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=280, env=environ)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr
