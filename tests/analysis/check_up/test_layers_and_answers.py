"""Models of PyTorch that cannot learn, or are not asked, what is meant: the line is found, healthy ones are not."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from torch import nn
from torch.nn import functional
from torch.utils.data import DataLoader, TensorDataset

import numscope
from numscope.analysis.check_up import check_up

Program = Callable[[], object]


def _rows(n=48, width=4):
    torch.manual_seed(0)
    x = torch.randn(n, width)
    return x, (x @ torch.arange(1.0, width + 1))[:, None]


def _train(net, x, y, loss=functional.mse_loss, steps=12):
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for _ in range(steps):
        optimizer.zero_grad()
        error = loss(net(x), y)
        error.backward()
        optimizer.step()
    return error.item()


class _Ends(nn.Module):
    def __init__(self, width, out, end):
        super().__init__()
        self.first, self.second, self.end = nn.Linear(width, 12), nn.Linear(12, out), end

    def forward(self, x):
        return self.end(self.second(torch.tanh(self.first(x))))


def balance_that_is_never_below_zero():
    x, y = _rows()
    net = nn.Sequential(nn.Linear(4, 12), nn.Tanh(), nn.Linear(12, 1), nn.ReLU())  # fault
    return _train(net, x, y)


def prices_between_zero_and_one():
    x, y = _rows()

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(4, 1)

        def forward(self, x):
            return torch.sigmoid(self.layer(x))  # fault

    return _train(Net(), x, 40 + 10 * y.abs(), functional.l1_loss)


def scores_that_are_cut_off():
    x, y = _rows()

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = nn.Linear(4, 16), nn.Linear(16, 3)

        def forward(self, x):
            x = torch.tanh(self.first(x))
            return functional.relu(self.second(x))  # fault

    return _train(Net(), x, (y[:, 0] > 0).long() + (y[:, 0] > 3).long(), functional.cross_entropy)


def straight_lines_in_two_layers():
    x, y = _rows()

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = nn.Linear(4, 32), nn.Linear(32, 1)

        def forward(self, x):
            x = self.first(x)
            return self.second(x)  # fault

    return _train(Net(), x, y**2)


def straight_lines_in_a_row():
    x, y = _rows()
    net = nn.Sequential(
        nn.Linear(4, 24),
        nn.Linear(24, 16),  # fault
        nn.ReLU(),
        nn.Linear(16, 1),
    )
    return _train(net, x, y**2)


def tower_of_one_layer():
    x, y = _rows()

    class Tower(nn.Module):
        def __init__(self):
            super().__init__()
            self.blocks = nn.ModuleList([nn.Linear(4, 4)] * 3)  # fault
            self.out = nn.Linear(4, 1)

        def forward(self, x):
            for block in self.blocks:
                x = torch.tanh(block(x))
            return self.out(x)

    return _train(Tower(), x, y)


def row_of_one_filter():
    torch.manual_seed(1)
    layers = 3 * [nn.Conv1d(2, 2, 3, padding=1)]  # fault
    net = nn.Sequential(*layers, nn.Flatten(), nn.Linear(20, 1))
    return _train(net, torch.randn(8, 2, 10), torch.randn(8, 1))


def last_batch_of_each_epoch():
    x, y = _rows()
    loader = DataLoader(TensorDataset(x, y), batch_size=8, shuffle=True)
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    for _ in range(3):
        for inputs, answers in loader:
            optimizer.zero_grad()
            loss = functional.mse_loss(net(inputs), answers)
        loss.backward()  # fault
        optimizer.step()


def last_of_the_parts():
    x, y = _rows()
    layer = nn.Linear(4, 1)
    optimizer = torch.optim.Adam(layer.parameters(), lr=0.01)
    for _ in range(4):
        for start in range(0, 48, 12):
            loss = functional.l1_loss(layer(x[start : start + 12]), y[start : start + 12])
            print(loss.item())
        optimizer.zero_grad()
        loss.backward()  # fault
        optimizer.step()


def largest_scores_for_classes():
    x, y = _rows()
    labels = (y[:, 0] > 0).long()
    net = nn.Linear(4, 2)
    _train(net, x, labels, functional.cross_entropy)
    with torch.no_grad():
        found = torch.max(net(x), 1)[0]  # fault
    return (found == labels).float().mean().item()


def best_score_beside_labels():
    x, y = _rows()
    labels = (y[:, 0] > 0).long()
    with torch.no_grad():
        scores = nn.Linear(4, 3)(x)
        best = scores.amax(dim=1)  # fault
    return best.eq(labels).sum().item()


def tastes_in_another_order():
    x, y = _rows(16)
    views = x.repeat(3, 1) + 0.01 * torch.randn(48, 4)
    answers = y.repeat_interleave(3, dim=0)  # fault
    return _train(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)), views, answers)


def numbers_in_another_order():
    x, _ = _rows(10)
    whole = x.repeat(4, 1)
    days = torch.arange(10.0)[:, None].repeat_interleave(4, 0)  # fault
    return torch.cat([whole, days], 1).mean(0)


def saved_under_other_names():
    x, y = _rows()
    net, fresh = nn.Linear(4, 1), nn.Linear(4, 1)
    _train(net, x, y)
    saved = {"module." + name: value for name, value in net.state_dict().items()}
    fresh.load_state_dict(saved, strict=False)  # fault
    with torch.no_grad():
        return functional.mse_loss(fresh(x), y).item()


def words_that_are_hidden():
    torch.manual_seed(3)
    tokens = torch.zeros(6, 8, dtype=torch.long)
    for row in range(6):
        tokens[row, : 3 + row % 4] = torch.randint(1, 9, (3 + row % 4,))
    embed = nn.Embedding(9, 8)
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, dropout=0.0)
    mask = tokens != 0  # fault
    return layer(embed(tokens), src_key_padding_mask=mask).sum().item()


def scores_of_padding():
    tokens = torch.tensor([[4, 2, 0, 0], [3, 5, 6, 0]])
    scores = torch.randn(2, 4)
    real = tokens.ne(0)  # fault
    return scores.masked_fill(real, float("-inf")).softmax(1).sum().item()


def last_sample_for_last_step():
    torch.manual_seed(4)
    x = torch.randn(12, 12, 3)

    class Reader(nn.Module):
        def __init__(self):
            super().__init__()
            self.lstm, self.head = nn.LSTM(3, 8, batch_first=True), nn.Linear(8, 1)

        def forward(self, x):
            out, _ = self.lstm(x)
            return self.head(out[-1])  # fault

    return _train(Reader(), x, x[:, -3:, 0].sum(1, keepdim=True))


def half_of_the_odds():
    x, y = _rows()
    sick = (y > 3).float()
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
    _train(net, x, sick, nn.BCEWithLogitsLoss(), 40)
    with torch.no_grad():
        found = (net(x) > 0.5).float()  # fault
    return (found == sick).float().mean().item()


def ripe_by_half():
    x, y = _rows()
    ripe = (y[:, 0] > 0).float()
    net = nn.Linear(4, 1)
    _train(net, x, ripe[:, None], functional.binary_cross_entropy_with_logits, 40)
    with torch.no_grad():
        odds = net(x).squeeze(1)
    return (odds.ge(0.5) == ripe.bool()).sum().item()  # fault


def answers_within_the_range():
    x, y = _rows()
    shares = torch.sigmoid(y)
    classes = (y[:, 0] > 0).long()
    return (
        _train(_Ends(4, 1, nn.Sigmoid()), x, shares),
        _train(_Ends(4, 1, nn.ReLU()), x, y.abs()),
        _train(_Ends(4, 2, nn.Identity()), x, classes, functional.cross_entropy),
    )


def bottleneck_and_shared_layer():
    x, y = _rows(48, 8)
    narrow = nn.Sequential(nn.Linear(8, 2), nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
    blocks = nn.ModuleList([nn.Linear(8, 8) for _ in range(3)])
    tower = nn.Sequential(*[part for block in blocks for part in (block, nn.ReLU())], nn.Linear(8, 1))
    return _train(narrow, x, y), _train(tower, x, y)


def all_batches_and_their_sum():
    x, y = _rows()
    loader = DataLoader(TensorDataset(x, y), batch_size=8, shuffle=True)
    net = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    for _ in range(3):
        for inputs, answers in loader:
            optimizer.zero_grad()
            loss = functional.mse_loss(net(inputs), answers)
            loss.backward()
            optimizer.step()
        optimizer.zero_grad()
        total = 0
        for inputs, answers in loader:
            total = total + functional.mse_loss(net(inputs), answers)
        total.backward()
        optimizer.step()


def places_of_the_largest():
    x, y = _rows()
    labels = (y[:, 0] > 0).long()
    with torch.no_grad():
        scores = nn.Linear(4, 2)(x)
        best, found = torch.max(scores, 1)
        whole = torch.max(torch.randint(0, 4, (48, 2)).float(), 1)[0]
    return (found == labels).sum(), best.mean(), (whole == labels).sum()


def repeated_in_one_way():
    x, y = _rows(16)
    views, answers = x.repeat_interleave(3, 0), y.repeat_interleave(3, 0)
    pairs = torch.cat([x.repeat(16, 1), x.repeat_interleave(16, 0)], 1)
    return _train(nn.Linear(4, 1), views, answers), pairs.mean()


def saved_under_the_same_names():
    x, y = _rows()
    net, fresh, other = nn.Linear(4, 1), nn.Linear(4, 1), nn.Linear(4, 1)
    _train(net, x, y)
    fresh.load_state_dict(net.state_dict(), strict=False)
    known = other.load_state_dict({"module.weight": net.weight}, strict=False)
    with torch.no_grad():
        return functional.mse_loss(fresh(x), y).item(), known.missing_keys, other(x).mean()


def padding_that_is_hidden():
    torch.manual_seed(3)
    tokens = torch.tensor([[4, 2, 0, 0], [3, 5, 6, 0]])
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, dropout=0.0)
    out = layer(nn.Embedding(9, 8)(tokens), src_key_padding_mask=tokens == 0)
    real = tokens != 0
    return (out * real[:, :, None]).sum() / real.sum(), torch.randn(2, 4).masked_fill(
        ~real, float("-inf")
    ).softmax(1)


def chances_and_other_numbers():
    x, y = _rows()
    sick = (y > 3).float()
    net, price = nn.Linear(4, 1), nn.Linear(4, 1)
    _train(net, x, sick, functional.binary_cross_entropy_with_logits, 40)
    _train(price, x, y)
    with torch.no_grad():
        return (torch.sigmoid(net(x)) > 0.5).sum(), (net(x) > 0).sum(), (price(x) > 0.5).sum()


def last_steps():
    torch.manual_seed(4)
    x = torch.randn(12, 12, 3)

    class Reader(nn.Module):
        def __init__(self, first):
            super().__init__()
            self.first = first
            self.gru, self.head = nn.GRU(3, 8, batch_first=first), nn.Linear(8, 1)

        def forward(self, x):
            out, last = self.gru(x if self.first else x.transpose(0, 1))
            return self.head(out[:, -1] if self.first else out[-1]) + self.head(last[-1])

    y = x[:, -3:, 0].sum(1, keepdim=True)
    return _train(Reader(True), x, y), _train(Reader(False), x, y)


FAULTY = [
    balance_that_is_never_below_zero,
    prices_between_zero_and_one,
    scores_that_are_cut_off,
    straight_lines_in_two_layers,
    straight_lines_in_a_row,
    tower_of_one_layer,
    row_of_one_filter,
    last_batch_of_each_epoch,
    last_of_the_parts,
    largest_scores_for_classes,
    best_score_beside_labels,
    tastes_in_another_order,
    numbers_in_another_order,
    saved_under_other_names,
    words_that_are_hidden,
    scores_of_padding,
    last_sample_for_last_step,
    half_of_the_odds,
    ripe_by_half,
]
HEALTHY = [
    answers_within_the_range,
    bottleneck_and_shared_layer,
    all_batches_and_their_sum,
    places_of_the_largest,
    repeated_in_one_way,
    saved_under_the_same_names,
    padding_that_is_hidden,
    chances_and_other_numbers,
    last_steps,
]
HELPERS = (_rows, _train, _Ends)
IMPORTS = """import torch
from torch import nn
from torch.nn import functional
from torch.utils.data import DataLoader, TensorDataset
"""


def _found(program: Program, path: Path) -> list[int]:
    """Run a program out of a file of its own, with what it calls; return the lines of the findings."""
    parts = [one for one in HELPERS if f"{one.__name__}(" in inspect.getsource(program)]
    text = "\n\n".join([IMPORTS, *map(inspect.getsource, parts), inspect.getsource(program)])
    script = path / "program.py"
    script.write_text(f"from __future__ import annotations\n{text}\n{program.__name__}()\n")
    with numscope.record(path / "t.numscope"):
        exec(compile(script.read_text(), str(script), "exec"), {"__name__": "program"})
    with numscope.open(path / "t.numscope") as trace:
        return [one.line for one in check_up(trace).findings]


@pytest.mark.parametrize("program", FAULTY)
def test_the_marked_line_is_found(program: Program, tmp_path: Path) -> None:
    found = _found(program, tmp_path)
    lines = (tmp_path / "program.py").read_text().splitlines()
    assert found == [next(number for number, line in enumerate(lines, 1) if line.endswith("# fault"))]


@pytest.mark.parametrize("program", HEALTHY)
def test_what_only_looks_like_it_is_not_accused(program: Program, tmp_path: Path) -> None:
    assert _found(program, tmp_path) == []
