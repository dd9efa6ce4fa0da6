"""What is recorded of a program that uses JAX: calls, operands, compile steps, and the way of the data."""

from __future__ import annotations

import functools
import gc
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("jax", reason="JAX is not installed")

import jax
import jax.numpy as jnp
import numpy as np

import numscope
from numscope.cli.main import main
from numscope.trace import Operation, Trace

HERE = Path(__file__).parent
PROGRAM = HERE / "small_program.py"
SOURCES = str(Path(numscope.__file__).resolve().parent.parent)
COMMAND = "import sys; from numscope.cli.main import main; sys.exit(main())"


def recorded(folder: Path, program: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run `numscope run` of a program into `folder`/trace.numscope."""
    words = ["run", "--output", str(folder / "trace.numscope"), *options, str(program)]
    return subprocess.run(
        [sys.executable, "-c", COMMAND, *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=280,
        # Else as the plain run: BLAS computes other bits on another OPENBLAS_CORETYPE.
        env={
            **{name: text for name, text in os.environ.items() if not name.startswith("NUMSCOPE")},
            "PYTHONPATH": SOURCES,
            "HOME": str(folder),
        },
        cwd=folder,
    )


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    done = recorded(folder, PROGRAM)
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr, done.stderr
    return folder / "trace.numscope"


@pytest.fixture(scope="module")
def trace(path: Path) -> Trace:
    return numscope.open(path)


@pytest.fixture(scope="module")
def children(trace: Trace) -> dict[int, list[Operation]]:
    """The operations right inside others."""
    found: dict[int, list[Operation]] = {}
    for operation in trace:
        if operation.parent is not None:
            found.setdefault(operation.parent, []).append(operation)
    return found


@pytest.fixture(scope="module")
def own(trace: Trace) -> dict[str, list[Operation]]:
    """The program's own calls by name."""
    found: dict[str, list[Operation]] = {}
    for operation in trace:
        if operation.user_visible:
            found.setdefault(operation.name, []).append(operation)
    return found


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def test_calls_have_the_names_by_which_programs_make_them(own: dict[str, list[Operation]]) -> None:
    expected = {
        *("jax.numpy.asarray", "jax.numpy.sin", "jax.numpy.full", "jax.Array.__add__", "jax.Array.at.set"),
        *("jax.jit.__main__.loss", "jax.jit.__main__.power", "jax.grad.__main__.loss", "jax.random.normal"),
        *("jax.jit.__main__.advance", "jax.Array.astype", "jax.random.key", "jax.jit.__main__.<lambda>"),
    }
    assert expected <= own.keys()
    assert len(own["jax.jit.__main__.loss"]) == 2


def test_operands_are_numpys_values(own: dict[str, list[Operation]]) -> None:
    given = np.linspace(1.0, 2.0, 8).astype(np.float32)
    add = own["jax.Array.__add__"][0]
    assert [operand.dtype for operand in add.inputs] == ["float32", "float32"]
    np.testing.assert_array_equal(add.inputs[0].value(), given)
    np.testing.assert_array_equal(add.outputs[0].value(), given + given)
    assert add.outputs[0].type == "jax.Array"
    assert add.outputs[0].statistics.maximum == 4.0


def test_arrays_in_dictionaries_and_named_tuples_are_operands(own: dict[str, list[Operation]]) -> None:
    loss = own["jax.jit.__main__.loss"][0]
    arrays = [operand for operand in loss.inputs if operand.kind == "array"]
    assert [array.shape for array in arrays] == [(), (), (8,)]
    assert [float(array.value()) for array in arrays[:2]] == [0.5, 0.0]
    advance = own["jax.jit.__main__.advance"][0]
    assert sum(operand.kind == "array" for operand in advance.inputs) == 3
    assert [operand.kind for operand in advance.outputs] == ["array", "array"]
    gradient = own["jax.grad.__main__.loss"][0]
    assert sum(operand.kind == "array" for operand in gradient.outputs) == 2


def test_a_jitted_function_is_found_in_the_source(own: dict[str, list[Operation]]) -> None:
    loss = own["jax.jit.__main__.loss"][0]
    lines = PROGRAM.read_text().splitlines()
    line = int(str(loss.attributes["defined"]).rpartition(":")[2])
    assert lines[line - 1] == "@jax.jit"
    assert lines[line] == "def loss(params, x):"


def test_compiling_is_inside_the_call_that_needed_it(children: Any, own: dict[str, list[Operation]]) -> None:
    first, second = own["jax.jit.__main__.loss"]
    inside = {operation.name: operation for operation in children[first.id]}
    assert {"jax.trace", "jax.lower", "jax.compile"} <= inside.keys()
    assert inside["jax.compile"].duration_ns > 1e5
    assert inside["jax.compile"].duration_ns < first.duration_ns
    assert "loss" in str(inside["jax.compile"].attributes["function"])
    assert second.id not in children


def test_tracers_are_described_and_have_no_values(children: Any, own: dict[str, list[Operation]]) -> None:
    first = own["jax.jit.__main__.loss"][0]
    log = next(one for one in children[first.id] if one.name == "jax.numpy.log")
    assert "traced float32[8]" in str(log.inputs[0].value())
    assert (
        log.user_site.line
        == PROGRAM.read_text().splitlines().index('    return jnp.log(x * params["w"] + params["b"]).sum()')
        + 1
    )


def test_bfloat16_has_statistics_and_keys_have_numbers(own: dict[str, list[Operation]]) -> None:
    half = own["jax.Array.astype"][0].outputs[0]
    assert half.dtype == "bfloat16"
    assert half.statistics.maximum == 5.0
    key = own["jax.random.normal"][0].inputs[0]
    np.testing.assert_array_equal(key.value(), np.asarray(jax.random.key_data(jax.random.key(0))))


def test_the_graph_leads_from_numpy_through_jax_to_numpy(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(capsys, "graph", str(path))
    links = [line.strip() for line in text.splitlines()]
    after = {name: then for line, then in itertools.pairwise(links) if (name := line.partition(" ")[0])}
    assert after["jax.numpy.asarray"].startswith("<- numpy.linspace")
    assert after["jax.Array.__add__"].startswith("<- jax.numpy.asarray")
    assert after["jax.Array.at.set"].startswith("<- jax.numpy.sin")
    assert after["numpy.asarray"].startswith("<- jax.Array.at.set")
    assert after["numpy.absolute"].startswith("<- numpy.asarray")
    assert text.splitlines()[-1].endswith(" 0 gaps")


@pytest.mark.parametrize(
    "words", [("ls",), ("top",), ("nan",), ("show", "{id}"), ("advise",), ("top", "--by", "operation")]
)
def test_views_show_it(
    words: tuple[str, ...], path: Path, own: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    number = str(own["jax.jit.__main__.loss"][0].id)
    command, *rest = (word.format(id=number) for word in words)
    text = shown(capsys, command, str(path), *rest)
    assert "jax" in text or command in ("nan", "advise")


def test_the_program_computes_and_compiles_the_same(tmp_path: Path) -> None:
    program = HERE / "jax_statements.py"
    plain = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True, timeout=280)
    done = recorded(tmp_path, program, "--values", "stats")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(plain.stdout)
    with numscope.open(tmp_path / "trace.numscope") as trace:
        names = {operation.name for operation in trace if operation.user_visible}
    assert {"jax.lax.scan", "jax.lax.while_loop", "jax.lax.cond", "jax.vmap.__main__.<lambda>"} & names
    assert {
        "jax.Array.__getitem__",
        "jax.numpy.linalg.solve",
        "jax.device_get",
        "jax.custom_jvp.__main__.soft",
    } & names


def test_functions_with_a_gradient_of_their_own_are_called_by_their_names(tmp_path: Path) -> None:
    def doubled(v: Any) -> Any:
        return 2 * v

    by_jvp, by_vjp = jax.custom_jvp(doubled), jax.custom_vjp(doubled)
    partial = jax.custom_jvp(functools.partial(jnp.multiply, 3.0))  # has no name of its own
    for one in (by_jvp, partial):
        one.defjvp(lambda primals, tangents: (primals[0], tangents[0]))
    by_vjp.defvjp(lambda v: (2 * v, None), lambda _, slope: (2 * slope,))
    x = jnp.array([-1.0, 2.0])
    with numscope.record(tmp_path / "block.numscope", values="stats"):
        results = [f(x) for f in (jax.nn.relu, by_jvp, by_vjp, by_jvp, jax.nn.relu6, partial)]
        jax.jit(by_jvp)(x)  # while it is traced
    assert [list(map(float, result)) for result in results] == [
        [0, 2],
        [-2, 4],
        [-2, 4],
        [-2, 4],
        [0, 2],
        [-3, 6],
    ]
    with numscope.open(tmp_path / "block.numscope") as trace:
        called = [operation for operation in trace if operation.user_visible][: len(results)]
        relus = [operation for operation in trace if operation.name == "jax.nn.relu"]
    own = "test_functions_with_a_gradient_of_their_own_are_called_by_their_names.doubled"
    of_jvp, of_vjp = (f"jax.{kind}.{__name__}.{own}" for kind in ("custom_jvp", "custom_vjp"))
    names = [operation.name for operation in called]
    assert names[:5] == ["jax.nn.relu", of_jvp, of_vjp, of_jvp, "jax.nn.relu6"]
    assert names[5].startswith("jax.custom_jvp.")
    assert [operation.inputs[0].shape for operation in called] == [(2,)] * len(called)
    assert [len(operation.inputs) for operation in called] == [1] * len(called)  # the function is none
    assert len(relus) == 1  # what it computes is no second one


def test_functions_made_in_passing_can_die(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "block.numscope", values="stats"):
        made = [jax.jit(lambda v, n=n: v + n) for n in range(20)]
        kinds = type(made[0])
        assert float(made[3](1.0)) == 4.0
        gradients = [jax.grad(lambda v, n=n: v * n) for n in range(20)]
        assert float(gradients[5](1.0)) == 5.0
        del made, gradients
        gc.collect()
        alive = [one for one in gc.get_objects() if type(one) is kinds and one.__name__ == "<lambda>"]
        assert len(alive) < 5
    assert float(jax.jit(lambda v: v + 1)(1.0)) == 2.0


def test_what_was_jitted_before_the_recording_is_seen(tmp_path: Path) -> None:
    before = jax.jit(lambda v: jnp.cos(v) * 2)
    x = jnp.arange(3.0)
    before(x)
    count = before._cache_size()
    with numscope.record(tmp_path / "block.numscope", values="stats"):
        before(x)
    assert before._cache_size() == count
    with numscope.open(tmp_path / "block.numscope") as trace:
        names = [operation.name for operation in trace if operation.user_visible]
    assert len([name for name in names if name.startswith("jax.jit.")]) == 1


def test_without_values_nothing_waits_and_shapes_are_there(tmp_path: Path) -> None:
    slow = jax.jit(lambda a: jax.lax.fori_loop(0, 60, lambda i, b: jnp.sin(b @ b) / 1000, a))
    a = jnp.ones((400, 400))
    slow(a).block_until_ready()
    with numscope.record(tmp_path / "block.numscope", values="none"):
        result = slow(a)
        ready = result.is_ready()
    assert not ready
    with numscope.open(tmp_path / "block.numscope") as trace:
        operation = next(one for one in trace if one.name.startswith("jax.jit."))
    assert operation.outputs[0].shape == (400, 400)
    assert operation.outputs[0].hash is None
