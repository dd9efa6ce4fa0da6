"""Train in mixed precision on the processor.

Symptom: the layers run in float32, and memory is twice what was planned.
Culprit: the model is traced inside a function that switches autocast off again.
Report: Lightning-AI/lightning-thunder#725
"""
import torch
from torch import nn

torch.manual_seed(151)
model = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 4))
x, y = torch.randn(96, 16), torch.randint(0, 4, (96,))


def run(batch):
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=False):  # culprit
    # healthy: if True:
        return model(batch)  # culprit, too
        # healthy: return model(batch)


optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(8):
    rows = torch.randint(0, 96, (24,))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = run(x[rows])
    loss = nn.functional.cross_entropy(logits.float(), y[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
