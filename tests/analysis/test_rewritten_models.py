"""Which line diff names where a model was rewritten: its mode, its parts, layers taken apart, sparse tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compared_programs import comparing, named
from tests.recorded_text import recorded_text

import numscope
from numscope.analysis.diff.comparison import Diff, diff

pytest.importorskip("numscope._core", reason="the native core is not built")

NETWORK = """
    import torch
    torch.manual_seed(3)
    x = torch.randn(64, 6)
    y = (x[:, 0] - x[:, 1] > 0).float()
    net = torch.nn.Sequential(torch.nn.Linear(6, 12), torch.nn.Dropout(0.4), torch.nn.Linear(12, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(3):
        opt.zero_grad()
        loss = torch.nn.functional.binary_cross_entropy_with_logits(net(x)[:, 0], y)
        loss.backward()
        opt.step()
    net.eval()
    with torch.no_grad():
        out = torch.sigmoid(net(x[:8])[:, 0])
    print(out.tolist())
"""
NETWORK_AS_FUNCTIONS = """
    import torch

    def data(count=64):
        x = torch.randn(count, 6)
        return x, (x[:, 0] - x[:, 1] > 0).float()

    def build(wide=12):
        return torch.nn.Sequential(torch.nn.Linear(6, wide), torch.nn.Dropout(0.4), torch.nn.Linear(wide, 1))

    def learn(net, x, y, steps=3):
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
        criterion = torch.nn.functional.binary_cross_entropy_with_logits
        for _ in range(steps):
            opt.zero_grad()
            criterion(net(x)[:, 0], y).backward()
            opt.step()

    @torch.no_grad()
    def chances(net, rows):
        MODE
        return torch.sigmoid(net(rows)[:, 0]).tolist()

    def main():
        torch.manual_seed(3)
        x, y = data()
        net = build()
        learn(net, x, y)
        print(chances(net, x[:8]))

    main()
"""
LAYER = """
    import torch
    torch.manual_seed(6)
    x = torch.randn(10, 7) * 3 + 1
    y = torch.nn.BatchNorm1d(7)(x)
    top = torch.tanh(y).sum(dim=1)
    for value in top.tolist():
        print(round(value, 5))
"""
LAYER_TAKEN_APART = """
    import torch

    class Even(torch.nn.Module):
        def __init__(self, small=1e-5):
            super().__init__()
            self.small = small

        def forward(self, rows):
            middle = rows.mean(dim=0, keepdim=True)
            spread = rows.var(dim=0, keepdim=TrueDIVISOR)
            return (rows - middle) * torch.rsqrt(spread + self.small)

    def measured(seed, wide):
        torch.manual_seed(seed)
        return torch.randn(10, wide) * 3 + 1

    def main():
        even = Even()(measured(6, 7))
        for value in torch.tanh(even).sum(dim=1).tolist():
            print(round(value, 5))

    main()
"""
PLANKS = """
    import numpy as np
    import pandas as pd
    from sklearn.linear_model import Ridge
    GRADES = ["fine", "rough", "coarse"]
    rng = np.random.default_rng(5)
    grade = rng.choice(GRADES, 60)
    long = rng.uniform(1, 9, 60)
    rank = np.array([GRADES.index(one) for one in grade])
    cost = 3 + 2 * rank + 0.7 * long + rng.normal(0, 0.3, 60)
    table = pd.DataFrame({"grade": rank.astype(float), "long": long})
    model = Ridge(alpha=1.0).fit(table[:40].to_numpy(), cost[:40])
    guess = model.predict(table[40:].to_numpy())
    print(f"{np.abs(guess - cost[40:]).mean():.6f} {model.coef_[0]:.6f}")
"""
PLANKS_IN_A_PIPELINE = """
    import numpy as np
    import pandas as pd
    from sklearn.compose import ColumnTransformer
    from sklearn.linear_model import Ridge
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import FunctionTransformer, OrdinalEncoder

    GRADES = ["fine", "rough", "coarse"]

    def planks(seed=5, number=60):
        rng = np.random.default_rng(seed)
        grade, long = rng.choice(GRADES, number), rng.uniform(1, 9, number)
        rank = np.array([GRADES.index(one) for one in grade])
        cost = 3 + 2 * rank + 0.7 * long + rng.normal(0, 0.3, number)
        return pd.DataFrame({"grade": grade, "long": long, "cost": cost})

    def columns():
        return ColumnTransformer(
            [
                ("grade", OrdinalEncoder(ORDER), ["grade"]),
                ("long", FunctionTransformer(FUNCTION), ["long"]),
            ],
        )

    def main():
        table = planks()
        known, new = table[:40], table[40:]
        model = Pipeline([("columns", columns()), ("ridge", Ridge(alpha=1.0))]).fit(known, known["cost"])
        guess = model.predict(new)
        print(f"{np.abs(guess - new['cost']).mean():.6f} {model[-1].coef_[0]:.6f}")

    main()
"""
WALKS = """
    import numpy as np
    rng = np.random.default_rng(11)
    TREES = ["ash", "birch", "cedar", "elm", "fir", "hazel"]
    texts = [" ".join(rng.choice(TREES, rng.integers(8, 20))) for _ in range(9)]
    table = np.zeros((len(texts), len(TREES)))
    for i, text in enumerate(texts):
        for word in text.split():
            table[i, TREES.index(word)] += 1
    weights = np.zeros(table.shape)
    for i in range(len(table)):
        weights[i] = table[i] / np.sqrt((table[i] ** 2).sum())
    near = weights @ weights.T
    print(f"{near.mean():.6f} {near[0, 1:].max():.6f}")
"""
WALKS_AS_SPARSE_COUNTS = """
    import numpy as np
    from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer

    TREES = ["ash", "birch", "cedar", "elm", "fir", "hazel"]

    def walks(seed, count=9):
        rng = np.random.default_rng(seed)
        return [" ".join(rng.choice(TREES, rng.integers(8, 20))) for _ in range(count)]

    class Notes:
        def __init__(self, texts):
            self.counter = CountVectorizer(vocabulary=TREES)
            self.scale = TfidfTransformer(SCALE)
            self.texts = texts

        def weights(self):
            counts = self.counter.transform(self.texts).astype(float)
            return self.scale.fit_transform(counts).toarray()

    def main():
        weights = Notes(walks(11)).weights()
        near = weights @ weights.T
        print(f"{near.mean():.6f} {near[0, 1:].max():.6f}")

    main()
"""


def _compared(folder: Path, before: str, after: str) -> Diff:
    first, second = (
        recorded_text(folder / part, "program.py", text)
        for part, text in (("before", before), ("after", after))
    )
    return diff(numscope.open(first), numscope.open(second))


STEPS = """
    import torch
    torch.manual_seed(2)
    records = torch.randn(4, 30, 3)
    swing = torch.zeros(4, 3)
    for person in range(4):
        for channel in range(3):
            series = records[person, :, channel]
            means = torch.stack([series[at : at + 5].mean() for at in range(26)])
            swing[person, channel] = means.max() - means.min()
    print(swing.mean().item())
"""
STEPS_POOLED = """
    import torch
    import torch.nn.functional as F
    torch.manual_seed(2)
    records = torch.randn(4, 30, 3)

    def swings(records):
        people, steps, channels = records.shape
        channels_first = records.MOVED
        means = F.avg_pool1d(channels_first, kernel_size=5, stride=1)
        return means.amax(dim=2) - means.amin(dim=2)

    print(swings(records).mean().item())
"""


def test_a_view_in_place_of_a_transpose_is_named(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    pooled = STEPS_POOLED.replace("MOVED", "view(people, channels, steps)")
    found = _compared(tmp_path, STEPS, pooled)
    assert named(found) == "channels_first = records.view(people, channels, steps)"


def test_a_transpose_is_not_blamed(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    pooled = STEPS_POOLED.replace("MOVED", "transpose(1, 2)").replace("kernel_size=5", "kernel_size=6")
    found = _compared(tmp_path, STEPS, pooled)
    assert "kernel_size=6" in named(found)


def test_a_lost_change_of_mode_is_named(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    found = _compared(tmp_path, NETWORK, NETWORK_AS_FUNCTIONS.replace("MODE", "pass"))
    assert found.verdict.cause is not None
    assert found.verdict.cause.text[0].startswith("net.eval()")


def test_a_mode_that_is_set_elsewhere_is_no_difference(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    assert _compared(tmp_path, NETWORK, NETWORK_AS_FUNCTIONS.replace("MODE", "net.eval()")).equal


def test_a_deviation_of_one_fewer_is_named_in_a_layer_taken_apart(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    found = _compared(tmp_path, LAYER, LAYER_TAKEN_APART.replace("DIVISOR", ""))
    assert named(found) == "spread = rows.var(dim=0, keepdim=True)"


def test_a_layer_taken_apart_rightly_is_equal(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    assert _compared(tmp_path, LAYER, LAYER_TAKEN_APART.replace("DIVISOR", ", correction=0")).equal


@pytest.mark.parametrize(
    ("order", "function", "line"),
    [
        ("", "None", '("grade", OrdinalEncoder(), ["grade"]),'),
        ("categories=[GRADES]", "np.log1p", '("long", FunctionTransformer(np.log1p), ["long"]),'),
        ("categories=[GRADES]", "None", None),
    ],
)
def test_the_part_of_a_pipeline_is_named_that_gives_new_columns(
    tmp_path: Path, order: str, function: str, line: str | None
) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    after = PLANKS_IN_A_PIPELINE.replace("ORDER", order).replace("FUNCTION", function)
    found = _compared(tmp_path, PLANKS, after)
    assert found.equal if line is None else named(found) == line


def test_a_sparse_table_has_the_numbers_of_a_whole_one(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    found = _compared(tmp_path, WALKS, WALKS_AS_SPARSE_COUNTS.replace("SCALE", ""))
    assert named(found) == "self.scale = TfidfTransformer()"


def test_a_sparse_table_with_the_same_results_is_equal(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    assert _compared(tmp_path, WALKS, WALKS_AS_SPARSE_COUNTS.replace("SCALE", "use_idf=False")).equal


def test_a_step_is_named_that_was_lost_before_a_split(tmp_path: Path) -> None:
    """The rows that the second program splits are those of a table of both: its values part where a model is fitted."""
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    start = (
        "import numpy as np\nfrom sklearn.decomposition import PCA\n"
        "from sklearn.model_selection import train_test_split\n\n"
    )
    split = "train_test_split(table, test_size=0.25, random_state=3)"
    before = (
        f"{start}rng = np.random.default_rng(21)\ntable = np.empty((90, 3))\ntable[:, 0] = rng.normal(5, 1, 90)\n"
        "table[:, 1] = rng.gamma(2.0, 30.0, 90)\ntable[:, 2] = rng.normal(2, 0.4, 90)\n"
        f"table[:, 1] = np.sqrt(table[:, 1])\nknown, new = {split}\npca = PCA(2).fit(known)\n"
        "print(pca.explained_variance_ratio_.round(5).tolist(), np.abs(pca.transform(new)).max().round(5))\n"
    )
    after = (
        f"{start}def measured(rng, n=90):\n    length = rng.normal(5, 1, n)\n    mass = rng.gamma(2.0, 30.0, n)\n"
        "    width = rng.normal(2, 0.4, n)\n    mass = np.sqrt(mass)\n"
        "    return np.column_stack([length, mass, width])\n\n"
        f"class Axes:\n    def __init__(self, table):\n        self.known, self.new = {split}\n"
        "        self.pca = PCA(2).fit(self.known)\n\n    def farthest(self):\n"
        "        return np.abs(self.pca.transform(self.new)).max()\n\n"
        "def main():\n    axes = Axes(measured(np.random.default_rng(21)))\n"
        "    print(axes.pca.explained_variance_ratio_.round(5).tolist(), axes.farthest().round(5))\n\nmain()\n"
    )
    compare = comparing(tmp_path, "trees.py", before, after)
    assert compare("main()", "main()").equal
    cause = compare("    mass = np.sqrt(mass)\n", "").verdict.cause
    assert cause is not None
    assert cause.text == ("table[:, 1] = np.sqrt(table[:, 1])", "")
