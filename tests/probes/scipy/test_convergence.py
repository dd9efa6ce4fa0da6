"""Check-up names solvers and estimators that stopped before they had converged, if their result is used."""

from __future__ import annotations

from pathlib import Path

import pytest

import numscope
from numscope.analysis.check_up import check_up
from recorded_example import record

pytest.importorskip("scipy", reason="SciPy is not installed")
pytest.importorskip("sklearn", reason="scikit-learn is not installed")

HEAD = """\
import warnings
import numpy as np
import scipy.sparse as sp
from scipy.optimize import fsolve, leastsq, linprog, minimize, root
from scipy.sparse.linalg import cg
from sklearn.cluster import KMeans
from sklearn.linear_model import LogisticRegression, SGDClassifier
warnings.simplefilter("ignore")
def valley(v):
    return 100.0 * (v[1] - v[0] ** 2) ** 2 + (1 - v[0]) ** 2
rng = np.random.default_rng(0)
X = rng.normal(size=(200, 3)) * [1, 100, 1000]
y = (X[:, 0] + rng.normal(size=200) > 0).astype(int)
A = sp.diags([np.linspace(1, 1e6, 200)], [0]).tocsr()
b = np.ones(200)
"""
SHORT_HEAD = "\n".join(line for line in HEAD.splitlines()[:10] if "sklearn" not in line) + "\n"
FAULTY = """\
lowest = minimize(valley, np.zeros(2), method="Nelder-Mead", options={"maxiter": 20})  # fault
print(lowest.x.sum())
zero = root(lambda v: v**2 + 1.0, np.array([0.3]))  # fault
print(zero.x * 2)
starts = [minimize(valley, [k, 0.0], method="Nelder-Mead", options={"maxiter": 60 * k}).x for k in (1, 2)]  # fault
print(np.mean(starts))
flow, _, _, _ = fsolve(lambda v: v**2 + 1.0, [0.3], full_output=True)  # fault
print(flow.sum())
solved, info = cg(A, b, maxiter=3)  # fault
print(solved.sum())
other = cg(A, b, maxiter=4)[0]  # fault
print(other.sum())
model = LogisticRegression(max_iter=5).fit(X, y)  # fault
print(model.score(X, y))
"""
HEALTHY = """\
lowest = minimize(valley, np.zeros(2))
print(lowest.x.sum())
minimize(valley, np.zeros(2), method="Nelder-Mead", options={"maxiter": 20})
rounded = minimize(lambda v: np.float32(np.sum((v - 1.0) ** 2)) + 1e6, np.zeros(2))
print(rounded.x)
flow, _, ended, _ = fsolve(lambda v: v**2 + 1.0, [0.3], full_output=True)
flow = flow if ended == 1 else fsolve(lambda v: v**2 - 1.0, [0.3])
fitted, ended = leastsq(lambda v: v - np.ones(3), [0.5, 0.5, 0.5])
print(flow.sum(), fitted.sum())
solved, code = cg(A, b, maxiter=3)
if code:
    solved, code = cg(A, b, maxiter=5000)
print(solved.sum())
model = LogisticRegression(max_iter=500).fit(X / X.std(axis=0), y)
print(model.score(X, y))
epochs = SGDClassifier(max_iter=5, tol=None, random_state=0).fit(X, y)
print(epochs.score(X, y))
for _ in range(3):
    going_on = LogisticRegression(max_iter=3, warm_start=True).fit(X, y)
print(going_on.score(X, y), KMeans(3, n_init=1, random_state=0).fit(X).inertia_)
"""
LOOKED_AT = """\
lowest = minimize(valley, np.zeros(2), method="Nelder-Mead", options={"maxiter": 20})
print(lowest.x.sum(), "a minimum" if lowest.success else "as near as 20 steps come")
"""
BEST_OF_SEVERAL = """\
best, lowest = None, np.inf
for start in (0.0, 0.5, 0.9):
    reached = minimize(valley, [start, start], method="Nelder-Mead", options={"maxiter": 20})
    if reached.fun < lowest:
        best, lowest = reached.x, reached.fun
print(best.sum())
"""
BEST_BY_KEY = """\
reached = [minimize(valley, [k, k], method="Nelder-Mead", options={"maxiter": 20}) for k in (0.0, 0.5)]
print(min(reached, key=lambda one: one.fun).x.sum())
"""
# It prints what was reached, and compares nothing.
NO_CHOICE = """\
reached = minimize(valley, [0.5, 0.5], method="Nelder-Mead", options={"maxiter": 20})  # fault
print(reached.x.sum(), reached.fun)
"""


def found(tmp_path: Path, body: str) -> dict[str, str]:
    """Return the problems of the kind by the text of their lines."""
    script = tmp_path / "solve.py"
    script.write_text((HEAD if "model" in body else SHORT_HEAD) + body)
    with numscope.open(record(script, tmp_path).path) as trace:
        return {one.source: one.problem for one in check_up(trace).findings if one.kind == "convergence"}


def test_a_result_that_did_not_converge_is_named_where_it_is_used(tmp_path: Path) -> None:
    problems = found(tmp_path, FAULTY)
    assert set(problems) == {line for line in FAULTY.splitlines() if line.endswith("# fault")}
    lowest, zero, starts, flow, solved, other, model = (
        problems[line] for line in FAULTY.splitlines() if line in problems
    )
    assert lowest == (
        "`minimize` stopped without success after 20 iterations (Maximum number of iterations has been exceeded), "
        "and its result is used"
    )
    assert "The iteration is not making good progress" in zero
    assert "in 1 of 2 calls" in starts
    assert "`fsolve` stopped without success (The iteration is not making good progress" in flow
    assert "`cg` stopped after 3 iterations without having converged" in solved
    assert "after 4 iterations" in other
    assert "`fit` stopped at its limit, max_iter=5" in model


@pytest.mark.sweep(1)
@pytest.mark.parametrize("body", [HEALTHY, LOOKED_AT], ids=["converged, unused or meant", "looked at"])
def test_silence_where_it_converged_or_the_program_looks(tmp_path: Path, body: str) -> None:
    # That single precision hides each step of `rounded` is true, and the answer to another question.
    said = {
        line: one for line, one in found(tmp_path, body).items() if "ends exactly where it began" not in one
    }
    assert said == {}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("body", [BEST_OF_SEVERAL, BEST_BY_KEY], ids=["comparison", "key"])
def test_silence_where_the_best_of_several_is_kept(tmp_path: Path, body: str) -> None:
    assert found(tmp_path, body) == {}


def test_a_value_that_is_only_printed_is_no_choice(tmp_path: Path) -> None:
    assert set(found(tmp_path, NO_CHOICE)) == {NO_CHOICE.splitlines()[0]}
