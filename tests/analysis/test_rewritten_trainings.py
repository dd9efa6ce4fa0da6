"""Which line diff names where a training or a model was rewritten: modes, gradients, layers, settings, options."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compared_programs import Compare, comparing, named

pytest.importorskip("numscope._core", reason="the native core is not built")

TRAINING = """
    import torch
    from torch import nn

    torch.manual_seed(2)
    x = torch.randn(60, 5)
    y = (x[:, :1] - x[:, 1:2]) * 0.5
    new = torch.randn(20, 5)
    model = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.BatchNorm1d(8), nn.Dropout(0.2), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(3):
        model.train()
        for start in range(0, 60, 20):
            value = model(x[start : start + 20])
            with torch.no_grad():
                target = y[start : start + 20] + 0.1 * torch.tanh(model[0](x[start : start + 20])).sum(1, keepdim=True)
            loss = nn.functional.smooth_l1_loss(value, target)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 0.3)
            optimizer.step()
        model.eval()
        with torch.no_grad():
            guess = model(new)
        print(loss.item(), guess.sum().item())
    print(guess.tanh().mean().item())
"""
TRAINING_AS_FUNCTIONS = """
    import torch
    from torch import nn

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.Sequential(
                nn.Linear(5, 8),
                nn.ReLU(),
                nn.BatchNorm1d(8),
                nn.Dropout(0.2),
                nn.Linear(8, 1),
            )

        def forward(self, rows):
            return self.layers(rows)

    def wanted(model, rows, y):
        with torch.no_grad():
            shown = model.layers[0](rows)
            return y + 0.1 * torch.tanh(shown).sum(1, keepdim=True)

    def learn(model, optimizer, x, y):
        for rows, known in zip(x.split(20), y.split(20)):
            value = model(rows)
            loss = nn.functional.smooth_l1_loss(value, wanted(model, rows, known))
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 0.3)
            optimizer.step()
        return loss.item()

    @torch.no_grad()
    def judge(model, new):
        model.eval()
        guess = model(new)
        return guess.sum().item(), guess.tanh().mean().item()

    def main():
        torch.manual_seed(2)
        x = torch.randn(60, 5)
        y = (x[:, :1] - x[:, 1:2]) * 0.5
        new = torch.randn(20, 5)
        model = Network()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
        for epoch in range(3):
            model.train()
            loss = learn(model, optimizer, x, y)
            total, share = judge(model, new)
            print(loss, total)
        print(share)

    main()
"""
PIPELINE = """
    import numpy as np
    from sklearn.cluster import KMeans
    from sklearn.ensemble import IsolationForest
    from sklearn.linear_model import Ridge
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import PolynomialFeatures, StandardScaler

    rng = np.random.default_rng(8)
    x = rng.normal(size=(80, 3))
    y = x[:, 0] * x[:, 1] + rng.normal(0, 0.1, 80)
    terms = PolynomialFeatures(2, interaction_only=True)
    model = make_pipeline(StandardScaler(), terms, Ridge(alpha=2.0))
    model.fit(x[:60], y[:60])
    print(np.abs(model.predict(x[60:]) - y[60:]).mean())
    groups = KMeans(3, n_init=1, random_state=3).fit(x[:40])
    forest = IsolationForest(n_estimators=9, random_state=3).fit(x[40:])
    print(groups.inertia_, forest.score_samples(x).sum())
"""
NAMED_PIPELINE = """
    import numpy as np
    from sklearn.cluster import KMeans
    from sklearn.ensemble import IsolationForest
    from sklearn.linear_model import Ridge
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import PolynomialFeatures, StandardScaler

    def data(rng):
        x = rng.normal(size=(80, 3))
        return x, x[:, 0] * x[:, 1] + rng.normal(0, 0.1, 80)

    def build(alpha):
        return Pipeline(
            [
                ("scale", StandardScaler()),
                ("terms", PolynomialFeatures(2, interaction_only=True)),
                ("ridge", Ridge(alpha=alpha)),
            ]
        )

    def models(x, seed):
        groups = KMeans(3, n_init=1, random_state=seed)
        forest = IsolationForest(n_estimators=9, random_state=seed)
        return groups.fit(x[:40]), forest.fit(x[40:])

    def main():
        x, y = data(np.random.default_rng(8))
        model = build(alpha=2.0)
        model.fit(x[:60], y[:60])
        print(np.abs(model.predict(x[60:]) - y[60:]).mean())
        groups, forest = models(x, 3)
        print(groups.inertia_, forest.score_samples(x).sum())

    main()
"""
GRID = """
    import numpy as np
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GridSearchCV
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    rng = np.random.default_rng(3)
    y = (rng.random(90) < 0.2).astype(int)
    x = rng.normal(size=(90, 2)) + y[:, None]
    model = make_pipeline(StandardScaler(), LogisticRegression(class_weight="balanced", max_iter=300))
    search = GridSearchCV(model, {"logisticregression__C": [0.1, 1.0]}, cv=3, scoring="roc_auc").fit(x, y)
    print(search.best_score_, search.predict_proba(x)[:, 1].mean())
"""
NAMED_GRID = """
    import numpy as np
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GridSearchCV
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import StandardScaler

    CHOICES = {"classify__C": [0.1, 1.0]}

    def data(rng):
        y = (rng.random(90) < 0.2).astype(int)
        return rng.normal(size=(90, 2)) + y[:, None], y

    def model():
        classify = LogisticRegression(class_weight="balanced", max_iter=300)
        return Pipeline([("scale", StandardScaler()), ("classify", classify)])

    def tuned(x, y):
        search = GridSearchCV(model(), CHOICES, cv=3, scoring="roc_auc")
        return search.fit(x, y)

    def main():
        x, y = data(np.random.default_rng(3))
        search = tuned(x, y)
        chance = search.predict_proba(x)[:, 1]
        print(search.best_score_, chance.mean())

    main()
"""
COMPILED = """
    import numpy as np
    from numba import njit

    @njit
    def mean(values):
        total, count = 0.0, 0
        for value in values:
            if not np.isnan(value):
                total += value
                count += 1
        return total / count

    level = np.linspace(0.0, 3.0, 50)
    level[7] = np.nan
    print(mean(level))
"""
COMPILED_BY_INDEX = """
    import numpy as np
    from numba import njit

    @njit(cache=False)
    def mean(values):
        total, count = 0.0, 0
        for i in range(len(values)):
            if not np.isnan(values[i]):
                total += values[i]
                count += 1
        return total / count

    level = np.linspace(0.0, 3.0, 50)
    level[7] = np.nan
    print(mean(level))
"""


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Compare:
    """Compare the training with its functions in which one text is replaced by another."""
    pytest.importorskip("torch", reason="PyTorch is not installed")
    return comparing(tmp_path_factory.mktemp("trained"), "train.py", TRAINING, TRAINING_AS_FUNCTIONS)


@pytest.fixture(scope="module")
def fitted(tmp_path_factory: pytest.TempPathFactory) -> Compare:
    """Compare the pipeline with the one that has names, in which one text is replaced by another."""
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    return comparing(tmp_path_factory.mktemp("fitted"), "fit.py", PIPELINE, NAMED_PIPELINE)


def test_the_rewritten_training_is_equal(trained: Compare) -> None:
    assert trained("main()", "main()").equal


def test_the_mode_is_named_that_is_set_once_and_not_in_each_epoch(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    # Of dropout alone: what it gives while it is off is no new value.
    before = TRAINING.replace("nn.BatchNorm1d(8), ", "")
    after = TRAINING_AS_FUNCTIONS.replace("                nn.BatchNorm1d(8),\n", "")
    loop = "for epoch in range(3):\n            model.train()\n"
    once = "model.train()\n        for epoch in range(3):\n"
    assert named(comparing(tmp_path, "train.py", before, after)(loop, once)) == "model.train()"


def test_the_line_is_named_that_computes_a_target_with_gradients(trained: Compare) -> None:
    assert named(trained("with torch.no_grad():\n            shown", "if True:\n            shown")) == (
        "return y + 0.1 * torch.tanh(shown).sum(1, keepdim=True)"
    )


def test_the_line_is_named_that_cuts_gradients_off(trained: Compare) -> None:
    assert named(
        trained("value = model(rows)", "value = model.layers[1:](model.layers[0](rows).detach())")
    ) == ("value = model.layers[1:](model.layers[0](rows).detach())")


def test_the_first_program_s_line_is_named_whose_step_on_gradients_is_lost(trained: Compare) -> None:
    clipping = "            nn.utils.clip_grad_norm_(model.parameters(), 0.3)\n"
    found = trained(clipping, "").verdict.cause
    assert found is not None
    assert found.text == (clipping.strip(), "")


def test_the_first_program_s_call_is_named_that_a_finding_of_the_second_run_asks_for(
    trained: Compare,
) -> None:
    found = trained("            optimizer.zero_grad()\n", "").verdict
    assert found.cause is not None
    assert found.cause.text == ("optimizer.zero_grad()", "")
    assert found.fault is not None
    assert "optimizer.zero_grad()" in found.fault.fix


def test_the_layer_is_named_that_stands_before_another(trained: Compare) -> None:
    layers = ["nn.ReLU(),", "nn.BatchNorm1d(8),"]
    old, new = ("\n                ".join(some) for some in (layers, layers[::-1]))
    assert named(trained(old, new)) in layers


def test_the_rewritten_pipeline_is_equal(fitted: Compare) -> None:
    assert fitted("main()", "main()").equal


def test_the_setting_is_named_of_a_part_of_a_pipeline_that_another_function_made(fitted: Compare) -> None:
    assert named(fitted(", interaction_only=True", "")) == '("terms", PolynomialFeatures(2)),'


def test_a_step_of_a_pipeline_that_was_renamed_in_a_grid_is_no_other_setting(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    compare = comparing(tmp_path, "grid.py", GRID, NAMED_GRID)
    assert compare("main()", "main()").equal
    assert named(compare('class_weight="balanced", ', "")) == "classify = LogisticRegression(max_iter=300)"


def test_of_several_objects_with_other_settings_the_one_is_named_that_parts(fitted: Compare) -> None:
    found = fitted("groups = KMeans", "seed = np.random.RandomState(seed)\n        groups = KMeans")
    assert named(found) == "forest = IsolationForest(n_estimators=9, random_state=seed)"


def test_the_option_is_named_by_which_a_compiled_function_assumes_no_nan(tmp_path: Path) -> None:
    pytest.importorskip("numba", reason="Numba is not installed")
    found = comparing(tmp_path, "gauge.py", COMPILED, COMPILED_BY_INDEX)
    assert named(found("cache=False", "fastmath=True")) == "@njit(fastmath=True)"


PONDS = """
    import torch
    from torch import nn

    torch.manual_seed(4)
    x = torch.randn(60, 3)
    y = x[:, :1] * 2.0 + torch.randn(60, 1) * 0.1
    net = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    plan = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)
    mean = torch.optim.swa_utils.AveragedModel(net)
    for epoch in range(4):
        for k in range(0, 60, 20):
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(net(x[k : k + 20]), y[k : k + 20])
            loss.backward()
            optimizer.step()
        plan.step()
        mean.update_parameters(net)
    with torch.no_grad():
        print("%.6f" % nn.functional.mse_loss(net(x), y).item())
        print("%.6f" % nn.functional.mse_loss(mean(x), y).item())
"""
PONDS_AS_CLASS = """
    import torch
    from torch import nn

    class Run:
        def __init__(self, rate=0.1):
            self.net = nn.Linear(3, 1)
            self.mean = torch.optim.swa_utils.AveragedModel(self.net)
            self.optimizer = torch.optim.SGD(self.net.parameters(), lr=rate)
            self.plan = torch.optim.lr_scheduler.StepLR(self.optimizer, step_size=2, gamma=0.5)

        def batch(self, x, y):
            loss = nn.functional.mse_loss(self.net(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

        def epoch(self, x, y, size=20):
            for rows in torch.arange(len(x)).split(size):
                self.batch(x[rows], y[rows])
            self.plan.step()
            self.mean.update_parameters(self.net)

    def error(model, x, y):
        with torch.no_grad():
            return nn.functional.mse_loss(model(x), y).item()

    def ponds(seed):
        torch.manual_seed(seed)
        x = torch.randn(60, 3)
        return x, x[:, :1] * 2.0 + torch.randn(60, 1) * 0.1

    def main():
        x, y = ponds(4)
        run = Run()
        for _ in range(4):
            run.epoch(x, y)
        print(f"{error(run.net, x, y):.6f}")
        print(f"{error(run.mean, x, y):.6f}")

    main()
"""


@pytest.mark.parametrize("call", ["self.plan.step()", "self.mean.update_parameters(self.net)"])
def test_the_call_is_named_that_came_to_others_in_a_loop(tmp_path: Path, call: str) -> None:
    """`step` is a method of two: their classes tell them apart."""
    pytest.importorskip("torch", reason="PyTorch is not installed")
    inner, outer = "self.optimizer.step()\n", f"            {call}\n"
    by_batch = PONDS_AS_CLASS.replace(outer, "").replace(inner, f"{inner}{outer}")
    compare = comparing(tmp_path, "ponds.py", PONDS, by_batch)
    assert named(compare("main()", "main()")).startswith(call)


def test_a_training_whose_calls_stand_in_methods_is_equal(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    assert comparing(tmp_path, "ponds.py", PONDS, PONDS_AS_CLASS)("main()", "main()").equal


SHARES = """
    import torch
    from torch import nn

    torch.manual_seed(5)
    x = torch.randn(64, 6)
    y = x[:, :2].sum(1, keepdim=True) + 0.2 * torch.randn(64, 1)
    net = nn.Linear(6, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.5)
    for epoch in range(3):
        for k in range(0, 64, 16):
            optimizer.zero_grad()
            fit = nn.functional.mse_loss(net(x[k : k + 16]), y[k : k + 16])
            (fit / 4).backward()
            optimizer.step()
        print("%.6f" % fit.item())
"""
SHARES_AS_CLASS = """
    import torch
    from torch import nn

    class Run:
        def __init__(self, rate=0.1):
            self.net = nn.Linear(6, 1)
            self.optimizer = torch.optim.SGD(self.net.parameters(), lr=rate, momentum=0.5)

        def step(self, x, y):
            self.optimizer.zero_grad()
            fit = nn.functional.mse_loss(self.net(x), y)
            share = fit / 4
            share.backward()
            self.optimizer.step()
            return fit.item()

        def epoch(self, x, y, size=16):
            batches = zip(x.split(size), y.split(size), strict=True)
            return [self.step(*batch) for batch in batches][-1]

    def made(seed):
        torch.manual_seed(seed)
        x = torch.randn(64, 6)
        return x, x[:, :2].sum(1, keepdim=True) + 0.2 * torch.randn(64, 1)

    def main():
        x, y = made(5)
        run = Run()
        for _ in range(3):
            print(f"{run.epoch(x, y):.6f}")

    main()
"""
# What the first program does, what the second does in place of its two lines, and what is named of each.
BEGINNINGS = {
    "lost beside the call": (
        "(fit / 4).backward()",
        "fit.backward()",
        ("(fit / 4).backward()", "fit.backward()"),
    ),
    "lost with its line": (
        "loss = fit * 0.25\n            loss.backward()",
        "fit.backward()",
        ("loss = fit * 0.25", ""),
    ),
    "gained": (
        "fit.backward()",
        "share = fit / 4\n            share.backward()",
        ("fit.backward()", "share = fit / 4"),
    ),
}


@pytest.mark.parametrize("case", BEGINNINGS)
def test_the_step_is_named_between_the_losses_that_both_go_back_from(tmp_path: Path, case: str) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    before, after, texts = BEGINNINGS[case]
    shared = "share = fit / 4\n            share.backward()"
    compare = comparing(
        tmp_path, "shares.py", SHARES.replace("(fit / 4).backward()", before), SHARES_AS_CLASS
    )
    cause = compare(shared, after).verdict.cause
    assert cause is not None
    assert cause.text == texts


def test_a_share_of_the_loss_with_a_name_is_equal(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    assert comparing(tmp_path, "shares.py", SHARES, SHARES_AS_CLASS)("main()", "main()").equal
