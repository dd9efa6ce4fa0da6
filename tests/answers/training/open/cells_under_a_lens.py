"""Count cells with batches too large for memory: gradients of four parts are gathered for a step.

Symptom: the step is four times as long as with one whole batch.
Culprit: the mean loss of each part is not divided by the number of parts.
Report: huggingface/transformers#34191
"""
import torch
from torch import nn

torch.manual_seed(23)
model = nn.Sequential(nn.Linear(9, 18), nn.ReLU(), nn.Linear(18, 3))
cells, kinds = torch.randn(160, 9), torch.randint(0, 3, (160,))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
parts = 4
for step in range(8):
    optimizer.zero_grad()
    for rows in torch.randperm(160)[:64].split(16):
        loss = nn.functional.cross_entropy(model(cells[rows]), kinds[rows])  # culprit
        # healthy: loss = nn.functional.cross_entropy(model(cells[rows]), kinds[rows]) / parts
        loss.backward()  # culprit, too
        # healthy: loss.backward()
    optimizer.step()
print(loss.item())
