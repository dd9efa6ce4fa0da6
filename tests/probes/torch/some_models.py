"""Six small models in plain PyTorch, each with an input: what is counted in a trace is held against torch on them."""

from collections.abc import Callable

import torch
from torch import nn


def mlp() -> nn.Module:
    return nn.Sequential(nn.Linear(12, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 4))


class ConvNet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(3, 8, 3, stride=2, padding=1),
            nn.BatchNorm2d(8),
            nn.ReLU(),
            nn.Conv2d(8, 16, 3),
            nn.ReLU(),
        )
        self.head = nn.Linear(16, 5)

    def forward(self, images):
        return self.head(self.features(images).mean((2, 3)))


class Attention(nn.Module):
    def __init__(self, width: int, heads: int, causal: bool) -> None:
        super().__init__()
        self.heads, self.causal = heads, causal
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, hidden, mask=None):
        batch, length, width = hidden.shape
        query, key, value = self.qkv(hidden).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        scores = query @ key.transpose(-1, -2) / (width // self.heads) ** 0.5
        if self.causal:
            scores = scores.masked_fill(torch.ones(length, length).triu(1).bool(), float("-inf"))
        weights = scores.softmax(-1)
        return self.out((weights @ value).transpose(1, 2).reshape(batch, length, width)), weights


class Block(nn.Module):
    def __init__(self, width: int, causal: bool) -> None:
        super().__init__()
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = Attention(width, 4, causal)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, hidden):
        attended, _ = self.attention(self.first(hidden), mask=None)
        hidden = hidden + attended
        return hidden + self.down(nn.functional.gelu(self.up(self.second(hidden))))


class Transformer(nn.Module):
    """A BERT-like encoder with a pooler, or a GPT-like decoder whose head is tied to its embedding."""

    def __init__(self, causal: bool, layers: int = 3, width: int = 16) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(40, width), nn.Embedding(10, width)
        self.blocks = nn.ModuleList(Block(width, causal) for _ in range(layers))
        self.head = nn.Linear(width, 40, bias=False) if causal else nn.Linear(width, width)
        if causal:
            self.head.weight = self.words.weight

    def forward(self, tokens):
        hidden = self.words(tokens) + self.places(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            hidden = block(hidden)
        return self.head(hidden)


class Lstm(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(20, 8)
        self.recurrent = nn.LSTM(8, 16, num_layers=2, batch_first=True, bidirectional=True)
        self.head = nn.Linear(32, 3)

    def forward(self, tokens):
        states, _ = self.recurrent(self.words(tokens))
        return self.head(states[:, -1])


class UNet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.down1, self.down2 = nn.Conv2d(1, 8, 3, padding=1), nn.Conv2d(8, 16, 3, stride=2, padding=1)
        self.up = nn.ConvTranspose2d(16, 8, 2, stride=2)
        self.last = nn.Conv2d(16, 1, 1)

    def forward(self, image, time):
        high = self.down1(image * time[:, None, None, None]).relu()
        low = self.down2(high).relu()
        return self.last(torch.cat([high, self.up(low)], 1))


def _tokens(most: int) -> torch.Tensor:
    return torch.randint(0, most, (2, 10))


# Name -> the model and what it is called with.
MODELS: dict[str, Callable[[], tuple[nn.Module, tuple[torch.Tensor, ...]]]] = {
    "mlp": lambda: (mlp(), (torch.randn(6, 12),)),
    "convnet": lambda: (ConvNet(), (torch.randn(2, 3, 16, 16),)),
    "encoder": lambda: (Transformer(causal=False), (_tokens(40),)),
    "decoder": lambda: (Transformer(causal=True), (_tokens(40),)),
    "lstm": lambda: (Lstm(), (_tokens(20),)),
    "unet": lambda: (UNet(), (torch.randn(2, 1, 16, 16), torch.rand(2))),
}
