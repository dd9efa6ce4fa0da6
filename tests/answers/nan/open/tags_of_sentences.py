"""Learn to tag words of sentences of different lengths.

Symptom: the loss is nan at the third batch.
Culprit: all words of the batch's sentences have the ignored tag: a mean over none.
Report: none
"""

import torch
from torch import nn

torch.manual_seed(50)
PAD = -100
words = torch.randint(0, 40, (24, 6))
tags = torch.randint(0, 5, (24, 6))
tags[:, 4:] = PAD
tags[16:24] = PAD
model = nn.Sequential(nn.Embedding(40, 12), nn.Linear(12, 5))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for start in range(0, 24, 8):
    scores = model(words[start : start + 8])
    wanted = tags[start : start + 8]
    loss = nn.functional.cross_entropy(scores.reshape(-1, 5), wanted.reshape(-1), ignore_index=PAD)  # culprit
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"batch {start // 8}: {loss.item():.5f}")
print("weights:", model[1].weight.abs().sum().item())
