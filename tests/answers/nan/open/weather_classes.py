"""Tell sun, rain and snow apart with a small network written by hand.

Symptom: the probabilities of some days, and the loss, are nan.
Culprit: exp of scores above 88 is inf in float32, and inf / inf is nan.
Report: none
"""

import torch

torch.manual_seed(5)
pressure = 1013 + 8 * torch.randn(30, 1)
humidity = torch.rand(30, 1) * 100
days = torch.cat([pressure, humidity], dim=1)
kinds = torch.randint(0, 3, (30,))
weight = 0.3 * torch.randn(2, 3)


def probabilities(scores):
    powers = torch.exp(scores)  # culprit
    return powers / powers.sum(dim=1, keepdim=True)


chance = probabilities(days @ weight)
loss = -torch.log(chance[torch.arange(30), kinds] + 1e-9).mean()
print("days with nan:", int(chance.isnan().any(dim=1).sum()))
print("loss:", loss.item())
