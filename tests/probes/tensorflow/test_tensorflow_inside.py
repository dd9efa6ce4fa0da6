"""With --inside-jit, nodes of graphs show what they computed while a graph ran, each at the line that made it."""

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

EVERY_WAY = Path(__file__).with_name("program.py")
LOOP = """\
import sys
import tensorflow as tf
if sys.argv[1:]:
    import numscope.probes.tensorflow.inside as inside
    inside.MOST_NODES = int(sys.argv[1])
@tf.function
def total(rows):
    kept = tf.constant(0.0)
    for row in rows:
        if tf.reduce_sum(row) > 1.0:
            kept += tf.reduce_sum(tf.math.log(row))
    return kept * 2
print(float(total(tf.constant([[1.0, 2.0], [0.0, 1.0], [3.0, -1.0]]))))
"""
LAYERS = """\
import keras
import numpy as np
import tensorflow as tf
keras.utils.set_random_seed(1)
class Root(keras.layers.Layer):
    def call(self, x):
        return tf.sqrt(x)
model = keras.Sequential([keras.layers.Dense(4, name="hidden"), Root(name="root"), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(np.ones((64, 3), "f4"), np.ones((64, 1), "f4"), epochs=1, verbose=0, batch_size=32)
"""


LONG = """\
import tensorflow as tf
import numscope.probes.tensorflow.summaries as summaries
summaries._MOST_WAITING = 100
most = [0]

@tf.function
def total(x):
    for _ in tf.range(400):
        x = tf.sin(x) + 1.0
    return x

emptied = summaries.Summaries.empty
def empty(self):
    if self._queue is None:
        self._queue = self._make_queue()
    most[0] = max(most[0], int(tf.raw_ops.QueueSizeV2(handle=self._queue)))
    emptied(self)
summaries.Summaries.empty = empty
total(tf.constant([1.0]))
print(most[0])
"""


def record(script: Path, *arguments: str, inside: bool = True, values: str = "full") -> tuple[str, Trace]:
    """Run a script under numscope; return what it printed and its trace."""
    trace = script.parent / f"{script.stem}{len(arguments)}{inside}{values}.numscope"
    options = ["--values", values, *(["--inside-jit"] if inside else [])]
    command = ["-m", "numscope", "run", *options, "--output", str(trace), str(script), *arguments]
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    done = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=False, timeout=250, env=environment
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout, numscope.open(trace)


def named(trace: Trace, name: str) -> list[Operation]:
    return [one for one in trace.operations if one.name == name]


@pytest.fixture(scope="module")
def loop(tmp_path_factory: pytest.TempPathFactory) -> Trace:
    script = tmp_path_factory.mktemp("inside") / "loop.py"
    script.write_text(LOOP)
    printed, trace = record(script)
    assert printed == "nan\n"
    return trace


def test_nodes_hold_what_numpy_computes_of_their_inputs(loop: Trace) -> None:
    logarithms = named(loop, "tensorflow.inside.Log")
    assert [one.inputs[0].value().tolist() for one in logarithms] == [[1.0, 2.0], [3.0, -1.0]]
    with np.errstate(invalid="ignore"):
        for one in logarithms:
            np.testing.assert_allclose(one.outputs[0].value(), np.log(one.inputs[0].value()), rtol=1e-6)
    sums = [float(one.outputs[0].value()) for one in named(loop, "tensorflow.inside.Sum")]
    assert sums[:2] == [3.0, pytest.approx(np.log(2.0))]


def test_nodes_run_inside_the_graph_and_stand_at_the_line_that_made_them(loop: Trace) -> None:
    (graph,) = named(loop, "tensorflow.graph.total")
    for one in named(loop, "tensorflow.inside.Log"):
        assert one.parent == graph.id
        assert one.site is not None
        assert (
            one.site.line
            == LOOP.splitlines().index("            kept += tf.reduce_sum(tf.math.log(row))") + 1
        )


def test_nan_names_the_line_inside_the_function(loop: Trace, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nan", str(loop.path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "takes the logarithm of negative numbers: `row` is negative in 1 of 2 values" in lines[0]
    assert lines[1].strip() == "kept += tf.reduce_sum(tf.math.log(row))"


def test_what_there_is_no_room_for_is_counted(tmp_path: Path) -> None:
    script = tmp_path / "loop.py"
    script.write_text(LOOP)
    printed, trace = record(script, "3")
    assert printed == "nan\n"
    (left_out,) = named(trace, "tensorflow.inside.left_out")
    kept = [
        one for one in trace.operations if one.name.startswith("tensorflow.inside.") and one is not left_out
    ]
    assert len(kept) == 3 + 1
    assert int(left_out.attributes["nodes"] or 0) > 10


def test_a_fit_in_a_graph_names_the_layer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "layers.py"
    script.write_text(LAYERS)
    trace = record(script)[1]
    assert main(["nan", str(trace.path)]) == 1
    answer = capsys.readouterr().out
    assert "takes the square root of negative numbers" in answer.splitlines()[0]
    assert answer.splitlines()[1].strip() == "return tf.sqrt(x)"
    assert "/root" in answer


def test_a_fit_in_a_graph_is_named_without_a_look_inside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "layers.py"
    script.write_text(LAYERS)
    trace = record(script, inside=False)[1]
    assert main(["nan", str(trace.path)]) == 1
    assert "model.fit(" in capsys.readouterr().out.splitlines()[1]
    assert [one for one in trace.operations if one.name.startswith("tensorflow.inside.")] == []


def test_the_program_that_does_everything_computes_the_same(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(EVERY_WAY.read_text())
    plain, _ = record(script, inside=False)
    inside, trace = record(script)
    assert inside == plain  # on a CPU, of these operations: XLA's function is left as it is
    assert len(named(trace, "tensorflow.raw_ops.Square")) == 1  # of another thread
    assert named(trace, "tensorflow.inside.Tanh") == []


SUMMARISED = """\
import numpy as np
import tensorflow as tf
LARGE = 3000  # above what TensorFlow summarises

@tf.function
def work(small, large, half, whole, yes):
    with tf.name_scope("seen"):
        return (
            tf.sqrt(small), tf.exp(large), half + half, whole - 1, tf.logical_not(yes), tf.complex(small, small) * 2,
            tf.math.log(tf.abs(small)),
        )

values = tf.constant([4.0, 0.0, -1.0, np.inf, np.nan])
work(values, tf.ones(LARGE), tf.cast(values, tf.bfloat16), tf.constant([[1, 5], [0, 1]]), tf.constant([True, False]))
"""


@pytest.fixture(scope="module")
def summarised(tmp_path_factory: pytest.TempPathFactory) -> Trace:
    script = tmp_path_factory.mktemp("summaries") / "work.py"
    script.write_text(SUMMARISED)
    return record(script, values="stats")[1]


def statistics_of(array: np.ndarray) -> tuple[float, ...]:
    """Return what a recorder says of an array: minimum, maximum, mean, deviation over finite elements, then counts."""
    wide = array.astype(np.float64)
    finite = wide[np.isfinite(wide)]
    numbers = (finite.min(), finite.max(), finite.mean(), finite.std())
    counts = (wide == 0, np.isnan(wide), wide == np.inf, wide == -np.inf)
    return (*map(float, numbers), *(int(one.sum()) for one in counts))


@pytest.mark.parametrize("name", ["Sqrt", "AddV2", "Sub", "LogicalNot", "Log"])
def test_small_nodes_have_the_statistics_that_numpy_computes(summarised: Trace, name: str) -> None:
    values = np.array([4.0, 0.0, -1.0, np.inf, np.nan])
    with np.errstate(invalid="ignore", divide="ignore"):
        truth = {
            "Sqrt": np.sqrt(values),
            "AddV2": values * 2,
            "Sub": np.array([[0, 4], [-1, 0]]),
            "LogicalNot": np.array([False, True]),
            "Log": np.log(np.abs(values)),
        }[name]
    node = named(summarised, f"tensorflow.inside.{name}")[0]
    (found,) = node.outputs
    assert found.shape == truth.shape
    assert found.hash is None
    assert found.statistics is not None
    told = found.statistics
    numbers = (told.minimum, told.maximum, told.mean, told.deviation)
    counts = (told.zeros, told.nans, told.positive_infinities, told.negative_infinities)
    assert (*numbers, *counts) == pytest.approx(statistics_of(truth), rel=1e-6)


def test_large_and_complex_nodes_are_handed_over_with_their_hash(summarised: Trace) -> None:
    (large,) = named(summarised, "tensorflow.inside.Exp")
    assert large.outputs[0].hash is not None
    assert large.outputs[0].statistics is not None
    assert large.outputs[0].statistics.mean == pytest.approx(np.e)
    complexes = [
        one for one in named(summarised, "tensorflow.inside.Mul") if one.outputs[0].dtype == "complex64"
    ]
    assert [one.outputs[0].hash is not None for one in complexes] == [True]


def test_nan_names_the_line_inside_by_statistics_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "loop.py"
    script.write_text(LOOP)
    printed, trace = record(script, values="stats")
    assert printed == "nan\n"
    logarithms = named(trace, "tensorflow.inside.Log")
    assert [one.inputs[0].statistics.minimum for one in logarithms if one.inputs[0].statistics] == [1.0, -1.0]
    assert main(["nan", str(trace.path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "takes the logarithm of negative numbers" in lines[0]
    assert lines[1].strip() == "kept += tf.reduce_sum(tf.math.log(row))"


def test_a_long_loop_hands_over_while_it_runs(tmp_path: Path) -> None:
    script = tmp_path / "long.py"
    script.write_text(LONG)
    waiting = record(script, values="stats")[0]
    assert 100 < int(waiting) < 1000


def test_the_program_that_does_everything_computes_the_same_with_summaries(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(EVERY_WAY.read_text())
    assert record(script, inside=True, values="stats")[0] == record(script, inside=False)[0]
