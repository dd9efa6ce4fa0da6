"""Fits of estimators are made again of their parameters and the arrays given, or it is said why they are not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from numscope.analysis.replay.single_call import NotReplayableError, call_again
from recorded_example import Recorded, record
from sweeps import shortened

pytest.importorskip("sklearn.linear_model", reason="scikit-learn is not installed")

PROGRAM = """\
import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.cluster import KMeans
from sklearn.covariance import GraphicalLassoCV
from sklearn.feature_selection import SelectKBest, f_regression
from sklearn.linear_model import LogisticRegression, PoissonRegressor, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.tree import DecisionTreeClassifier
table = np.random.default_rng(0).normal(size=(60, 3))
target = (table[:, 0] > 0).astype(int)
bare = StandardScaler().fit_transform(table)
scaled = MinMaxScaler((0, 2)).fit_transform(table)
groups = KMeans(2, n_init=1, random_state=0).fit_predict(table)
model = LogisticRegression(C=np.float64(0.5), fit_intercept=False, class_weight="balanced").fit(table, target)
private = PoissonRegressor().fit(table, target)
scores = GraphicalLassoCV(alphas=2, n_refinements=1, cv=2).fit(table)
seeded = DecisionTreeClassifier(random_state=1).fit(table, target)
unseeded = DecisionTreeClassifier().fit(table, target)
unseeded_solver = LogisticRegression(solver="saga").fit(table, target)
pipeline = make_pipeline(StandardScaler(), Ridge()).fit(table, target)
chosen = SelectKBest(f_regression, k=2).fit(table, target)
prior = LogisticRegression().fit(table, target).predict(table)
class StandardScaler(TransformerMixin, BaseEstimator):
    def fit(self, table, target=None):
        return self
    def transform(self, table):
        return 2 * table
own = StandardScaler().fit_transform(table)
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    folder = tmp_path_factory.mktemp("sklearn")
    script = folder / "program.py"
    script.write_text(PROGRAM)
    return record(script, folder)


MADE_AGAIN = ("bare =", "scaled =", "groups =", "model =", "private =", "scores =", "seeded =")


@pytest.mark.parametrize("line", shortened(MADE_AGAIN, 4))
def test_a_fit_is_made_again_with_the_parameters_that_it_had(program: Recorded, line: str) -> None:
    call = program.on_line(line, "sklearn.")[-1]
    again = call_again(call)
    pairs = [
        (one, now)
        for one, now in zip((*call.outputs, *call.mutated), (*again.outputs, *again.mutated), strict=True)
        if one.kind != "object"
    ]
    assert pairs
    for one, now in pairs:
        assert np.array_equal(one.value(), now), one.name


@pytest.mark.parametrize(
    ("line", "reason"),
    shortened(
        [
            ("unseeded =", "without a number as random_state may draw random numbers"),
            ("pipeline =", "the parameter steps of a Pipeline is not kept"),
            ("own =", "StandardScaler object, which is not kept"),
            ("unseeded_solver =", "without a number as random_state may draw random numbers"),
            ("chosen =", "the parameter score_func of a SelectKBest is not kept"),
            ("prior =", "of a fitted LogisticRegression not everything is kept"),
        ],
        3,
    ),
)
def test_what_is_not_made_again_has_a_reason(program: Recorded, line: str, reason: str) -> None:
    with pytest.raises(NotReplayableError, match=reason):
        call_again(program.on_line(line, "sklearn.")[-1])


@pytest.mark.long
def test_fits_become_tests_that_pass_and_fail_on_another_parameter(program: Recorded, tmp_path: Path) -> None:
    program.ask("testgen", "--ops", "sklearn.*.fit*", "-o", str(tmp_path))
    [written] = tmp_path.glob("test_*.py")
    text = written.read_text()
    assert "sklearn.preprocessing.MinMaxScaler(feature_range=(0, 2,)).fit_transform(a)" in text
    assert "fit_intercept=False" in text
    assert _outcome(tmp_path) == 0
    written.write_text(text.replace("feature_range=(0, 2,)", "feature_range=(0, 3,)"))
    assert _outcome(tmp_path) == 1


def _outcome(folder: Path) -> int:
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)]
    return subprocess.run(words, capture_output=True, timeout=280, cwd=folder).returncode


def test_what_fit_transform_and_fit_predict_learn_is_shown(program: Recorded) -> None:
    for line, learned in (("bare =", "mutated mean_"), ("groups =", "mutated cluster_centers_")):
        call = program.on_line(line, "sklearn.")[-1]
        assert learned in program.ask("show", str(call.id))
    scaler = program.on_line("bare =", "sklearn.")[-1]
    assert "in place" not in program.ask("graph", "--of", str(scaler.id))
