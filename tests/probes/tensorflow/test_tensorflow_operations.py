"""TensorFlow's operations: eager ones and gradients with their values, graphs as they are made and as they run."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.cli.main import main
from numscope.trace import Operation, Trace

_SPEC = importlib.util.find_spec("tensorflow")
if _SPEC is None or _SPEC.origin is None:
    pytest.skip("TensorFlow is not installed", allow_module_level=True)

PROGRAM = Path(__file__).with_name("program.py")
ENVIRONMENT = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
TABLE = np.arange(1, 7, dtype="f4").reshape(2, 3)
# The function is traced before the recording begins, and another one inside of it.
LATE = """\
import sys
import numpy as np
import tensorflow as tf
import numscope
@tf.function
def early(x):
    return tf.sqrt(x) * 2
@tf.function
def late(x):
    return tf.sqrt(x) * 2
x = tf.constant([1.0, 4.0])
early(x)
with numscope.record(sys.argv[1]):
    early(x)
    late(x)
print((tf.sqrt(x) + 1).numpy())
"""
# Without the private module with callbacks.
NEWER = '__version__ = "2.99.0"\n'
OLD = '__version__ = "2.9.1"\n'


def prints(*command: str) -> subprocess.CompletedProcess[str]:
    """Run Python; it must succeed."""
    done = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=False, timeout=200, env=ENVIRONMENT
    )
    assert done.returncode == 0, done.stderr
    return done


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Trace:
    path = tmp_path_factory.mktemp("tensorflow") / "t.numscope"
    plain = prints(str(PROGRAM)).stdout
    recorded = prints("-m", "numscope", "run", "--output", str(path), str(PROGRAM))
    assert recorded.stdout == plain
    assert "warning" not in recorded.stderr
    return numscope.open(path)


def on_line(trace: Trace, text: str) -> list[Operation]:
    """Return the outermost operations of the first line with this text."""
    lines = PROGRAM.read_text().splitlines()
    line = next(number for number, one in enumerate(lines, 1) if text in one)
    rows = trace.sql(
        "select id from operations where depth = 0 and user_line = ? and user_file like '%program.py' order by id",
        [line],
    )
    return trace.operations.fetch(rows.column("id").to_pylist())


def inside(trace: Trace, operation: Operation) -> list[str]:
    """Return the names of what ran inside."""
    last = [operation.id]
    names = []
    while last:
        rows = trace.sql(f"select id, name from operations where parent in ({', '.join(map(str, last))})")
        last = rows.column("id").to_pylist()
        names += rows.column("name").to_pylist()
    return names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a = tf.constant", ["tensorflow.constant"]),
        ("total =", ["tensorflow.sin", "tensorflow.Tensor.__add__"]),
        ("product =", ["tensorflow.matmul"]),
        ("weights = tf", ["tensorflow.Variable"]),
        ("slope =", ["tensorflow.GradientTape.gradient"]),
        ("weights.assign", ["tensorflow.Tensor.__rmul__", "tensorflow.Variable.assign_sub"]),
        ("first =", ["tensorflow.Function.__call__"]),
        ("fused =", ["tensorflow.Function.__call__"]),
        ("back =", ["numpy.asarray"]),
    ],
)
def test_the_programs_calls_are_operations(trace: Trace, text: str, names: list[str]) -> None:
    assert [one.name for one in on_line(trace, text)] == names


def test_values_are_those_that_numpy_computes(trace: Trace) -> None:
    sine, added = on_line(trace, "total =")
    np.testing.assert_allclose(sine.outputs[0].value(), np.sin(TABLE), rtol=1e-6)
    np.testing.assert_allclose(added.outputs[0].value(), np.sin(TABLE) + TABLE, rtol=1e-6)
    (product,) = on_line(trace, "product =")
    np.testing.assert_allclose(product.outputs[0].value(), TABLE @ TABLE.T)
    (slope,) = on_line(trace, "slope =")
    np.testing.assert_allclose(slope.outputs[0].value(), [2.0, 1.0, 2 / 3], rtol=1e-6)


def test_a_variable_is_recorded_before_and_after_it_changes(trace: Trace) -> None:
    change = on_line(trace, "weights.assign")[1]
    np.testing.assert_allclose(change.inputs[0].value(), [1.0, 2.0, 3.0])
    np.testing.assert_allclose(change.mutated[0].value(), [0.8, 1.9, 3 - 0.2 / 3], rtol=1e-6)


def test_operations_below_have_tensorflows_own_names_and_inputs(trace: Trace) -> None:
    (product,) = on_line(trace, "product =")
    below = [
        one for one in trace.operations.fetch([product.id + 1]) if one.name == "tensorflow.raw_ops.MatMul"
    ]
    assert [operand.name for operand in below[0].inputs] == ["a", "b"]
    assert below[0].attributes["transpose_b"] == 1


def test_a_gradient_is_recorded_with_what_it_computes(trace: Trace) -> None:
    (slope,) = on_line(trace, "slope =")
    assert "tensorflow.raw_ops.Reciprocal" in inside(trace, slope)


def test_a_function_is_traced_once_and_its_graph_runs_at_each_call(trace: Trace) -> None:
    (first,) = on_line(trace, "first =")
    second = on_line(trace, "second =")[-1]
    assert "tensorflow.traced.Sqrt" in inside(trace, first)
    assert "tensorflow.graph.step" in inside(trace, first)
    assert inside(trace, second) == ["tensorflow.graph.step"]
    wanted = np.sqrt(TABLE + 1).sum(dtype="f4")
    np.testing.assert_allclose(second.outputs[0].value(), wanted, rtol=1e-6)


def test_bfloat16_has_its_elements(trace: Trace) -> None:
    cast, doubled = on_line(trace, "half =")
    assert cast.outputs[0].dtype == "bfloat16"
    assert doubled.outputs[0].hash is not None


def test_nan_names_the_logarithm(trace: Trace, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nan", str(trace.path)]) == 1
    first, second = capsys.readouterr().out.splitlines()[:2]
    assert "takes the logarithm of" in first
    assert "negative = tf.math.log(a - 2.0)" in second


def test_graph_goes_from_numpy_through_tensorflow_and_back(
    trace: Trace, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["graph", str(trace.path)])
    lines = capsys.readouterr().out.splitlines()
    # The first of each name.
    follows = {lines[at].split(" #")[0]: lines[at + 1] for at in reversed(range(len(lines) - 1))}
    assert "numpy.ndarray.reshape" in follows["tensorflow.constant"]
    assert "tensorflow.Tensor.__add__" in follows["numpy.asarray"]


def test_a_graph_traced_before_is_dark_and_runs_as_one(tmp_path: Path) -> None:
    script = tmp_path / "late.py"
    script.write_text(LATE)
    assert prints(str(script), str(tmp_path / "late.numscope")).stdout == "[2. 3.]\n"
    operations = numscope.open(tmp_path / "late.numscope").operations
    names = [one.name for one in operations]
    assert names.count("tensorflow.graph.early") == 1
    assert names.count("tensorflow.graph.late") == 1
    assert names.count("tensorflow.traced.Sqrt") == 1  # of `late` only


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        (OLD, "TensorFlow 2.9.1 is older than 2.16"),
        (NEWER, "this TensorFlow does not call back after its operations"),
    ],
)
def test_a_version_that_does_not_fit_is_one_warning(tmp_path: Path, module: str, reason: str) -> None:
    (tmp_path / "tensorflow").mkdir()
    (tmp_path / "tensorflow" / "__init__.py").write_text(module)
    script = tmp_path / "program.py"
    script.write_text("import numpy\nimport tensorflow\nprint('done')\n")
    done = prints("-m", "numscope", "run", "--output", str(tmp_path / "t.numscope"), str(script))
    assert done.stdout == "done\n"
    assert reason in done.stderr
    assert done.stderr.count("tensorflow-unrecorded") == 1


def test_advice_names_functions_that_there_are() -> None:
    source = (
        "import re, tensorflow as tf; from numscope.operations.lore import nonfinite\n"
        "said = [nonfinite.advice(kind, 'tensorflow.inside.Sqrt') for kind in nonfinite._ADVICE]\n"
        "names = {name for text in said for name in re.findall(r'tf(?:\\.\\w+)+', text)}\n"
        "print(len(names) > 3, [name for name in names if not eval(f'callable({name})')])"
    )
    assert prints("-c", source).stdout == "True []\n"


def test_the_private_parts_are_where_they_are_expected() -> None:
    source = "import tensorflow; from numscope.probes.tensorflow.probe import PROBE; print(PROBE.missing())"
    assert prints("-c", source).stdout == "[]\n"
