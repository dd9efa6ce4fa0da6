"""examples/keras_fit.py with an input that has no logarithm: the answer names the layer's line, or the call around."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from keras_backends import EXAMPLE, environment, is_installed, run_recorded, skip_without, skip_without_keras

from recorded_example import coverage_of

skip_without_keras()

# Of a fake package whose version is too old, as `keras` of TensorFlow before 2.16 was.
OLD = '__version__ = "2.15.0"\n'
USES_OLD = """\
import numpy as np
import keras
print((np.arange(3.0) + 1).sum())
"""


def nan_of(backend: str, folder: Path, *arguments: str, options: tuple[str, ...] = ()) -> str:
    """Return what `numscope nan` says of the example with an input that has no logarithm."""
    skip_without(backend)
    return run_recorded(EXAMPLE, backend, folder, "--dead", *arguments, options=options)[0].ask("nan")


@pytest.mark.long
def test_where_layers_compute_at_once_nan_names_the_line_in_the_layer(tmp_path: Path) -> None:
    first, second = nan_of("torch", tmp_path).splitlines()[:2]
    assert "takes the logarithm of negative numbers: `inputs / self.typical` is negative in 4 of" in first
    assert "return keras.ops.log(inputs / self.typical)" in second


def test_an_eager_fit_on_tensorflow_names_the_layer_inside(tmp_path: Path) -> None:
    text = nan_of("tensorflow", tmp_path, "--eager")
    assert "history = model.fit(" in text
    assert "keras.Layer.__call__ #" in text
    assert "keras.ops.log #" in text


def test_a_fit_in_a_graph_names_the_fit(tmp_path: Path) -> None:
    text = nan_of("tensorflow", tmp_path)
    assert "history = model.fit(" in text.splitlines()[1]


def test_an_old_keras_is_one_warning_and_the_program_runs(tmp_path: Path) -> None:
    (tmp_path / "keras").mkdir()
    (tmp_path / "keras" / "__init__.py").write_text(OLD)
    script = tmp_path / "program.py"
    script.write_text(USES_OLD)
    command = [sys.executable, "-m", "numscope", "run", "--output", str(tmp_path / "t.numscope"), str(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "6.0\n"
    assert "Keras 2.15.0 is older than 3.0" in done.stderr
    assert done.stderr.count("keras-unrecorded") == 1


def test_the_private_parts_are_where_they_are_expected(tmp_path: Path) -> None:
    source = "import keras; from numscope.probes.keras.probe import PROBE; print(PROBE.missing())"
    backend = next(one for one in ("torch", "jax", "tensorflow") if is_installed(one))
    done = subprocess.run(
        [sys.executable, "-c", source],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
        env=environment(backend, tmp_path),
    )
    assert done.stdout == "[]\n", done.stderr


def test_the_public_api_is_watched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    backend = next(one for one in ("torch", "jax", "tensorflow") if is_installed(one))
    for name, value in environment(backend, tmp_path).items():
        monkeypatch.setenv(name, value)
    found = coverage_of("keras")
    assert found["total"] > 5000
    assert found["watched"] >= 0.98 * found["computing"]
    assert all(one["watched"] or one["reason"] for one in found["entries"])
