"""`run --inside-jit`: what happens inside jitted functions, and that the program's own results stay what they are."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("jax", reason="JAX is not installed")

import jax
import jax.numpy as jnp
import numpy as np
from test_jax_calls import recorded

import numscope
from numscope.cli.main import main
from numscope.trace import Operation, Trace

HERE = Path(__file__).parent
PROGRAM = HERE / "inside_program.py"


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    folder = tmp_path_factory.mktemp("inside")
    ended = recorded(folder, PROGRAM, "--inside-jit")
    assert ended.returncode == 0, ended.stderr
    return folder / "trace.numscope", ended


@pytest.fixture(scope="module")
def trace(done: Any) -> Trace:
    return numscope.open(done[0])


@pytest.fixture(scope="module")
def children(trace: Trace) -> dict[int, list[Operation]]:
    found: dict[int, list[Operation]] = {}
    for operation in trace:
        if operation.parent is not None:
            found.setdefault(operation.parent, []).append(operation)
    return found


def shadow_of(name: str, trace: Trace, children: dict[int, list[Operation]]) -> list[Operation]:
    """The shadows inside the calls of a jitted function."""
    ids = trace.sql("select id from operations where name = ? order by id", [f"jax.jit.__main__.{name}"])
    calls = ids["id"].to_pylist()
    return [inner for call in calls for inner in children[call] if inner.name == "jax.shadow"]


def test_the_program_prints_what_it_prints(done: Any) -> None:
    plain = subprocess.run([sys.executable, PROGRAM], capture_output=True, text=True, check=True, timeout=200)
    assert sorted(done[1].stdout.splitlines()) == sorted(plain.stdout.splitlines())
    assert "traced 1 [1, 1, 1, 1, 1, 1]" in plain.stdout


def test_every_equation_gives_what_jax_gives_without_jit(trace: Trace, children: Any) -> None:
    shadows = shadow_of("step", trace, children)
    assert len(shadows) == 3
    inside = {one.name: one for one in reversed(children[shadows[0].id])}  # the first of each: forward
    w = jnp.linspace(-1, 1, 12).reshape(4, 3)
    with jax.disable_jit():
        product = jnp.ones((5, 4)) @ w
        expected = {"dot_general": product, "tanh": jnp.tanh(product), "max": jax.nn.relu(jnp.tanh(product))}
    assert {"jax.shadow.exp", "jax.shadow.log"} <= inside.keys()
    np.testing.assert_allclose(
        inside["jax.shadow.dot_general"].outputs[0].value(), expected["dot_general"], rtol=1e-5
    )
    np.testing.assert_allclose(inside["jax.shadow.tanh"].outputs[0].value(), expected["tanh"], rtol=1e-5)
    line = inside["jax.shadow.tanh"].site.line
    assert "jnp.tanh(x @ w)" in PROGRAM.read_text().splitlines()[line - 1]


def test_shadows_say_how_far_they_lie_from_the_results(trace: Trace, children: Any) -> None:
    for name in ("step", "keyed", "walk", "counted"):
        for shadow in shadow_of(name, trace, children):
            assert shadow.attributes["inside"] == "shadow"
            assert float(str(shadow.attributes["deviation"])) < 1e-5


def test_loops_show_the_iteration_that_went_wrong(trace: Trace, children: Any) -> None:
    (shadow,) = shadow_of("walk", trace, children)
    scan = next(one for one in children[shadow.id] if one.name == "jax.shadow.scan")
    division = next(one for one in children[scan.id] if one.name == "jax.shadow.div")
    assert (division.attributes["iteration"], division.attributes["iterations"]) == (3, 6)
    assert float(division.inputs[1].value()) == 0.0
    assert np.isinf(division.outputs[0].value())
    (shadow,) = shadow_of("shrink", trace, children)
    loop = next(one for one in children[shadow.id] if one.name == "jax.shadow.while")
    log = next(one for one in children[loop.id] if one.name == "jax.shadow.log")
    assert np.isnan(log.outputs[0].value())
    assert not np.isnan(log.inputs[0].value())
    (shadow,) = shadow_of("choose", trace, children)
    branch = next(one for one in children[shadow.id] if one.name == "jax.shadow.cond")
    assert [one.name for one in children[branch.id]] == ["jax.shadow.neg", "jax.shadow.sqrt"]


def test_what_can_not_run_twice_is_refused_with_the_reason(done: Any, trace: Trace, children: Any) -> None:
    (shadow,) = shadow_of("lost", trace, children)
    assert "donated" in str(shadow.attributes["inside"])
    (shadow,) = shadow_of("noisy", trace, children)
    assert "effects" in str(shadow.attributes["inside"])
    assert done[1].stdout.count("x is") == 1
    assert "does not see inside lost" in done[1].stderr


ISSUES = {
    "log_of_zero": ("log_of_zero.py:11 takes the logarithm of zero: `picked` is 0", "jnp.log(picked)"),
    "norm_at_zero": ("norm_at_zero.py:10 divides", "jnp.linalg.norm(apart, axis=-1)"),
    "softmax_overflow": ("softmax_overflow.py:9 overflows: exp of numbers up to 95", "jnp.exp(scores)"),
    "where_trap": (
        "where_trap.py:8 has an infinite slope: sqrt has no finite gradient at one of its inputs (line 17)",
        "jnp.sqrt(x)",
    ),
    "integer_division": ("integer_division.py:8 divides by zero: `visits` is 0 in 1 of 3", "clicks / visits"),
}


def test_nan_names_the_lines_where_it_began(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = recorded(tmp_path, HERE / "issues_program.py", "--inside-jit")
    assert done.returncode == 0, done.stderr
    assert main(["nan", str(tmp_path / "trace.numscope")]) == 1
    lines = capsys.readouterr().out.splitlines()
    found = {
        line: then for line, then in itertools.pairwise(lines) if line[:1].isdecimal() and "issues/" in line
    }
    assert len(found) == len(ISSUES)
    for headline, source in ISSUES.values():
        assert [then for line, then in found.items() if headline in line and source in then], (
            headline,
            lines,
        )
