"""What a program calls of scikit-learn is an operation with its estimator: parameters, and what `fit` learned."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from recorded_example import EXAMPLES, Recorded, coverage_of, record

pytest.importorskip("sklearn", reason="scikit-learn is not installed")

FITTED = """\
import numpy as np
from sklearn.linear_model import LogisticRegression
table = np.random.default_rng(0).normal(size=(40, 3))
target = table @ [1.0, 2.0, 3.0] > 0
model = LogisticRegression()
"""
PROGRAM = """\
import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KDTree
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
table = np.random.default_rng(0).normal(size=(40, 3))
target = table @ [1.0, 2.0, 3.0]
scaled = StandardScaler().fit_transform(table)
model = LogisticRegression(C=0.5).fit(table, target > 0)
likely = model.predict_proba(table)
pipeline = make_pipeline(StandardScaler(), Ridge()).fit(table, target)
score = pipeline.score(table, target)
search = GridSearchCV(Ridge(), {"alpha": [0.1, 1.0]}).fit(table, target)
class Doubled(TransformerMixin, BaseEstimator):
    def __init__(self, times=2):
        self.times = times
    def fit(self, table, target=None):
        self.mean_ = table.mean(axis=0)
        return self
    def transform(self, table):
        return self.times * table
own = Doubled(3).fit_transform(table)
nearest = KDTree(table).query(table[:2])
"""


# As a notebook records: after much of the library was imported, in parts that name what they take from others.
IMPORTED_BEFORE = """\
import sys
import numscope
import sklearn.calibration, sklearn.dummy, sklearn.kernel_approximation, sklearn.linear_model, sklearn.model_selection
import sklearn.neighbors, sklearn.pipeline
with numscope.record(sys.argv[1]):
"""


@pytest.fixture(scope="module", params=["imported while it runs", "imported before"])
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    folder = tmp_path_factory.mktemp("sklearn")
    script = folder / "program.py"
    if request.param == "imported while it runs":
        script.write_text(PROGRAM)
        return record(script, folder)
    script.write_text(IMPORTED_BEFORE + textwrap.indent(PROGRAM, "    "))
    trace = folder / "run.numscope"
    subprocess.run([sys.executable, str(script), str(trace)], check=True)
    return Recorded(script, trace)


@pytest.fixture(scope="module")
def wines(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    return record(EXAMPLES / "wines.py", tmp_path_factory.mktemp("wines"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("scaled =", ["preprocessing.StandardScaler", "preprocessing.StandardScaler.fit_transform"]),
        ("model =", ["linear_model.LogisticRegression", "linear_model.LogisticRegression.fit"]),
        ("likely =", ["linear_model.LogisticRegression.predict_proba"]),
        # Behind `available_if`.
        ("score =", ["pipeline.Pipeline.score"]),
        ("own =", ["base.TransformerMixin.fit_transform"]),
        # Compiled by Cython; its constructor calls a function in Python, and has no frame of its own.
        ("nearest =", ["utils.check_array", "neighbors.KDTree.query"]),
    ],
)
def test_the_programs_calls_are_operations(program: Recorded, text: str, names: list[str]) -> None:
    found = [one.name.removeprefix("sklearn.") for one in program.on_line(text, "sklearn.")]
    assert found == names


def test_an_estimator_is_shown_with_changed_parameters_and_what_it_learned(program: Recorded) -> None:
    fit = program.on_line("model =", "sklearn.")[-1]
    text = program.ask("show", str(fit.id))
    assert "C: 0.5" in text
    assert "max_iter" not in text
    assert "output coef_" in text
    assert "output n_iter_" in text


def test_an_own_estimator_is_described_through_its_mixins(program: Recorded) -> None:
    call = program.on_line("own =", "sklearn.")[-1]
    assert "times: 3" in program.ask("show", str(call.id))


def test_a_search_shows_the_best_estimator(program: Recorded) -> None:
    fit = program.on_line("search =", "sklearn.")[-1]
    text = program.ask("show", str(fit.id))
    assert "output best_estimator_.coef_" in text
    assert "output best_score_" in text


def test_ls_shows_the_programs_calls_first(wines: Recorded) -> None:
    text = wines.ask("ls")
    assert "sklearn.pipeline.Pipeline.fit" in text
    assert "sklearn.preprocessing.StandardScaler.fit_transform" not in text


def test_nan_names_the_line_and_the_reason(wines: Recorded) -> None:
    first = wines.ask("nan").splitlines()[0]
    assert "wines.py:31 gives `log` to sklearn, which takes the logarithm of zero" in first


def test_graph_links_the_model_to_what_it_was_fitted_with(wines: Recorded) -> None:
    lines = wines.ask("graph").splitlines()
    at = next(
        at for at, line in enumerate(lines) if line.startswith("sklearn.pipeline.Pipeline.predict_proba")
    )
    assert "sklearn.pipeline.Pipeline.fit" in lines[at + 1]
    assert "sklearn.model_selection.train_test_split" in lines[at + 1]


def test_diff_names_the_estimator_with_another_parameter(wines: Recorded, tmp_path: Path) -> None:
    other = record(wines.script, tmp_path, "0.1")
    text = wines.ask("diff", str(other.path))
    assert "sklearn.linear_model.LogisticRegression" in text
    assert "called with another argument" in text


@pytest.mark.parametrize(
    "set_c",
    [
        "model = LogisticRegression(C={}).fit(table, target)",
        "model.C = {}\nmodel.fit(table, target)",
        "from sklearn.pipeline import make_pipeline\nfrom sklearn.preprocessing import StandardScaler\n"
        "from sklearn.model_selection import cross_val_score\n"
        "whole = make_pipeline(StandardScaler(), LogisticRegression(C={}))\n"
        "print(cross_val_score(whole, table, target, cv=2, scoring='neg_log_loss').mean())\n"
        "model.fit(table, target)",
    ],
    ids=["given", "assigned", "inside a pipeline"],
)
def test_what_follows_from_a_parameter_is_no_change_of_its_own(tmp_path: Path, set_c: str) -> None:
    """The default is not written into the trace, so that another value shifts the places of the operands behind it."""
    paths = []
    for name, c in (("first", "1.0"), ("second", "0.5")):
        (tmp_path / name).mkdir()
        script = tmp_path / name / "fitted.py"
        script.write_text(FITTED + set_c.format(c) + "\nprint(model.predict_proba(table)[:3])\n")
        paths.append(record(script, tmp_path / name))
    text = paths[0].ask("diff", str(paths[1].path))
    assert "1 change;" in text
    assert "called with another argument" in text
    assert "in another order" not in text
    assert "also changed" not in text


@pytest.mark.parametrize("command", ["replay"])
def test_the_other_commands_answer(wines: Recorded, command: str, tmp_path: Path) -> None:
    into = {"report": "r.html", "explain": "e.html", "testgen": "tests"}.get(command)
    assert wines.ask(command, *(("--output", str(tmp_path / into)) if into else ()))


def test_the_public_api_is_watched() -> None:
    found = coverage_of("sklearn")
    assert found["watched"] >= 0.98 * found["computing"]
    assert all(one["watched"] or one["reason"] for one in found["entries"])
