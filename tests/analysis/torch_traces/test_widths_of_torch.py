"""Commands about a model fit into terminals of 60 to 200 columns, with the names of layers whole."""

from __future__ import annotations

from pathlib import Path

import pytest

import numscope
from terminal_widths import check_fit

torch = pytest.importorskip("torch", reason="torch is not installed")

NAMES = (
    *("feed_forward_network.0", "self_attention_projection", "Sequential", "aten::addmm", "torch.nn.Linear"),
    *("0.self_attention_projection.weight", "aten::mse_loss_backward"),
)


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("widths") / "run.numscope"
    torch.manual_seed(0)

    class Block(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.self_attention_projection = torch.nn.Linear(8, 8)
            self.feed_forward_network = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU())

        def forward(self, x: object) -> object:
            return self.feed_forward_network(torch.relu(self.self_attention_projection(x)))

    with numscope.record(path):
        model = torch.nn.Sequential(Block(), torch.nn.Linear(16, 1))
        steps = torch.optim.SGD(model.parameters(), 0.1)
        for _ in range(2):
            steps.zero_grad()
            torch.nn.functional.mse_loss(model(torch.randn(4, 8)), torch.randn(4, 1)).backward()
            steps.step()
    return str(path)


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    "words",
    ["ls", "top", "top --by module", "top --by operation", "top --flops", "gradients", "summary", "nan"],
)
def test_a_command_fits_and_its_names_are_whole(
    words: str, trace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(trace).parent)
    check_fit(words, "run.numscope", [*NAMES, "operations"], Path(__file__).name, monkeypatch)
