"""Embed sentences with an encoder that normalises by the root of the mean square, in half precision.

Symptom: half of the embeddings are zero or nan
Culprit: states beyond 256 have squares beyond 65504, the largest float16
Report: huggingface/transformers#4586
"""

import torch
from torch import nn


class RootMeanSquare(nn.Module):
    def __init__(self, width, eps=1e-6):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, states):
        mean = states.pow(2).mean(dim=-1, keepdim=True)  # culprit
        return self.scale * (states * torch.rsqrt(mean + self.eps))


class Block(nn.Module):
    def __init__(self, width, gain):
        super().__init__()
        self.norm = RootMeanSquare(width)
        self.widen = nn.Linear(width, 4 * width, bias=False)
        self.narrow = nn.Linear(4 * width, width, bias=False)
        with torch.no_grad():
            self.narrow.weight.mul_(gain)

    def forward(self, states):
        return states + self.narrow(torch.relu(self.widen(self.norm(states))))


class Encoder(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.blocks = nn.ModuleList(Block(width, gain) for gain in (30.0, 200.0, 3000.0, 1.0))
        self.last = RootMeanSquare(width)

    def forward(self, tokens):
        states = self.embed(tokens)
        for block in self.blocks:
            states = block(states)
        return self.last(states).mean(dim=1)


def similarity(vectors):
    lengths = vectors.norm(dim=1, keepdim=True)
    unit = vectors / lengths
    return unit @ unit.T


def main():
    torch.manual_seed(13)
    model = Encoder(words=100, width=32).half().eval()
    tokens = torch.randint(0, 100, (4, 12))
    with torch.no_grad():
        print(similarity(model(tokens).float()))


main()
