"""Score three sentences of different lengths with one attention layer.

Symptom: none
Culprit: none
Tempts: `nan`: padding is masked with -inf before the softmax; no row is masked wholly. `precision`: float32.
Report: none
"""

import torch
from torch import nn


class Scorer(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.embed = nn.Embedding(words, width, padding_idx=0)
        self.ask, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.end = nn.Linear(width, 1)

    def forward(self, codes):
        there = codes != 0
        x = self.embed(codes)
        scores = self.ask(x) @ self.key(x).transpose(1, 2) / x.shape[-1] ** 0.5
        scores = scores.masked_fill(~there[:, None], float("-inf"))
        mixed = torch.softmax(scores, dim=-1) @ self.value(x)
        length = there.sum(1, keepdim=True)
        return self.end((mixed * there[..., None]).sum(1) / length)


torch.manual_seed(3)
codes = torch.tensor([[4, 7, 2, 9], [3, 5, 0, 0], [8, 1, 6, 0]])
target = torch.tensor([[1.0], [0.0], [1.0]])
model = Scorer(words=10, width=8)
optimizer = torch.optim.SGD(model.parameters(), lr=0.3)
for _ in range(6):
    optimizer.zero_grad()
    loss = nn.functional.binary_cross_entropy_with_logits(model(codes), target)
    loss.backward()
    optimizer.step()
print(f"loss {loss.item():.4f}")
