"""Attention of a parcel's route to the depots that it has passed.

Prints the mean weight of the last depot of each route.

Symptom: the weights of some routes are NaN, and so is the mean.
Culprit: the largest score of the whole batch is taken off before the exponential, in place of the largest of each
route; single precision makes 0 of all exponentials of routes whose scores lie 104 below it.
Report: none
"""

import torch

generator = torch.Generator().manual_seed(12)


def routes(count, stops, width):
    scale = torch.rand(count, 1, 1, generator=generator) * 12
    return torch.randn(count, stops, width, generator=generator) * scale


def attention(passed):
    query = passed[:, -1:]
    scores = (query * passed).sum(dim=2)
    top = scores.max()  # culprit
    weights = torch.exp(scores - top)
    return weights / weights.sum(dim=1, keepdim=True)


weights = attention(routes(20, 6, 4))
last = weights[:, -1]
for number in range(5):
    print(f"route {number}: {last[number].item():.3f}")
print(f"mean {last.mean().item():.3f}")
