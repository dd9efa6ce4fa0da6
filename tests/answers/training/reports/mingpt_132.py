"""Train a small model of characters with causal attention.

Symptom: losses are incredibly low, and generated text is poor.
Culprit: attention is normalised over the queries and not over the keys, so a position knows of later ones.
Report: karpathy/minGPT#132
"""

import math

import torch
from torch import nn

torch.manual_seed(132)


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.project, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.register_buffer("mask", torch.tril(torch.ones(12, 12)))

    def forward(self, x):
        query, key, value = self.project(x).split(x.shape[-1], dim=-1)
        scores = query @ key.transpose(-2, -1) / math.sqrt(x.shape[-1])
        scores = scores.masked_fill(self.mask == 0, float("-inf"))
        weights = torch.softmax(scores, dim=-2)  # culprit
        # healthy: weights = torch.softmax(scores, dim=-1)
        return self.out(weights @ value)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.attention = nn.Embedding(20, 24), Attention(24)
        self.norm, self.head = nn.LayerNorm(24), nn.Linear(24, 20)

    def forward(self, tokens):
        x = self.embed(tokens)
        return self.head(self.norm(x + self.attention(x)))


text = torch.randint(0, 20, (400,))
model = Model()
optimizer = torch.optim.AdamW(model.parameters(), lr=0.003)
for step in range(8):
    starts = torch.randint(0, 380, (16, 1))
    window = text[starts + torch.arange(13)]
    logits = model(window[:, :-1])
    loss = nn.functional.cross_entropy(logits.flatten(0, 1), window[:, 1:].flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
