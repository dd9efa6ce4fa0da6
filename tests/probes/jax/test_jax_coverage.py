"""How much of JAX's public API is watched, counted in the installed JAX itself."""

from __future__ import annotations

import importlib
import json

import pytest

from numscope.cli.main import main

pytest.importorskip("jax")


def coverage(capsys: pytest.CaptureFixture[str]) -> dict[str, str | None]:
    assert main(["coverage", "--library", "jax", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["watched"] >= 0.98 * answer["computing"] > 900
    return {entry["name"]: None if entry["watched"] else entry["reason"] for entry in answer["entries"]}


def test_nearly_all_that_computes_is_watched_and_the_rest_has_a_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    reasons = coverage(capsys)
    for name in ("jax.numpy.sin", "jax.nn.relu", "jax.scipy.special.logit", "jax.scipy.signal.convolve"):
        assert reasons[name] is None
    for name in ("jax.Array.sum", "jax.lax.scan", "jax.scipy.stats.t.logpdf", "jax.random.normal"):
        assert reasons[name] is None
    assert "types and settings" in str(reasons["jax.numpy.result_type"])


@pytest.mark.parametrize("module", ["jax.numpy", "jax.numpy.linalg", "jax.scipy.special", "jax.nn"])
def test_no_public_function_is_forgotten(module: str, capsys: pytest.CaptureFixture[str]) -> None:
    listed = coverage(capsys)
    public = importlib.import_module(module)
    kinds = ("PjitFunction", "function", "custom_jvp", "ufunc")
    for name, found in vars(public).items():
        own = str(getattr(found, "__module__", "")).startswith("jax")  # iterable() is NumPy's
        if own and not name.startswith("_") and type(found).__name__ in kinds:
            assert f"{module}.{name}" in listed
