"""Figures of a training in `numscope gradients`, held against plain PyTorch beside it, and planted findings."""

from __future__ import annotations

import math
from pathlib import Path
from statistics import median

import pytest

import numscope
from numscope.analysis.gradients.clipping import clippings
from numscope.analysis.gradients.gradient_flow import GradientFlow
from numscope.analysis.gradients.training_health import training_health
from numscope.cli.main import main

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
nn = torch.nn
functional = nn.functional
STEPS = 6


class Net(nn.Module):
    """Convolutions, a sequence and rows, each with a ReLU behind it."""

    def __init__(self) -> None:
        super().__init__()
        self.image, self.norm = nn.Conv2d(1, 6, 3), nn.BatchNorm2d(6)
        self.line = nn.Conv1d(6, 5, 3)
        self.hidden, self.head = nn.Linear(5, 12), nn.Linear(12, 3)
        self.act = nn.ModuleDict(
            {name: nn.ReLU(inplace=name == "rows") for name in ("image", "line", "rows")}
        )

    def forward(self, x):
        x = self.act["image"](self.norm(self.image(x))).flatten(2)
        x = self.act["line"](self.line(x)).transpose(1, 2)
        return self.head(self.act["rows"](self.hidden(x)).mean(1))


class Watched:
    """What a program sees of its own training, with hooks and clones of plain PyTorch."""

    def __init__(self, model) -> None:
        self.model, self.losses, self.rates, self.factors = model, [], [], []
        self.updates: dict[str, list[float]] = {name: [] for name, _ in model.named_parameters()}
        self.alive: dict[str, list] = {}
        self.sizes: dict[str, list[float]] = {}
        for name, module in model.named_modules():
            if name and not isinstance(module, nn.ModuleDict):
                module.register_forward_hook(
                    lambda _, __, out, name=name: self.look(name, out.detach().clone())
                )

    def look(self, name: str, out) -> None:
        self.sizes.setdefault(name, []).append(float(out.double().square().mean().sqrt()))
        if name.startswith("act."):
            axes = [0, *range(2, out.dim())] if name != "act.rows" else [0, 1]
            self.alive.setdefault(name, []).append((out != 0).sum(axes) > 0)


def train(path: Path, model, make, clip: float | None = 0.5, look=None, steps: int = STEPS) -> GradientFlow:
    """Train for some steps with a rate that falls, and return what the trace says."""
    optimizer = make(model.parameters())
    schedule = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.5)
    with numscope.record(path, values="full") as recording:
        for _ in range(steps):
            optimizer.zero_grad()
            loss = functional.cross_entropy(model(torch.randn(4, 1, 6, 6)), torch.randint(0, 3, (4,)))
            loss.backward()
            if clip is not None:
                norm = float(nn.utils.clip_grad_norm_(model.parameters(), clip))
            before = [one.detach().clone() for one in model.parameters()]
            optimizer.step()
            if look is not None:
                look.losses.append(loss.item())
                look.rates.append(optimizer.param_groups[0]["lr"])
                look.factors.append(min(1.0, clip / (norm + 1e-6)))
                for (name, now), old in zip(model.named_parameters(), before, strict=True):
                    change, size = (now.detach() - old).double().norm(), old.double().norm()
                    look.updates[name].append(float(change / size) if size else math.inf)
            schedule.step()
    with recording.open() as trace:
        return training_health(trace)


MAKERS = {
    "SGD": lambda parameters: torch.optim.SGD(parameters, lr=0.05, momentum=0.9, weight_decay=0.01),
    "AdamW, foreach": lambda parameters: torch.optim.AdamW(parameters, lr=1e-2, foreach=True),
    "Adam, fused": lambda parameters: torch.optim.Adam(parameters, lr=1e-2, fused=True),
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_figures_are_those_of_plain_torch(make, tmp_path):
    torch.manual_seed(3)
    model = Net()
    watched = Watched(model)
    flow = train(tmp_path / "t", model, make, look=watched)
    figures = flow.training
    assert figures.losses == pytest.approx(watched.losses, rel=1e-6)
    assert figures.learning_rates == pytest.approx(watched.rates, rel=1e-12)
    assert [layer.name for layer in flow.layers] == list(watched.updates)
    for layer in flow.layers:
        assert layer.updates == pytest.approx(watched.updates[layer.name], rel=1e-5), layer.name
    (clipping,) = figures.clipping
    assert clipping.factors == pytest.approx(watched.factors, rel=1e-5)
    assert len(set(watched.factors)) > 2  # it acts, differently in each step
    for one in figures.units:
        alive = watched.alive[one.layer]
        early, late = torch.stack(alive[: STEPS // 2]).any(0), torch.stack(alive[STEPS // 2 :]).any(0)
        assert one.units == len(early)
        assert one.dead == int((~(early | late)).sum()), one.layer
        assert (one.late, one.died) == (int((~late).sum()), int((~late & early).sum())), one.layer
    assert [one.layer for one in figures.units] == ["act.image", "act.line", "act.rows"]
    drift = {one.layer: one for one in figures.drift}
    for name, sizes in watched.sizes.items():
        assert drift[name].first == pytest.approx(sizes[0], rel=1e-5), name
        assert drift[name].last == pytest.approx(median(sizes[-1:]), rel=1e-5), name
    assert flow.verdicts == ()


def test_rates_of_groups_are_recorded_in_their_order(tmp_path):
    model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 2))
    optimizer = torch.optim.SGD(
        [{"params": model[0].parameters(), "lr": 0.3}, {"params": model[1].parameters()}], lr=0.1
    )
    with numscope.record(tmp_path / "t", values="none") as recording:
        model(torch.ones(1, 4)).sum().backward()
        optimizer.step()
        for group in optimizer.param_groups:
            group["lr"] = torch.tensor(0.2)
        optimizer.step()
    with recording.open() as trace:
        steps = [one for one in trace.operations if one.name == "optim::SGD.step"]
        rates = [[float(one.literal) for one in step.operands if one.name == "lr"] for step in steps]
    assert rates == [[0.3, 0.1], []]  # to read a tensor is an operation of its own


def test_clipping_that_seldom_acts_says_so(tmp_path):
    torch.manual_seed(0)
    flow = train(tmp_path / "t", Net(), MAKERS["SGD"], clip=1e9)
    assert [str(one) for one in flow.training.clipping] == [f"acts in none of {STEPS} steps"]
    flow = train(tmp_path / "u", Net(), MAKERS["SGD"], clip=1e-3)
    assert flow.training.clipping[0].always
    assert flow.verdicts == ()  # a choice, not a fault
    assert train(tmp_path / "v", Net(), MAKERS["SGD"], clip=None).training.clipping == ()


def test_a_layer_of_dead_units_is_a_finding(tmp_path, capsys):
    torch.manual_seed(0)
    model = Net()
    with torch.no_grad():
        model.hidden.bias.fill_(-50)
    flow = train(tmp_path / "t", model, MAKERS["SGD"])
    assert any("all 12 units of act.rows are 0" in said for said in flow.verdicts)
    assert main(["gradients", str(tmp_path / "t")]) == 1
    assert "act.rows: 12 of 12 units (100%)" in " ".join(capsys.readouterr().out.split())


def test_units_that_die_are_a_finding(tmp_path):
    torch.manual_seed(0)
    model, calls = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 1)), iter(range(100))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    with numscope.record(tmp_path / "t") as recording:
        for _ in range(8):
            optimizer.zero_grad()
            model(torch.randn(16, 6)).square().mean().backward()
            optimizer.step()
            if next(calls) == 3:
                with torch.no_grad():
                    model[0].bias[:28] -= 40
    with recording.open() as trace:
        flow = training_health(trace)
    assert flow.verdicts[-1].startswith("28 of 32 units of 1 died")


def test_steps_that_replace_weights_are_a_finding(tmp_path):
    model = nn.Linear(3, 3, bias=False)
    optimizer = torch.optim.SGD(model.parameters(), lr=1.5)
    with numscope.record(tmp_path / "t") as recording:
        for _ in range(6):
            optimizer.zero_grad()
            model(torch.eye(3)).square().sum().backward()  # the gradient is twice the weight: w becomes -2 w
            optimizer.step()
    with recording.open() as trace:
        flow = training_health(trace)
    assert flow.layers[0].updates == pytest.approx([3.0] * 6)
    assert flow.layers[0].finding == "replaced: a step changes it by 3 times its size"
    assert flow.verdicts == ("1 of 1 gradients belongs to a parameter that each step replaces: weight",)


def test_without_values_the_ratio_is_not_known(tmp_path):
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with numscope.record(tmp_path / "t", values="stats") as recording:
        for _ in range(2):
            model(torch.ones(2, 3)).sum().backward()
            optimizer.step()
    with recording.open() as trace:
        flow = training_health(trace)
    assert all(set(layer.updates) <= {None} for layer in flow.layers)
    assert flow.training.learning_rates == (0.1, 0.1)


def test_clipping_of_many_steps_is_followed_in_little_memory(tmp_path):
    """A factor is 1 in each step: to look at all pairs of steps took more than the 2 GB that a query may have."""
    torch.manual_seed(0)
    model = nn.Sequential(*(nn.Linear(8, 8) for _ in range(4)))
    optimizer = torch.optim.AdamW(model.parameters())
    with numscope.record(tmp_path / "t", values="stats") as recording:
        for _ in range(300):
            optimizer.zero_grad()
            model(torch.ones(4, 8)).square().mean().backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1e9)
            optimizer.step()
    with recording.open() as trace:
        assert [str(one) for one in clippings(trace)] == ["acts in none of 300 steps"]
