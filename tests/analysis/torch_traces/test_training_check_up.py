"""A check-up of training: what keeps a model from learning is found, and healthy training stays silent."""

from __future__ import annotations

import inspect

import pytest

import numscope
from numscope.analysis.check_up import check_up
from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.training.call_order import call_order
from numscope.analysis.check_up.training.data_rows import data_rows
from numscope.analysis.check_up.training.never_called import never_called
from numscope.analysis.check_up.training.parameters import parameters
from numscope.analysis.check_up.training.training import training
from numscope.analysis.check_up.training.without_effect import without_effect

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
STEPS = 30


def _data(count=32):
    torch.manual_seed(1)
    features = torch.randn(count, 4)
    return features, features.sum(1, keepdim=True)


def _train(model, rate, steps=STEPS, parameters=None, data=None):
    features, target = data or _data()
    optimizer = torch.optim.SGD(parameters or model.parameters(), lr=rate)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = ((model(features) - target) ** 2).mean()  # loss
        loss.backward()
        optimizer.step()  # step
        losses.append(loss.item())
    return losses


def _network():
    torch.manual_seed(2)
    return torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))


def rate_too_large():
    _train(torch.nn.Linear(4, 1), 2.5, 20)


def features_without_scaling():
    """The loss explodes in the second step and falls from there, far above where it began."""
    torch.manual_seed(1)
    features = torch.randn(200, 4) * 50 + 300
    target, model = features.sum(1, keepdim=True), _network()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(20):
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(model(features), target).backward()  # explodes
        optimizer.step()


def parameters_of_another_model():
    """pytorch/pytorch#40983: the optimiser has other parameters than the model that is called."""
    other = _network()
    _train(_network(), 0.01, parameters=other.parameters())


def dead_units():
    model = _network()
    with torch.no_grad():
        model[0].bias.fill_(-100.0)
    _train(model, 0.01)


def equal_weights():
    model = _network()
    torch.nn.init.constant_(model[0].weight, 0.1)  # equal
    torch.nn.init.constant_(model[2].weight, 0.1)
    torch.nn.init.zeros_(model[0].bias)
    _train(model, 0.01)


def a_last_layer_of_zeros():
    model = _network()
    torch.nn.init.zeros_(model[2].weight)
    _train(model, 0.01)


class Branches(torch.nn.Module):
    """A layer that `forward` never calls, and one that is frozen on purpose."""

    def __init__(self):
        super().__init__()
        self.body, self.head = torch.nn.Linear(4, 8), torch.nn.Linear(8, 1)
        self.spare, self.frozen = torch.nn.Linear(8, 2), torch.nn.Linear(8, 2).requires_grad_(False)

    def forward(self, features):
        return self.head(torch.tanh(self.body(features)))


def a_layer_that_is_not_called():
    torch.manual_seed(3)
    _train(Branches(), 0.05)


def targets_of_another_shape():
    """pytorch/pytorch#16045: (n,) against (n, 1)."""
    features, target = _data()
    model = _network()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(5):
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(model(features), target.squeeze(1)).backward()  # shapes
        optimizer.step()


def healthy():
    model = _network()
    assert _train(model, 0.05, 80)[-1] < 0.5


def converged():
    model = torch.nn.Linear(4, 1)
    with torch.no_grad():
        model.weight.fill_(1.0)
        model.bias.fill_(0.01)
    _train(model, 0.01)


def with_a_teacher():
    teacher, student = _network(), _network()
    features, _ = _data()
    optimizer = torch.optim.Adam(student.parameters(), lr=0.01)
    for _ in range(10):
        with torch.no_grad():
            wanted = teacher(features) + 0.1
        loss = torch.nn.functional.mse_loss(student(features), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def with_a_larger_teacher():
    teacher = torch.nn.Sequential(*(torch.nn.Linear(4, 4) for _ in range(3)), torch.nn.Linear(4, 1))
    features, _ = _data()
    student = _network()
    optimizer = torch.optim.Adam(student.parameters(), lr=0.01)
    for _ in range(10):
        with torch.no_grad():
            wanted = teacher(features) + 0.1
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(student(features), wanted).backward()
        optimizer.step()


def _line(mark):
    return next(
        number
        for number, line in enumerate(inspect.getsource(inspect.getmodule(_line)).splitlines(), 1)
        if line.endswith(f"  # {mark}")
    )


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("program", "kind", "mark", "said"),
    [
        (rate_too_large, "training", "loss", "grows"),
        (features_without_scaling, "training", "explodes", "the loss explodes: "),
        (parameters_of_another_model, "training", "loss", "in each of 30 steps"),
        (dead_units, "training", "loss", "all 8 units of 1 are 0 for all of 768 samples: none learns"),
        (equal_weights, "training", "equal", "all 8 units of the layer that line"),
        (
            a_layer_that_is_not_called,
            "training",
            "step",
            "2 of 6 parameters have no gradient in any of 30 steps, `.grad` is None: spare.weight, spare.bias",
        ),
        (targets_of_another_shape, "broadcasting", "shapes", "1,024 pairs where 32"),
    ],
)
def test_what_keeps_a_model_from_learning(recorded, program, kind, mark, said):
    with numscope.open(recorded(program)) as trace:
        first = check_up(trace).findings[0]
    assert (first.kind, first.line) == (kind, _line(mark))
    assert said in first.problem


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    "program", [healthy, converged, with_a_teacher, with_a_larger_teacher, a_last_layer_of_zeros]
)
def test_healthy_training_is_not_accused(recorded, program):
    with numscope.open(recorded(program)) as trace:
        assert check_up(trace).findings == ()


def _steps(look=lambda number, model: None, *, rate=0.1, limit=1.0, loss=torch.nn.functional.mse_loss):
    """Train for twelve steps with clipping; `look` is called before each."""
    features, target = _data()
    model = _network()
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)  # made
    for number in range(12):
        look(number, model)
        optimizer.zero_grad()
        loss(model(features), target).backward()  # begins
        torch.nn.utils.clip_grad_norm_(model.parameters(), limit)  # clips
        optimizer.step()


def _doubled(number, model):
    with torch.no_grad():
        for parameter in model[2].parameters():
            parameter.mul_(2.0)


def _broken(number, model):
    if number == 7:
        with torch.no_grad():
            model[0].weight[0, 0] = float("nan")


def _direction(got, wanted):
    """A loss that the size of what it is given does not change."""
    return -(torch.nn.functional.normalize(got, dim=0) * wanted).sum()


def test_steps_that_replace_weights_are_found_at_their_optimiser(recorded):
    def program():
        model = torch.nn.Linear(3, 3, bias=False)
        optimizer = torch.optim.SGD(model.parameters(), lr=1.0)  # flips
        for _ in range(10):
            optimizer.zero_grad()
            model(torch.eye(3)).square().sum().backward()  # the gradient is twice the weight: w becomes -w
            optimizer.step()

    with numscope.open(recorded(program)) as trace:
        found = {one.line: one.problem for one in training(Evidence(trace))}
    assert (
        found[_line("flips")] == "each step changes weight by 2 times its size: it replaces what was learnt"
    )


@pytest.mark.parametrize(
    ("given", "mark", "said"),
    [
        ({"limit": 1e-5}, "clips", "in each of 12 steps: how large they are has no effect"),
        ({"rate": 1e-7}, "made", "no step changes any of 2 weights by more than"),
        ({"rate": 1e-12}, "made", "no step changes any of 2 weights"),
        ({"look": _broken}, "begins", "the loss is not finite from step 8 of 12 on"),
        (
            {"look": _doubled, "rate": 0.0, "loss": _direction},
            "made",
            "return grows while the loss does not fall; ",
        ),
        ({}, None, None),
        ({"limit": 1e-2, "rate": 1.0}, None, None),
    ],
)
def test_figures_of_a_training_are_findings(recorded, given, mark, said):
    with numscope.open(recorded(lambda: _steps(**given))) as trace:
        found = [*training(Evidence(trace))]
    assert [one for one in found if said and said in one.problem and one.line == _line(mark)] or not mark
    assert mark or not found


class _Trainer:
    """Train in a method of one step: clipping comes when there are no gradients, or none are left."""

    def __init__(self, early):
        self.model, self.early = _network(), early
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def early_step(self, features, target, limit=0.5):
        loss = torch.nn.functional.mse_loss(self.model(features), target)
        self.optimizer.zero_grad()
        if limit is not None:
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), limit)  # too early
        loss.backward()
        self.optimizer.step()

    def added_up(self, features, target, limit=0.5):
        """Clip what the turns before have left, if there is anything."""
        if limit is not None:
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), limit)
        torch.nn.functional.mse_loss(self.model(features), target).backward()
        self.optimizer.step()

    def fit(self):
        for _ in range(6):
            (self.early_step if self.early else self.added_up)(*_data())


@pytest.mark.parametrize("early", [True, False])
def test_clipping_in_a_method_before_its_backward_pass_is_found(recorded, early):
    with numscope.open(recorded(lambda: _Trainer(early).fit())) as trace:
        found = [*call_order(Evidence(trace))]
    assert [one.line for one in found] == ([_line("too early")] if early else [])


def _pairs(detached=False, wrong_step=False, kept=None):
    """Train a maker and a judge of what it makes; `kept`: a list of the judge's gradients in the maker's pass."""
    torch.manual_seed(5)
    maker, judge = torch.nn.Linear(3, 4), torch.nn.Linear(4, 1)
    own = torch.optim.SGD(maker.parameters(), lr=0.1)
    other = torch.optim.SGD(judge.parameters(), lr=0.1)
    for _ in range(4):
        made = maker(torch.randn(8, 3))
        other.zero_grad()
        (judge(torch.randn(8, 4)).square() + judge(made.detach()).exp()).mean().backward()
        (own if wrong_step else other).step()  # judges
        verdict = judge(made.detach() if detached else made)  # verdict
        own.zero_grad()
        (verdict.square().mean() + (made - 1).abs().mean()).backward()
        if kept is not None:
            kept.append(judge.weight.grad + 0)
        own.step()


@pytest.mark.parametrize(
    ("given", "mark", "said"),
    [
        ({"detached": True}, "verdict", "nothing learns from this call of Linear#2 (3 of 4)"),
        ({"wrong_step": True}, "judges", "finds the gradients that the step before has used"),
        ({}, None, None),
        # What is read is of use, as an estimate of Fisher's information is.
        ({"detached": True, "kept": []}, None, None),
    ],
)
def test_passes_and_steps_for_nothing(recorded, given, mark, said):
    with numscope.open(recorded(lambda: _pairs(**given))) as trace:
        evidence = Evidence(trace)
        found = [*without_effect(evidence), *parameters(evidence)]
    assert [one.line for one in found] == ([_line(mark)] if mark else [])
    assert all(said in one.problem for one in found)


class _Placed(torch.nn.Linear):
    table = torch.randn(60, 4)

    def forward(self, x):
        return super().forward(x + self.table[: x.shape[1]])


def test_a_table_of_positions_is_no_data(recorded):
    """Sequences of 20 use the first 20 of 60 rows each time."""
    with numscope.open(recorded(lambda: _train(_Placed(4, 1), 0.01, 6, data=_sequences()))) as trace:
        assert not [*data_rows(Evidence(trace))]


def _sequences():
    return torch.randn(8, 20, 4), torch.randn(8, 20, 1)


def _heads(used, frozen=False):
    """Train a body with one head or two; the optimiser is given both heads."""
    torch.manual_seed(3)
    body, head = torch.nn.Linear(4, 8), torch.nn.Linear(8, 1)
    second = torch.nn.Linear(8, 1)  # unused
    body.requires_grad_(not frozen)
    given = [*body.parameters(), *head.parameters(), *second.parameters()]
    optimizer = torch.optim.SGD(given, lr=0.05)
    features, target = _data()
    for number in range(6):
        optimizer.zero_grad()
        hidden = torch.relu(body(features))
        result = head(hidden) + (second(hidden) if used and number > 2 else 0)
        ((result - target) ** 2).mean().backward()
        optimizer.step()


def test_a_layer_that_is_never_called_is_found_where_it_is_made(recorded):
    path = recorded(lambda: _heads(used=False))
    with numscope.open(path) as trace:
        (finding,) = never_called(Evidence(trace))
    lines, first = inspect.getsourcelines(_heads)
    assert finding.line == first + next(at for at, line in enumerate(lines) if "# unused" in line)
    assert "`second`" in finding.problem
    assert "6 steps" in finding.problem


def test_layers_that_are_frozen_or_called_later_are_not(recorded):
    path = recorded(lambda: _heads(used=True, frozen=True))
    with numscope.open(path) as trace:
        assert list(never_called(Evidence(trace))) == []
