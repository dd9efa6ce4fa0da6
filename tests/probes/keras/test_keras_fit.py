"""A fit of Keras gives the same bits recorded or not, and every backend's trace has the program's calls first."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
from keras_backends import PROGRAM, run_plain, run_recorded, skip_without, skip_without_keras

from numscope.cli.main import main
from numscope.trace import Operation
from recorded_example import Recorded
from sweeps import shortened

skip_without_keras()
LINES = PROGRAM.read_text().splitlines()
# A line of the program, and the operations of Keras that it is.
CALLS = {
    "inputs = ": ["keras.Input"],
    "hidden = layers.Dense": ["keras.layers.Dense", "keras.layers.Dense.__call__"],
    "Gated(name": [
        *("keras.layers.Dense", "keras.Layer", "keras.Layer.__call__"),
        "keras.layers.Dense.__call__",
    ],
    "history = model.fit": ["keras.Model.fit"],
    '"evaluate"': ["keras.Model.evaluate"],
    "answer = model.predict": ["keras.Model.predict"],
    '"batch"': ["keras.Model.train_on_batch"],
    "model.save": ["keras.Model.save"],
    "load_model": ["keras.models.load_model"],
}


@dataclass(frozen=True)
class Fit:
    """One program on one backend: what it printed plain and recorded, and the calls of Keras in its trace."""

    backend: str
    plain: str
    printed: str
    recorded: Recorded
    calls: list[dict[str, object]]

    def names(self) -> Counter[object]:
        """Return how often each operation of Keras was recorded."""
        return Counter(call["name"] for call in self.calls)

    def on_line(self, text: str) -> list[dict[str, object]]:
        """Return the outermost calls of Keras on the first line with this text in it."""
        line = next(number for number, line in enumerate(LINES, 1) if text in line)
        return [call for call in self.calls if call["depth"] == 0 and call["user_line"] == line]

    def operation(self, text: str) -> Operation:
        """Return the first operation of Keras on this line."""
        return self.recorded.trace().operations.fetch([self.on_line(text)[0]["id"]])[0]


@pytest.fixture(scope="module", params=shortened(["jax", "tensorflow", "torch"], 2))
def fit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Fit:
    skip_without(request.param)
    folder: Path = tmp_path_factory.mktemp(request.param)
    recorded, printed = run_recorded(PROGRAM, request.param, folder)
    found = recorded.trace().sql(
        "select id, name, depth, user_line from operations where name like 'keras.%' order by id"
    )
    return Fit(request.param, run_plain(PROGRAM, request.param, folder), printed, recorded, found.to_pylist())


def test_losses_and_weights_are_the_same_bits(fit: Fit) -> None:
    assert fit.printed.startswith(f"{fit.backend} ")
    assert fit.printed == fit.plain


def test_the_programs_calls_are_operations(fit: Fit) -> None:
    # The program makes its network twice.
    assert {text: list(dict.fromkeys(call["name"] for call in fit.on_line(text))) for text in CALLS} == CALLS


def test_calls_of_layers_are_recorded_inside_a_fit(fit: Fit) -> None:
    names = fit.names()
    assert names["keras.layers.BatchNormalization.__call__"] >= 2
    assert names["keras.optimizers.Adam.apply"] >= 1
    assert names["keras.losses.Huber.__call__"] >= 1
    # A layer of the program's own is called after the nearest public class.
    assert names["keras.Layer.__call__"] >= 2


def test_what_keras_calls_of_itself_passes(fit: Fit) -> None:
    names = fit.names()
    assert names["keras.ops.convert_to_tensor"] == 0
    assert names["keras.ops.relu"] == 0
    assert names["keras.ops.sigmoid"] >= 1  # called by the program's layer
    assert sum(names.values()) < 1000


def test_a_fit_is_shown_with_its_layers_parameters_and_losses(
    fit: Fit, capsys: pytest.CaptureFixture[str]
) -> None:
    call = fit.on_line("history = model.fit")[0]
    main(["show", str(fit.recorded.path), str(call["id"])])
    text = capsys.readouterr().out
    assert "layers: Dense, BatchNormalization, Dropout, Gated, Dense" in text
    assert "input hidden.kernel item 1: float32 (6, 16)" in text
    assert "mutated hidden.kernel item 1: float32 (6, 16)" in text
    assert "output loss item 1: float64 (2,)" in text


def test_a_layer_is_shown_with_what_it_was_made_with(fit: Fit, capsys: pytest.CaptureFixture[str]) -> None:
    dense = fit.on_line("hidden = layers.Dense")[0]
    main(["show", str(fit.recorded.path), str(dense["id"])])
    text = capsys.readouterr().out
    assert "units: 16" in text
    assert "activation: relu" in text


def test_a_prediction_is_given_the_weights_that_the_fit_left(fit: Fit) -> None:
    left, given = fit.operation("history = model.fit"), fit.operation("answer = model.predict")
    after = next(one for one in left.mutated if one.name == "hidden.kernel").value()
    before = next(one for one in left.inputs if one.name == "hidden.kernel").value()
    used = next(one for one in given.inputs if one.name == "hidden.kernel").value()
    assert (after == used).all()
    assert (after != before).any()


def test_graph_leads_from_the_evaluation_to_the_fit(fit: Fit, capsys: pytest.CaptureFixture[str]) -> None:
    main(["graph", str(fit.recorded.path), "--collapse", "call"])
    lines = capsys.readouterr().out.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("keras.Model.evaluate"))
    assert "keras.Model.fit" in lines[at + 1]


def test_nan_is_silent(fit: Fit, capsys: pytest.CaptureFixture[str]) -> None:
    main(["nan", str(fit.recorded.path)])
    assert "no NaN or infinity reached a result" in capsys.readouterr().out
