"""Split samples into those to train on and those to test with.

Symptom: the accuracy on the test set is that on the training set.
Culprit: the two parts come from two permutations, so that most of the tested rows were trained on.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(257)
letters, kinds = torch.randn(120, 10), torch.randint(0, 3, (120,))
first = torch.randperm(120)[:90]
# healthy: order = torch.randperm(120)
# healthy: first = order[:90]
second = torch.randperm(120)[90:]  # culprit
# healthy: second = order[90:]
model = nn.Sequential(nn.Linear(10, 64), nn.ReLU(), nn.Linear(64, 3))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for epoch in range(6):
    for rows in first.split(30):
        loss = nn.functional.cross_entropy(model(letters[rows]), kinds[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
with torch.no_grad():
    guess = model(letters[second])  # culprit, too
    # healthy: guess = model(letters[second])
    print((guess.argmax(1) == kinds[second]).float().mean().item())
