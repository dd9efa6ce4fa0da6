"""examples/jax_fit.py under every view: NumPy's data, a jitted step of JAX, and a rate that is too large."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("jax", reason="JAX is not installed")

import numscope
from numscope.cli.main import main

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "examples" / "jax_fit.py"
SOURCES = str(Path(numscope.__file__).resolve().parent.parent)
COMMAND = "import sys; from numscope.cli.main import main; sys.exit(main())"


def record(trace: Path, *options: str, words: tuple[str, ...] = ()) -> str:
    """Record the example into `trace` and return what it printed."""
    command = [sys.executable, "-c", COMMAND, "run", "-o", str(trace), *options, str(EXAMPLE), *words]
    environ = {**os.environ, "PYTHONPATH": SOURCES}
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=200, env=environ)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> str:
    trace = tmp_path_factory.mktemp("good") / "fit.numscope"
    plain = subprocess.run([sys.executable, EXAMPLE], capture_output=True, text=True, check=True, timeout=200)
    assert record(trace) == plain.stdout
    return str(trace)


@pytest.fixture(scope="module")
def bad(tmp_path_factory: pytest.TempPathFactory) -> str:
    trace = tmp_path_factory.mktemp("bad") / "fit.numscope"
    record(trace, "--inside-jit", words=("--rate", "3.0"))
    return str(trace)


def test_ls_has_a_line_for_each_step(good: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ls", good, "--limit", "200"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum("jax.jit.__main__.step" in line for line in lines) == 60
    assert sum("numpy.random.Generator.normal" in line for line in lines) == 1


def test_nan_is_silent_over_the_good_run(good: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nan", good]) == 0
    assert "no NaN" in capsys.readouterr().out


def test_nan_names_the_logarithm_inside_the_jitted_step(bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nan", bad]) == 1
    first, second = capsys.readouterr().out.splitlines()[:2]
    assert "takes the logarithm of negative numbers: `parameters['width']` is negative" in first
    assert "jnp.log(parameters" in second


def test_the_graph_has_no_gap(good: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", good, "--collapse", "call"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[-1].endswith(" 0 gaps")
    step = out.index("jax.jit.__main__.step")
    assert "numpy.ndarray.astype" in out[step : out.index("jax.jit.__main__.step", step + 1)]


def test_diff_says_that_the_rate_is_the_cause(
    good: str, bad: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", good, bad]) == 1
    out = capsys.readouterr().out
    assert "argument 3: 0.3 -> 3.0" in out
    assert "jax.jit.__main__.step" in out


def test_replay_gives_the_same_bits(good: str, capsys: pytest.CaptureFixture[str]) -> None:
    with numscope.open(good) as trace:
        ids = [
            one.id for one in trace if one.user_visible and one.name in ("jax.Array.__mul__", "jax.numpy.exp")
        ]
    assert len(ids) >= 2
    for number in ids[:2]:
        assert main(["replay", good, str(number), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["identical"] == 1


@pytest.mark.long
def test_report_and_precision_run(good: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "fit.html"
    assert main(["report", good, "-o", str(page)]) == 0
    assert page.stat().st_size > 100_000
    assert main(["precision", good]) == 0
