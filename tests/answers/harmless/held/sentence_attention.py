"""Attention over padded sentences; every sentence has at least one word, so the mask is safe.

Symptom: none
Culprit: none
Tempts: a question could accuse this: masked softmax, no empty sentence.
Report: pytorch/pytorch#131060
"""

import torch

torch.manual_seed(1)

BATCH, WORDS, DIM = 16, 10, 8
lengths = torch.randint(1, WORDS + 1, (BATCH,))
x = torch.randn(BATCH, WORDS, DIM)
mask = torch.arange(WORDS)[None, :] < lengths[:, None]

query = torch.randn(DIM)
scores = (x @ query) / DIM**0.5
scores = scores.masked_fill(~mask, float("-inf"))
weights = torch.softmax(scores, dim=1)

assert torch.all(weights[~mask] == 0)
pooled = torch.einsum("bw,bwd->bd", weights, x)
entropy = -(torch.xlogy(weights, weights)).sum(dim=1)

single = lengths == 1
if single.any():
    assert torch.all(weights[single, 0] == 1)

print("shortest sentence:", int(lengths.min()))
print("weights sum to one:", bool(torch.allclose(weights.sum(1), torch.ones(BATCH))))
print("mean entropy:", entropy.mean().item())
print("mean pooled value:", pooled.mean().item())
