"""`nan` blames the line that a bad number comes from: a loop that counts from 0, a setting, a start, a flat column."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, first, report

from numscope.analysis.concepts.number_flow import came_from

pytest.importorskip("numscope._core", reason="the native core is not built")

# Program, the line to blame, a part of the sentence about it.
TURNS = {
    "a loop that counts from 0": (
        "def step(total, number):\n    weight = 1.0 - 0.9**number\n    return total / weight\nx = np.ones(3)\n"
        "for number in range(5):\n    r = step(x, number)\n    print(r)",
        5,
        "counts from 0: `weight` is 0 in the first turn alone; line 3 makes NaN of it",
    ),
    "a loop that counts with its elements": (
        "x = np.ones(3)\nfor number, word in enumerate('abcd'):\n    share = number / 4\n    print(x / share)",
        2,
        "counts from 0: `share`",
    ),
    "a loop that counts from 1, and another divisor": (
        "x = np.ones(3)\nfor number in range(1, 5):\n    share = 1 - 1 / number\n    print(x / share)",
        4,
        "divides by zero",
    ),
    "a schedule that ends at 0": (
        "def warmth(epoch):\n    return 1.0 - epoch / 4\nx = np.ones(3)\n"
        "for epoch in range(5):\n    warm = warmth(epoch)\n    for _ in range(3):\n        print(x / warm)",
        2,
        "gives 0: `warm` is 0 in the last turn alone; line 7 makes NaN of it",
    ),
    "a schedule that is called where it is used": (
        "def warmth(epoch):\n    return 1.0 - epoch / 4\nx = np.ones(3)\n"
        "for epoch in range(5):\n    print(x / warmth(epoch))",
        2,
        "gives 0",
    ),
    "a range that ends at 0": (
        "def left():\n    return np.linspace(1.0, 0.0, 5)\nx, shares = np.ones(3), left()\n"
        "for number in range(4, 0, -1):\n    print(x / np.sqrt(shares[number]))",
        2,
        "gives 0: `shares` is 0 in the first turn alone",
    ),
    "a counter that only says which number is read": (
        "def spread(sizes, width):\n    return sizes / width\n"
        "sizes, width, total = np.ones(3), np.array([0.0, 2.0]), 0.0\n"
        "for _ in range(3):\n    found = np.stack([spread(sizes, width[kind]) for kind in range(2)])\n"
        "    width, total = width + 1.5, total + found.sum()\nprint(total)",
        2,
        "divides by zero: `width` is 0",
    ),
    "a number that is 0 in between": (
        "x = np.ones(3)\nfor number in range(5):\n    share = number - 2\n    print(x / share)",
        4,
        "divides by zero",
    ),
    "a number that is 0 in two turns": (
        "x = np.ones(3)\nfor number in range(5):\n    share = number * (number - 4)\n    print(x / share)",
        4,
        "divides by zero",
    ),
}


@pytest.mark.sweep(3)
@pytest.mark.parametrize("case", TURNS)
def test_a_divisor_that_is_zero_in_one_turn(tmp_path: Path, case: str) -> None:
    program, line, said = TURNS[case]
    found = first(tmp_path, program)
    assert (found[0], said in found[1]) == (line, True), found


FLAT = (
    "rows = np.array([1.0, 2.0, 4.0, 8.0])\nwidth = {width}\nkept = np.clip(rows, 2.0 - width, 2.0 + width)\n"
)
FLAT += "z = (kept - kept.mean()) / kept.std()\nprint(z)"


@pytest.mark.parametrize(("width", "line"), [("0.0", 3), ("0 * rows[0]", 3)])
def test_values_that_a_line_made_equal(tmp_path: Path, width: str, line: int) -> None:
    found = first(tmp_path, FLAT.format(width=width))
    assert found[0] == line
    assert "makes 2 of all 4 values (`clip`); line 4 makes NaN of it" in found[1]


@pytest.mark.parametrize(("high", "line"), [("1.0", 4), ("np.sqrt(1.0)", 8)])
def test_a_bound_that_a_class_has_by_default(tmp_path: Path, high: str, line: int) -> None:
    """The bound's own line is named where the text writes its number there."""
    program = (
        "from dataclasses import dataclass\n@dataclass\nclass Limits:\n"
        f"    high: float = {high}\n    low: float = 0.0\n"
        "limits = Limits()\nrows = np.array([48.0, 51.0, 44.5])\n"
        "kept = np.clip(rows, limits.low, limits.high)\nprint((kept - kept.mean()) / kept.std())"
    )
    found, sentence = first(tmp_path, program)
    assert found == line
    assert "1 of all 3 values (`clip`); line 9 makes NaN of it" in sentence
    assert ("sets `high` to 1, by which line 8 makes" in sentence) == (line == 4)


def test_values_that_were_equal_from_the_start(tmp_path: Path) -> None:
    program = (
        "rows = np.full(4, 3.0)\nkept = np.clip(rows, 0.0, 9.0)\nprint((kept - kept.mean()) / kept.std())"
    )
    assert first(tmp_path, program)[0] == 3


SEARCH = (
    "from scipy.optimize import newton\ndef root(start):\n    begin = start * 2.0\n"
    "    return newton(lambda x: {function}, begin, fprime=lambda x: {slope}, disp=False, maxiter=60)\n"
    "r = np.log(root({start}))\nprint(r)"
)


def test_a_search_that_runs_away(tmp_path: Path) -> None:
    """Newton's steps for arctan grow from 1.4 on: they end at a negative number without meaning here."""
    pytest.importorskip("scipy.optimize", reason="SciPy is not installed")
    program = SEARCH.format(function="np.arctan(x)", slope="1 / (1 + x * x)", start="np.float64(0.75)")
    found = first(tmp_path, program)
    assert found[0] == 3
    assert "starts a search (`newton`) that runs away, from 1.5 to " in found[1]


def test_a_search_that_finds_a_negative_root(tmp_path: Path) -> None:
    pytest.importorskip("scipy.optimize", reason="SciPy is not installed")
    program = SEARCH.format(function="x + 3.0", slope="1.0", start="np.float64(0.75)")
    assert first(tmp_path, program)[0] == 5


NAIVE = (
    "from sklearn.naive_bayes import GaussianNB\nx = np.array([[1.0, 5.0], [2.0, 5.0], [3.0, 5.0], [4.0, 7.0]])\n"
    "model = GaussianNB({smoothing})\nmodel.fit(x, [0, 0, 1, 1])\nprint(model.predict_proba(x).sum())"
)


def test_a_guard_that_is_set_to_zero(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    found = report(tmp_path, NAIVE.format(smoothing="var_smoothing=0.0"))
    assert blamed(found)[0] == 3
    assert found.origins[0].cause is not None
    assert "sets `var_smoothing` of `GaussianNB` to 0" in found.origins[0].cause.sentence


def test_a_guard_that_is_left_alone(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    assert not report(tmp_path, NAIVE.format(smoothing="")).found


def test_a_guard_of_a_layer(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    made = "import torch\nlayer = torch.nn.LayerNorm(\n    4, eps=0.0)\n"
    program = f"{made}x = torch.ones(2, 4)\nprint(layer(x).sum().item())"
    found = first(tmp_path, program)
    assert found[0] == 2
    assert "sets `eps` of `LayerNorm` to 0" in found[1]


POLARS = (
    "import polars as pl\ntable = pl.DataFrame({{'a': np.array([1.0, np.nan, 3.0])}})\n"
    "filled = table.with_columns(pl.col('a').{fill}(0.0))\nprint(filled['a'].sum())"
)


@pytest.mark.parametrize(("fill", "lines"), [("fill_null", [3]), ("fill_nan", [])])
def test_nulls_that_an_expression_fills(tmp_path: Path, fill: str, lines: list[int]) -> None:
    pytest.importorskip("polars", reason="Polars is not installed")
    assert blamed(report(tmp_path, POLARS.format(fill=fill))) == lines


def test_a_setting_that_a_mapping_hands_on(tmp_path: Path) -> None:
    """The class is made in one line, and what it is made with is written in another."""
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    program = (
        "from sklearn.neighbors import KernelDensity\nSETTINGS = {\n    'width': 0.5,\n    'kernel': 'tophat',\n}\n"
        "class Map:\n    def __init__(self, kernel, width):\n        self.kernel, self.width = kernel, width\n"
        "    def score(self, x):\n"
        "        made = KernelDensity(kernel=self.kernel, bandwidth=self.width)\n"
        "        return made.fit(x).score_samples(x + 5.0)\n"
        "print(Map(**SETTINGS).score(np.array([[0.0], [1.0]])).mean())"
    )
    found = first(tmp_path, program)
    assert found[0] == 4
    assert "answer -inf outside the reach of its kernel (`kernel='tophat'`): 2 values lie there" in found[1]


FOLDS = (
    "from sklearn.impute import SimpleImputer\nfrom sklearn.linear_model import LogisticRegression\n"
    "from sklearn.model_selection import {maker}, cross_val_score\nfrom sklearn.pipeline import make_pipeline\n"
    "x = np.random.default_rng(3).normal(size=(40, 2))\ny = {outcomes}\nx[::9, 0] = np.nan\n"
    "folds = {made}\nmodel = make_pipeline(SimpleImputer(), LogisticRegression())\n"
    "scores = cross_val_score(model, x, y, cv=folds, scoring='roc_auc')\nprint(float(scores.mean()))"
)
IN_TURN, SORTED = "np.arange(40) % 2", "np.arange(40) // 20"


@pytest.mark.parametrize(
    ("outcomes", "made", "line"),
    [
        (SORTED, "KFold(4)", 8),
        (SORTED, "KFold(4, shuffle=True, random_state=0)", None),
        (IN_TURN, "KFold(4)", None),
    ],
)
def test_folds_of_rows_sorted_by_outcome(tmp_path: Path, outcomes: str, made: str, line: int | None) -> None:
    """Missing values of the data are imputed: NaN among the scores is not theirs."""
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    program = FOLDS.format(maker="KFold", outcomes=outcomes, made=made)
    assert blamed(report(tmp_path, program))[:1] == ([] if line is None else [line])


@pytest.mark.parametrize(("maker", "line"), [("LeaveOneOut", 6), ("KFold", None)])
def test_folds_of_one_sample(tmp_path: Path, maker: str, line: int | None) -> None:
    """R² is not defined for one sample."""
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    program = (
        f"from sklearn.linear_model import Ridge\nfrom sklearn.model_selection import {maker}, cross_validate\n"
        "x = np.random.default_rng(3).normal(size=(12, 2))\ny = x @ [1.0, 2.0]\n"
        f"class Search:\n    folds = {maker}()\nfound = cross_validate(Ridge(), x, y, cv=Search.folds)\n"
        "print(float(found['test_score'].mean()))"
    )
    assert blamed(report(tmp_path, program))[:1] == ([] if line is None else [line])


@pytest.mark.sweep(1)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("neighbours", "scoring", "line"),
    [(25, "r2", 4), (24, "neg_mean_squared_log_error", 6), (12, "neg_mean_squared_log_error", 6)],
)
def test_more_neighbours_than_a_fold_has_rows(
    tmp_path: Path, neighbours: int, scoring: str, line: int
) -> None:
    """Three folds of 36 rows are trained on 24; the logarithm of a negative outcome raises as well."""
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    program = (
        "from sklearn.model_selection import KFold, cross_val_score\n"
        "from sklearn.neighbors import KNeighborsRegressor\n"
        f"x = np.random.default_rng(3).normal(size=(36, 2))\nmodel = KNeighborsRegressor(n_neighbors={neighbours})\n"
        f"folds = KFold(3)\nscores = cross_val_score(model, x, x[:, 0], cv=folds, scoring='{scoring}')\n"
        "print(float(scores.mean()))"
    )
    found, sentence = first(tmp_path, program)
    assert found == line
    said = "sets `n_neighbors=25`: folds are trained on 24 of 36 rows at most"
    assert sentence.startswith(said) == (line == 4)


CHAINS = {
    "a parameter of several calls": ("def f(x):\n    return x\nf(1)\nf(2)", 2, "x"),
    "a name that is bound twice": ("x = 1\nx = 2\nprint(x)", 3, "x"),
    "a function that returns twice": (
        "def f():\n    if 1:\n        return 2\n    return 3\nx = f()\nprint(x)",
        6,
        "f()",
    ),
    "a parameter of the only call": ("def f(x):\n    print(x)\ny = 3\nf(y)", 2, "3"),
    "a part of a tuple": ("a, b = 1, 2\nprint(b)", 2, "2"),
    "a layer's forward": (
        "class Net:\n    def forward(self, x):\n        print(x)\nnet = Net()\nnet(7)",
        3,
        "7",
    ),
    "a name of itself": ("x = x\nprint(x)", 2, "x"),
}


@pytest.mark.parametrize("case", CHAINS)
def test_steps_back_end_where_the_text_leaves_a_choice(case: str) -> None:
    program, line, expected = CHAINS[case]
    tree = ast.parse(program)
    read = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.lineno == line and isinstance(node.ctx, ast.Load)
    ]
    source = came_from(tree, read[-1])[-1]
    assert isinstance(source, ast.expr)
    assert ast.unparse(source) == expected
