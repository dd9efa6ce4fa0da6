"""What a library says of its own result is found at the program's line, also where a filter hides it."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")
pytest.importorskip("sklearn", reason="scikit-learn is not installed")
pytest.importorskip("statsmodels", reason="statsmodels is not installed")

import numscope
from numscope.analysis.check_up import check_up
from numscope.analysis.check_up.finding import Finding
from numscope.operations.lore.library_warnings import is_about_numbers

# The line to find ends with "# fault"; then what the finding has to say, and what it advises.
FAULTY = {
    "fewer clusters than asked for": (
        """\
import warnings
import numpy as np
from sklearn.cluster import KMeans
warnings.filterwarnings("ignore")
points = np.repeat(np.array([[0.0, 0], [1, 1], [5, 5]]), 40, axis=0)
found = KMeans(6, n_init=3, random_state=0).fit(points)  # fault
print(found.cluster_centers_)
""",
        "`KMeans.fit` warns (ConvergenceWarning): Number of distinct clusters (3) found smaller than n_clusters (6)",
        "do not hide all warnings",
    ),
    "more terms than the data tell": (
        """\
import numpy as np
days = np.arange(1990.0, 2022.0)
print(np.polyval(np.polyfit(days, 3 + 0.01 * (days - 1990), 9), 2030.0))  # fault
""",
        "`polyfit` warns (RankWarning): Polyfit may be poorly conditioned",
        "find out why",
    ),
    "a divergent integral": (
        """\
import numpy as np
from scipy.integrate import quad
area, _ = quad(lambda x: np.sin(1 / x) / x, 1e-6, 1)  # fault
print(area)
""",
        "`integrate.quad` warns (IntegrationWarning): The integral is probably divergent, or slowly convergent",
        "find out why",
    ),
    "a metric of no positives": (
        """\
import numpy as np
from sklearn.metrics import precision_score
truth = np.array([0, 1, 0, 0, 1])
print(precision_score(truth, np.zeros(5, int)))  # fault
""",
        "`metrics.precision_score` warns (UndefinedMetricWarning): Precision is ill-defined",
        "Use `zero_division` parameter",
    ),
    "a schedule before the step": (
        """\
import torch
net = torch.nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
plan = torch.optim.lr_scheduler.StepLR(optimizer, 5)
x = torch.randn(64, 4)
for epoch in range(4):
    plan.step()  # fault
    optimizer.zero_grad()
    ((net(x) - x.sum(1, keepdim=True)) ** 2).mean().backward()
    optimizer.step()
""",
        "`LRScheduler.step` warns (UserWarning): Detected call of `lr_scheduler.step()` before `optimizer.step()`",
        "you should call them in the opposite order",
    ),
    "columns in another order": (
        """\
import warnings
import numpy as np, pandas as pd
from sklearn.linear_model import LinearRegression
warnings.filterwarnings("ignore", category=UserWarning)
rng = np.random.default_rng(0)
data = pd.DataFrame(rng.normal(size=(100, 3)), columns=list("abc"))
model = LinearRegression().fit(data, data["a"] - data["b"])
for day in range(3):
    print(model.predict(data.to_numpy()[:, ::-1]))  # fault
""",
        "`LinearRegression.predict` warns, 3 times (UserWarning): X does not have valid feature names",
        "find out why",
    ),
    "an answer in a function of another name": (
        """\
from scipy.optimize import fsolve
def balance(x):
    return [x[0] ** 2 + x[1] ** 2 + 1, x[0] - x[1]]
def solve(start):
    return fsolve(balance, start)  # fault
print(solve([1.0, 1.0]))
""",
        "`optimize.fsolve` warns (RuntimeWarning): The iteration is not making good progress",
        "find out why",
    ),
}
SILENT = {
    "the program names it": """\
import warnings
import numpy as np
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
warnings.simplefilter("ignore", ConvergenceWarning)
print(KMeans(3, n_init=1).fit(np.repeat(np.eye(2), 9, axis=0)).inertia_)
""",
    "the program names its text": """\
import warnings
import numpy as np
from sklearn.cluster import KMeans
warnings.filterwarnings("ignore", message="Number of distinct")
print(KMeans(3, n_init=1).fit(np.repeat(np.eye(2), 9, axis=0)).inertia_)
""",
    "the program filters at this line": """\
import warnings
import numpy as np
from scipy.optimize import fsolve
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    root = fsolve(lambda x: x**2 + 1, 1.0)
print(root)
""",
    "the program looks at all": """\
import warnings
import numpy as np
from sklearn.cluster import KMeans
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    KMeans(3, n_init=1).fit(np.repeat(np.eye(2), 9, axis=0))
print(len(caught))
""",
    "an error in the place of a warning": """\
import warnings
import numpy as np
warnings.simplefilter("error")
days = np.arange(1990.0, 2022.0)
try:
    print(np.polyfit(days, days, 9))
except Warning:
    print(np.polyfit(days - days.mean(), days, 1))
""",
    "NaN that is left out, one row of nothing": """\
import numpy as np
rows = np.array([[np.nan, np.nan], [1.0, 2.0]])
means = np.nanmean(rows, axis=1)
print(means[~np.isnan(means)])
""",
    "its own": """\
import warnings
import numpy as np
def level(values):
    if values.min() < 0:
        warnings.warn("some are below the ground")
    return values.mean()
print(level(np.array([1.0, -2.0])))
""",
    "what was done, and where a search begins": """\
import numpy as np
from statsmodels.tsa.arima.model import ARIMA
series = np.random.default_rng(0).normal(size=60).cumsum()
ARIMA(series, order=(1, 1, 0)).fit(method="yule_walker")
walk = np.cumsum(np.ones(40)) ** 3.0
print(ARIMA(walk, order=(2, 0, 0), trend="n").fit().params.shape)
""",
    "names that will go, and slowness": """\
import numpy as np, pandas as pd
import torch
table = pd.DataFrame({"a": np.arange(3.0)})
for number in range(120):
    table[f"column {number}"] = number
print(torch.tensor([np.ones(3), np.ones(3)]).sum(), pd.date_range("2026-01-01", periods=2).dayofyear)
""",
}

# What plain warnings say that accused healthy example scripts: of what was done, and of what may be.
HARMLESS_TEXTS = (
    "Provided `endog` series has been differenced to eliminate integration",
    "Using UFloat objects with std_dev==0 may give unexpected results.",
)


def _findings(text: str, folder: Path, values: str = "auto") -> list[Finding]:
    script = folder / "program.py"
    script.write_text(text, encoding="utf-8")
    with numscope.record(folder / "t.numscope", values=values):
        runpy.run_path(str(script))
    with numscope.open(folder / "t.numscope") as trace:
        return list(check_up(trace).findings)


@pytest.mark.parametrize("name", FAULTY)
def test_what_a_library_says_is_found(name: str, tmp_path: Path) -> None:
    text, problem, advice = FAULTY[name]
    marked = next(number for number, line in enumerate(text.splitlines(), 1) if line.endswith("# fault"))
    (found,) = _findings(text, tmp_path)
    assert (found.kind, found.line) == ("warning", marked)
    assert found.problem.startswith(problem)
    assert advice in found.fix


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", SILENT)
def test_what_the_program_knows_or_does_not_concern_numbers_is_left(name: str, tmp_path: Path) -> None:
    assert [(one.kind, one.line) for one in _findings(SILENT[name], tmp_path)] == []


@pytest.mark.parametrize("text", HARMLESS_TEXTS)
def test_a_plain_warning_that_says_nothing_wrong_is_left(text: str) -> None:
    assert not is_about_numbers("UserWarning", text, "/site-packages/library/module.py")


def test_without_values_the_category_alone_is_told(tmp_path: Path) -> None:
    text, _, _ = FAULTY["fewer clusters than asked for"]
    (found,) = _findings(text, tmp_path, "none")
    assert found.problem == "`KMeans.fit` warns (ConvergenceWarning)"
