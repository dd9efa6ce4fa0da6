"""`nan` blames a constant of 0 that is added to keep numbers from 0, or a matrix positive definite."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first

pytest.importorskip("numscope._core", reason="the native core is not built")

# Programs, the line to blame and words of its sentence.
ZEROS = {
    "a pseudo-count, before a logarithm": (
        "ALPHA = 0.0\nseen = np.array([3, 0, 5, 2])\ndef shares(counts):\n    filled = counts + ALPHA\n"
        "    return filled / filled.sum()\np = shares(seen)\nprint(-(p * np.log(p)).sum())",
        1,
        "sets `ALPHA` to 0, so `counts + ALPHA` (line 4) changes nothing: 1 of 4 values stays 0; line 7",
    ),
    "a default": (
        "def shares(counts, smoothing=0.0):\n    return (counts + smoothing) / counts.sum()\n"
        "odds = np.log(shares(np.array([3, 0, 5, 0])))\nprint(odds.mean())",
        1,
        "so `counts + smoothing` (line 2) changes nothing: 2 of 4 values stay 0",
    ),
    "what a call gives": (
        "def inverse(distance, soft):\n    return 1.0 / np.sqrt(distance ** 2 + soft ** 2)\n"
        "far = np.array([0.0, 1.0, 2.0])\nforce = inverse(far,\n    soft=0.0)\nprint(force.sum())",
        5,
        "sets `soft` to 0, so `distance ** 2 + soft ** 2` (line 2) changes nothing",
    ),
    "a field of settings": (
        "from dataclasses import dataclass\n@dataclass\nclass Settings:\n    floor: float = 0.0\n"
        "    scale: float = 2.0\nsettings = Settings()\np = np.array([0.5, 0.0, 0.25])\n"
        "bounded = np.maximum(p, settings.floor)\n"
        "print((np.log(bounded) * settings.scale).sum())",
        4,
        "sets `floor` to 0, so `np.maximum(p, settings.floor)` (line 8) changes nothing",
    ),
    "a noise of a kernel": (
        "from scipy.stats import entropy\nPRIOR = 0\nlast, now = np.array([4, 0, 9]), np.array([3, 3, 3])\n"
        "def share(counts):\n    return (counts + PRIOR * np.ones(3)) / counts.sum()\n"
        "print(entropy(share(now), share(last)))",
        2,
        "so `counts + PRIOR * np.ones(3)` (line 5) changes nothing",
    ),
}
# Programs with a 0 that is not to blame, and the line that is blamed.
NOT_ZEROS = {
    "a sum that begins with 0": (
        "total = 0.0\nfor part in [np.array([1.0, 0.0])]:\n    total = total + part\nprint(np.log(total).sum())",
        4,
    ),
    "an offset of negative numbers": (
        "OFFSET = 0.0\nlevel = np.array([1.0, -2.0, 3.0])\nmoved = level + OFFSET\nprint(np.log(moved).sum())",
        4,
    ),
    "a bound that cuts": (
        "LOW = 0.0\nlevel = np.array([1.0, -2.0, 3.0])\nbounded = np.clip(level, LOW, None)\n"
        "print(np.log(bounded).sum())",
        4,
    ),
    "a constant that is not 0": (
        "ALPHA = 0.5\nseen = np.array([3.0, 0.0, 5.0])\nfilled = (seen + ALPHA) * (seen > 0)\n"
        "print(np.log(filled).sum())",
        4,
    ),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", ZEROS)
def test_a_constant_that_should_keep_numbers_above_zero(tmp_path: Path, case: str) -> None:
    program, line, words = ZEROS[case]
    found, said = first(tmp_path, program)
    assert found == line
    assert words in said


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", NOT_ZEROS)
def test_a_zero_that_is_not_to_blame(tmp_path: Path, case: str) -> None:
    program, line = NOT_ZEROS[case]
    assert first(tmp_path, program)[0] == line


KERNEL = (
    "import jax.numpy as jnp\nJITTER = {}\nx = jnp.linspace(0.0, 1.0, 30)\n"
    "kernel = jnp.exp(-((x[:, None] - x[None, :]) ** 2))\nkernel = {}\n"
    "root = jnp.linalg.cholesky(kernel)\nprint(float(root.sum()))"
)


@pytest.mark.filterwarnings("ignore")
def test_a_noise_of_zero_on_a_diagonal(tmp_path: Path) -> None:
    pytest.importorskip("jax", reason="JAX is not installed")
    line, said = first(tmp_path, KERNEL.format(0.0, "kernel + JITTER * jnp.eye(30)"))
    assert line == 2
    assert "(line 5) changes nothing: the matrix is not positive definite (its smallest eigenvalue" in said


@pytest.mark.filterwarnings("ignore")
def test_a_matrix_that_is_not_positive_definite(tmp_path: Path) -> None:
    """Where nothing is added to the diagonal, the factorisation itself is blamed, with the eigenvalue."""
    pytest.importorskip("jax", reason="JAX is not installed")
    line, said = first(tmp_path, KERNEL.format(0.0, "kernel - 0.5 * jnp.eye(30)"))
    assert line == 6
    assert "factorises a matrix that is not positive definite: its smallest eigenvalue is -0.5" in said


COMPILED = (
    "import jax\nimport jax.numpy as jnp\nNOISE = {}\ndef covariance(x, noise=NOISE):\n"
    "    return jnp.exp(-((x[:, None] - x[None, :]) ** 2)) + noise**2 * jnp.eye(len(x))\n@jax.jit\n"
    "def loss(x):\n    root = jnp.linalg.cholesky(covariance(x) - {})\n    return jnp.log(jnp.diag(root)).sum()\n"
    "print(float(loss(jnp.linspace(0, 1, 30))))"
)


@pytest.mark.filterwarnings("ignore")
def test_a_noise_of_zero_in_a_compiled_function(tmp_path: Path) -> None:
    pytest.importorskip("jax", reason="JAX is not installed")
    line, said = first(tmp_path, COMPILED.format(0.0, 0.0))
    assert line == 3
    assert "whose factor line 8 takes" in said


@pytest.mark.filterwarnings("ignore")
def test_a_noise_in_a_compiled_function_that_is_not_to_blame(tmp_path: Path) -> None:
    pytest.importorskip("jax", reason="JAX is not installed")
    assert first(tmp_path, COMPILED.format(0.01, 2.0))[0] != 3
