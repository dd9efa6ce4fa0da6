"""Causal attention over short sensor sequences with padded ends.

Symptom: none
Culprit: none
Tempts: a question could accuse this: -inf masks, but every row has an open position (twin of sentence_pooling and
  latent_mixture).
Report: none
"""

import torch

torch.set_num_threads(1)


def batch(seed=6, n=5, length=7, dim=4):
    g = torch.Generator().manual_seed(seed)
    lengths = torch.randint(2, length + 1, (n,), generator=g)
    x = torch.randn(n, length, dim, generator=g)
    return x, lengths


def attention_mask(lengths, length):
    causal = torch.ones(length, length, dtype=torch.bool).tril()
    real = torch.arange(length)[None, :] < lengths[:, None]
    return causal[None] & real[:, None, :]


def attend(x, mask):
    scores = x @ x.transpose(1, 2) / x.shape[-1] ** 0.5
    scores = scores.masked_fill(~mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return weights @ x, weights


def pooled(out, lengths):
    return out[torch.arange(len(lengths)), lengths - 1]


x, lengths = batch()
mask = attention_mask(lengths, x.shape[1])
out, weights = attend(x, mask)
last = pooled(out, lengths)
print("lengths:", lengths.tolist())
print("rows without any open position:", int((~mask.any(dim=-1)).sum()))
print(
    "weight rows sum to", round(weights.sum(-1).min().item(), 4), "..", round(weights.sum(-1).max().item(), 4)
)
print(f"mean norm of the pooled vectors: {last.norm(dim=1).mean().item():.4f}")
