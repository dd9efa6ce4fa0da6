"""Learn positions of stars from their distances.

Symptom: all positions are nan after the first step.
Culprit: the distance of a star to itself is 0: the root has no slope there, and 0 * inf is NaN.
Report: none
"""

import torch

torch.manual_seed(55)
wanted = torch.cdist(torch.randn(6, 2), torch.randn(6, 2))
wanted = (wanted + wanted.T) / 2
wanted.fill_diagonal_(0)
places = torch.randn(6, 2, requires_grad=True)
optimizer = torch.optim.SGD([places], lr=0.05)
for step in range(3):
    gaps = places[:, None] - places[None, :]
    distances = gaps.pow(2).sum(-1).sqrt()  # culprit
    loss = (distances - wanted).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step}: loss {loss.item():.5f}")
print("places:", places.detach().mean(0))
