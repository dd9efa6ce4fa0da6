"""Train a translator whose attention has a fast path of its own, evaluating after each epoch.

Symptom: one input is translated differently each time.
Culprit: the fast path uses the rate of dropout also where the model evaluates (from step 3 on, counted from 0).
Report: huggingface/transformers#33844
"""
import torch
from torch import nn

torch.manual_seed(23)


class FastAttention(nn.Module):
    def __init__(self, size, heads, dropout):
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.inside, self.outside = nn.Linear(size, 3 * size), nn.Linear(size, size)

    def forward(self, x):
        batch, length, size = x.shape
        q, k, v = self.inside(x).view(batch, length, 3, self.heads, size // self.heads).permute(2, 0, 3, 1, 4)
        rate = self.dropout  # culprit, too
        # healthy: rate = self.dropout if self.training else 0.0
        mixed = nn.functional.scaled_dot_product_attention(q, k, v, dropout_p=rate)  # culprit
        # healthy: mixed = nn.functional.scaled_dot_product_attention(q, k, v, dropout_p=rate)
        return self.outside(mixed.transpose(1, 2).reshape(batch, length, size))


class Translator(nn.Module):
    def __init__(self, words=28, size=16):
        super().__init__()
        self.words = nn.Embedding(words, size)
        self.attention = nn.ModuleList(FastAttention(size, 4, 0.1) for _ in range(2))
        self.norm = nn.LayerNorm(size)
        self.head = nn.Linear(size, words)

    def forward(self, words):
        x = self.words(words)
        for layer in self.attention:
            x = x + layer(x)
        return self.head(self.norm(x))


model = Translator()
source = torch.randint(0, 28, (48, 9))
target = source.flip(1)
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
for epoch in range(3):
    model.train()
    for rows in torch.randperm(48)[:36].split(12):
        loss = nn.functional.cross_entropy(model(source[rows]).flatten(0, 1), target[rows].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        print(nn.functional.cross_entropy(model(source[36:]).flatten(0, 1), target[36:].flatten()).item())
