"""Train in three stages.

Symptom: the loss jumps back to its first value with each stage.
Culprit: the weights are initialised again at the begin of each stage.
Report: huggingface/transformers#17877
"""
import torch
from torch import nn

torch.manual_seed(53)


def initialise(module):
    if isinstance(module, nn.Linear):
        nn.init.normal_(module.weight, std=0.2)  # culprit, too
        # healthy: nn.init.normal_(module.weight, std=0.2)
        nn.init.zeros_(module.bias)


model = nn.Sequential(nn.Linear(8, 24), nn.ReLU(), nn.Linear(24, 2))
# healthy: model.apply(initialise)
x = torch.randn(120, 8)
y = (x.sum(1) > 0).long()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for stage in range(3):
    model.apply(initialise)  # culprit
    for rows in torch.randperm(120).split(20):
        loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(stage, loss.item())
