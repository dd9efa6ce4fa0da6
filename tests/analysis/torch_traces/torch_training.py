"""Real training, as programs do it."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
# The first optimiser of a process imports it, which makes arrays of its own in the midst of a recording.
pytest.importorskip("torch._dynamo", reason="PyTorch is not installed")


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(8)
        self.attn = torch.nn.MultiheadAttention(8, 2, batch_first=True)
        self.ffn = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 8))

    def forward(self, x, mask):
        x = x + self.attn(x, x, x, attn_mask=mask, need_weights=False)[0]
        return x + self.ffn(self.norm(x))


class Conv(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(1, 2, 3)
        self.bn = torch.nn.BatchNorm2d(2)
        self.head = torch.nn.Linear(72, 3)

    def forward(self, x):
        x = torch.nn.functional.max_pool2d(torch.relu(self.bn(self.conv(x))), 2, stride=1, padding=1)
        return self.head(torch.nn.functional.adaptive_avg_pool2d(x, 6).flatten(1))


def train_block(steps=2):
    torch.manual_seed(0)
    model = Block()
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    for _ in range(steps):
        # Minus infinity is what such a mask is made of.
        mask = torch.triu(torch.full((5, 5), float("-inf")), diagonal=1)
        optimizer.zero_grad()
        model(torch.randn(2, 5, 8), mask).pow(2).mean().backward()
        optimizer.step()


def train_conv(steps=2):
    torch.manual_seed(0)
    model = Conv()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(torch.randn(4, 1, 9, 9)), torch.tensor([0, 1, 2, 0]))
        loss.backward()
        optimizer.step()
