"""Summarise the reviews of each shop with an attention layer.

Symptom: the summary of shop 2 is nan and the loss of the whole batch is nan.
Culprit: shop 2 has no review, so all its scores are -inf and softmax of that row is nan.
Report: THUwangcy/ReChorus#8
"""

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.query = nn.Linear(size, size, bias=False)
        self.key = nn.Linear(size, size, bias=False)

    def forward(self, shops, reviews, valid):
        scores = self.query(shops).unsqueeze(1) @ self.key(reviews).transpose(1, 2)
        scores = scores / reviews.shape[-1] ** 0.5
        scores = scores.masked_fill(~valid.unsqueeze(1), float("-inf"))
        weights = torch.softmax(scores, dim=-1)  # culprit
        return (weights @ reviews).squeeze(1)


def batch(shops=4, longest=6, size=8):
    reviews = torch.randn(shops, longest, size)
    lengths = torch.tensor([6, 3, 0, 1])
    valid = torch.arange(longest) < lengths.unsqueeze(1)
    return torch.randn(shops, size), reviews, valid


torch.manual_seed(0)
layer = Attention(8)
summary = layer(*batch())
stars = torch.tensor([4.0, 3.5, 3.0, 5.0])
loss = nn.functional.mse_loss(summary.mean(dim=1), stars)
loss.backward()
for shop, row in enumerate(summary):
    print(f"shop {shop}: summary {row[:3].tolist()}")
print("loss:", loss.item(), "gradient:", layer.query.weight.grad.norm().item())
