from __future__ import annotations

import gc

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from torch import nn
from torch.utils.hooks import RemovableHandle

from numscope.inspector import Inspector, calculate_statistics

EVERYTHING = ("activations", "gradients", "inputs", "weights", "weight_gradients")


def test_streamed_figures_are_those_of_all_steps_together(mlp, device):
    mlp = mlp.to(device)
    batches = [torch.randn(5, 6, device=device) for _ in range(130)]
    inspector = Inspector(mlp).watch("0", what=("activations", "inputs"))
    with inspector:
        for batch in batches:
            mlp(batch)
    found = inspector.get_statistics("0")
    for kind, tensors in {"inputs": batches, "activations": [mlp[0](batch) for batch in batches]}.items():
        truth = calculate_statistics(torch.cat(tensors))
        for name in ("mean", "std", "var", "min", "max", "norm", "rms"):
            assert found[kind][name] == pytest.approx(truth[name], rel=1e-5), (kind, name)
        assert found[kind]["count"] == truth["count"]
        assert found[kind]["calls"] == 130


def test_gradients_and_weights_step_by_step(mlp):
    batch = torch.randn(5, 6)
    inspector = Inspector(mlp).watch("2", what=EVERYTHING)
    optimizer = torch.optim.SGD(mlp.parameters(), lr=0.5)
    weights, gradients = [], []
    with inspector:
        for _ in range(4):
            optimizer.zero_grad()
            weights.append(mlp[2].weight.detach().norm().item())
            mlp(batch).square().mean().backward()
            gradients.append(mlp[2].weight.grad.norm().item())
            optimizer.step()
    history = inspector.get_history("2")
    seen = [entry["norm"] for entry in history["weights"] if entry["place"] == "weight"]
    assert seen == pytest.approx(weights, rel=1e-6)
    seen = [entry["norm"] for entry in history["weight_gradients"] if entry["place"] == "weight"]
    assert seen == pytest.approx(gradients, rel=1e-6)
    assert [entry["step"] for entry in history["activations"]] == [1, 2, 3, 4]
    assert [entry["step"] for entry in history["gradients"]] == [1, 2, 3, 4]


def test_no_tensors_are_kept(mlp):
    inspector = Inspector(mlp).watch("*", what=EVERYTHING)
    with inspector:
        mlp(torch.randn(5, 6)).mean().backward()
    assert inspector.captured_data == {}


def test_memory_does_not_grow_with_the_steps():
    model = nn.Identity()
    inspector = Inspector(model).watch("*")

    def entries_after(steps):
        with inspector:
            for _ in range(steps):
                model(torch.ones(2))
        return len(inspector.get_history("")["activations"])

    assert entries_after(2000) == 2000
    assert entries_after(5000) <= 2048
    assert inspector.get_statistics("")["activations"]["count"] == 10_000


def handles_of_hooks():
    # By type: another library's weak proxy of something gone raises when it is asked for its class.
    return sum(issubclass(type(thing), RemovableHandle) for thing in gc.get_objects())


def test_hooks_of_dead_graphs_are_forgotten(mlp):
    inspector = Inspector(mlp).watch("*", what="gradients")
    with inspector:
        mlp(torch.randn(2, 6)).mean().backward()
        first = handles_of_hooks()
        for _ in range(50):
            mlp(torch.randn(2, 6)).mean().backward()
        assert handles_of_hooks() == first


def test_statistics_can_be_read_while_it_runs(mlp):
    inspector = Inspector(mlp).watch("0")
    with inspector:
        for step in range(1, 4):
            mlp(torch.randn(5, 6))
            assert inspector.get_statistics("0")["activations"]["calls"] == step
            assert inspector.get_statistics("0")["activations"]["count"] == step * 40


def test_it_can_be_entered_again_and_begins_anew(mlp):
    inspector = Inspector(mlp).watch("0")
    for _ in range(2):
        with inspector as entered:
            assert entered is inspector
            mlp(torch.randn(5, 6))
    assert inspector.get_statistics("0")["activations"]["calls"] == 1


def test_several_threads_at_once(mlp):
    from concurrent.futures import ThreadPoolExecutor

    inspector = Inspector(mlp).watch("*")
    with inspector, ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: mlp(torch.ones(3, 6)), range(200)))
    found = inspector.get_statistics("0")["activations"]
    assert found["calls"] == 200
    assert found["count"] == 200 * 24


def test_a_dead_unit_is_noticed_though_it_lived_long_ago():
    model = nn.Sequential(nn.Linear(4, 10), nn.ReLU())
    inspector = Inspector(model).watch("1")
    with inspector:
        for step in range(800):
            if step == 200:
                with torch.no_grad():
                    model[0].weight[:5] = 0
                    model[0].bias[:5] = -1
            model(torch.randn(16, 4))
    (finding,) = inspector.diagnose()
    assert finding.symptom == "dead-units"
    assert finding.figures["dead"] == 5


def test_rows_that_are_fetched_later_tell_the_same(mlp, monkeypatch):
    """As on an accelerator, which nobody waits for at each tensor."""
    from numscope.inspector import streamed_series as streamed
    from numscope.inspector.measure import measure_on_device

    def run():
        torch.manual_seed(0)
        inspector = Inspector(mlp).watch("*")
        with inspector:
            for step in range(150):
                mlp(torch.randn(5, 6) / (0 if step == 100 else 1))
        found = inspector.get_statistics("0")["activations"]
        return (
            found,
            len(inspector.get_history("0")["activations"]),
            [str(one) for one in inspector.diagnose()],
        )

    there = run()
    monkeypatch.setattr(streamed, "float_letter", lambda tensor: None)
    monkeypatch.setattr(streamed, "begin_measure", measure_on_device)
    later = run()
    for name, figure in there[0].items():
        expected = pytest.approx(figure, rel=1e-5, nan_ok=True) if isinstance(figure, float) else figure
        assert later[0][name] == expected, name
    assert later[1:] == there[1:]
    assert there[0]["calls"] == there[1] == 150
