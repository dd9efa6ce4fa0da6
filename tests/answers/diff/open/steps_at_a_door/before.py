"""Train a network that tells who comes home by the sound of steps.

Culprit: see after.py
"""

import torch
from torch import nn

PEOPLE = 4


def sounds(count, seed):
    generator = torch.Generator().manual_seed(seed)
    person = torch.randint(0, PEOPLE, (count,), generator=generator)
    centres = torch.randn(PEOPLE, 10, generator=torch.Generator().manual_seed(0))
    return centres[person] + 0.8 * torch.randn(count, 10, generator=generator), person


torch.manual_seed(5)
network = nn.Sequential(nn.Linear(10, 16), nn.GELU(), nn.Linear(16, PEOPLE))
optimizer = torch.optim.SGD(network.parameters(), lr=0.004, momentum=0.9)
criterion = nn.CrossEntropyLoss(reduction="sum")
x, person = sounds(160, seed=1)
for epoch in range(5):
    order = torch.randperm(160, generator=torch.Generator().manual_seed(epoch))
    total = 0.0
    for start in range(0, 160, 40):
        rows = order[start : start + 40]
        loss = criterion(network(x[rows]), person[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    print(f"epoch {epoch} loss {total / 160:.5f}")
x_new, new_person = sounds(80, seed=2)
with torch.no_grad():
    logits = network(x_new)
print(f"accuracy {(logits.argmax(1) == new_person).float().mean().item():.4f}")
print(f"surest {logits.softmax(1).max().item():.5f}")
