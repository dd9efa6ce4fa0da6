"""`gradients` and `check-up` are silent on healthy fresh models; a stack that does not learn in front is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import numscope
from numscope.analysis.check_up import check_up
from numscope.analysis.gradients.gradient_flow import GradientFlow
from numscope.analysis.gradients.training_health import training_health

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
nn = torch.nn


class Vit(nn.Module):
    """Patches, a class token, encoder layers, and a head that begins as zeros."""

    def __init__(self) -> None:
        super().__init__()
        layer = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True, norm_first=True)
        self.patch, self.head = nn.Conv2d(3, 32, 4, 4), nn.Linear(32, 10)
        self.token = nn.Parameter(torch.zeros(1, 1, 32))
        self.position = nn.Parameter(torch.randn(1, 17, 32) * 0.02)
        self.encoder = nn.TransformerEncoder(layer, 4, enable_nested_tensor=False)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)

    def forward(self, images):
        tokens = self.patch(images).flatten(2).transpose(1, 2)
        tokens = torch.cat([self.token.expand(len(tokens), -1, -1), tokens], 1) + self.position
        return self.head(self.encoder(tokens)[:, 0])


class Bert(nn.Module):
    """Embeddings of which a batch reads few rows, attention with biases of keys, a pooler."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.positions, self.kinds = (
            nn.Embedding(5000, 32),
            nn.Embedding(64, 32),
            nn.Embedding(2, 32),
        )
        self.norm, self.pooler, self.classifier = nn.LayerNorm(32), nn.Linear(32, 32), nn.Linear(32, 10)
        parts = ("query", "key", "value", "dense")
        self.layer = nn.ModuleList(nn.ModuleDict({one: nn.Linear(32, 32) for one in parts}) for _ in range(4))
        self.norms = nn.ModuleList(nn.LayerNorm(32) for _ in range(4))

    def forward(self, words):
        x = self.words(words) + self.positions.weight[: words.shape[1]] + self.kinds(torch.zeros_like(words))
        x = self.norm(x)
        for layer, norm in zip(self.layer, self.norms, strict=True):
            query, key, value = (layer[name](x) for name in ("query", "key", "value"))
            x = norm(x + layer["dense"](nn.functional.scaled_dot_product_attention(query, key, value)))
        return self.classifier(torch.tanh(self.pooler(x[:, 0])))


class Residual(nn.Module):
    """Two convolutions with biases before BatchNorm, the second one's scale begins as zeros."""

    def __init__(self) -> None:
        super().__init__()
        self.conv1, self.conv2 = (nn.Conv2d(8, 8, 3, padding=1) for _ in range(2))
        self.norm1, self.norm2 = nn.BatchNorm2d(8), nn.BatchNorm2d(8)
        nn.init.zeros_(self.norm2.weight)

    def forward(self, x):
        return torch.relu(x + self.norm2(self.conv2(torch.relu(self.norm1(self.conv1(x))))))


def resnet():
    blocks = [Residual() for _ in range(4)]
    return nn.Sequential(
        nn.Conv2d(3, 8, 3),
        nn.BatchNorm2d(8),
        *blocks,
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(8, 10),
    )


def vgg():
    layers = []
    for before, after in ((3, 8), (8, 8), (8, 16), (16, 16)):
        layers += [nn.Conv2d(before, after, 3, padding=1), nn.BatchNorm2d(after), nn.ReLU()]
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 10))


def images():
    return torch.randn(8, 3, 16, 16)


def words():
    return torch.randint(1, 5000, (4, 24))


def flow_of(model, batch: Callable[[], object], path: Path, steps: int) -> GradientFlow:
    """Train for a few steps, and return the gradients; the trace stays at `path`."""
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
    with numscope.record(path) as recording:
        for _ in range(steps):
            data = batch()
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(data), torch.randint(0, 10, (len(data),))).backward()
            optimizer.step()
    with recording.open() as trace:
        return training_health(trace)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("steps", [1, 8])
@pytest.mark.parametrize(("make", "batch"), [(Vit, images), (Bert, words), (resnet, images), (vgg, images)])
def test_a_healthy_model_has_no_finding(make, batch, steps: int, tmp_path: Path) -> None:
    torch.manual_seed(0)
    flow = flow_of(make(), batch, tmp_path / "t.numscope", steps)
    assert [f"{layer.name}: {layer.finding}" for layer in flow.layers if layer.finding] == []
    assert flow.verdicts == ()
    with numscope.open(tmp_path / "t.numscope") as trace:
        assert check_up(trace).findings == ()


def test_a_stack_of_sigmoids_does_not_learn_in_front(tmp_path: Path) -> None:
    torch.manual_seed(0)
    layers = [part for _ in range(10) for part in (nn.Linear(16, 16), nn.Sigmoid())]
    flow = flow_of(nn.Sequential(*layers, nn.Linear(16, 10)), lambda: torch.randn(8, 16), tmp_path / "t", 6)
    findings = {layer.name: layer.finding for layer in flow.layers}
    assert findings["0.weight"].startswith("vanishing")
    assert findings["20.weight"] == ""
    assert "far smaller than others of their kind: 0.weight, ..." in flow.verdicts[0]
