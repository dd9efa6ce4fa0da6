"""Learn which parrot calls, from the strength of twelve tones, and report the errors on new calls."""

import torch
from torch import nn

torch.manual_seed(7)
parrots = torch.randn(5, 12)
number = torch.arange(475) % 5
calls = parrots[number] + 1.6 * torch.randn(475, 12)
calls[455:] += 0.8 * torch.randn(20, 12)
train, train_number = calls[:300], number[:300]
test, test_number = calls[300:], number[300:]

model = nn.Sequential(nn.Linear(12, 20), nn.ReLU(), nn.Linear(20, 5))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for _ in range(15):
    for start in range(0, 300, 50):
        scores = model(train[start : start + 50])
        loss = nn.functional.cross_entropy(scores, train_number[start : start + 50])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

with torch.no_grad():
    scores = model(test)
losses = nn.functional.cross_entropy(scores, test_number, reduction="none")
right = (scores.argmax(dim=1) == test_number).float()
print(f"last training loss {loss.item():.5f}")
print(f"loss on new calls {losses.mean().item():.5f}, right {right.mean().item():.4f}")
