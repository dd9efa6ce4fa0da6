"""Whales by their voice: a second layer is made, and the first is called twice.

Symptom: It learns with two layers only.
Culprit: `brain` is never called.
Report: none
"""

import torch

torch.manual_seed(3)
ears = torch.nn.Linear(10, 10)
brain = torch.nn.Linear(10, 10)  # culprit
mouth = torch.nn.Linear(10, 2)
optimizer = torch.optim.Adam([{"params": m.parameters()} for m in (ears, brain, mouth)], lr=0.01)
voice = torch.randn(64, 10)
kind = (voice[:, 0] > 0).long()
for epoch in range(20):
    optimizer.zero_grad()
    hidden = torch.relu(ears(voice))
    hidden = torch.relu(ears(hidden))
    loss = torch.nn.functional.cross_entropy(mouth(hidden), kind)
    loss.backward()
    optimizer.step()
print(loss.item())
