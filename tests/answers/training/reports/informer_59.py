"""Forecast a series with attention of several heads.

Symptom: the attention is worse than one head of its own.
Culprit: queries, keys and values are brought from (batch, length, heads, size) to heads first by `view`, which mixes times and heads.
Report: zhouhaoyi/Informer2020#59
"""
import torch
from torch import nn

torch.manual_seed(59)


class Attention(nn.Module):
    def __init__(self, size=16, heads=4):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value = (nn.Linear(size, size) for _ in range(3))
        self.out = nn.Linear(size, size)

    def split(self, x):
        batch, length, size = x.shape
        x = x.view(batch, length, self.heads, -1)
        return x.view(batch, self.heads, length, -1)  # culprit
        # healthy: return x.permute(0, 2, 1, 3)

    def forward(self, x):
        mixed = nn.functional.scaled_dot_product_attention(
            self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x)), is_causal=True
        )
        return self.out(mixed.transpose(1, 2).reshape(x.shape))


class Forecast(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner, self.attention, self.head = nn.Linear(1, 16), Attention(), nn.Linear(16, 1)

    def forward(self, x):
        x = self.inner(x)
        return self.head(x + self.attention(x))


series = torch.sin(torch.linspace(0, 9, 25) + 6 * torch.rand(120, 1))[..., None]
model = Forecast()
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
for step in range(8):
    batch = series[torch.randint(0, 120, (20,))]
    loss = nn.functional.mse_loss(model(batch[:, :-1]), batch[:, 1:])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
