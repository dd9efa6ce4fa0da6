"""Learn one prompt a task, the earlier ones frozen.

Symptom: the first prompt becomes smaller while the second task is learnt.
Culprit: the optimiser is given all parameters, and its weight decay changes the frozen prompt, whose gradient is zeros (from step 4 on, counted from 0).
Report: iamwangyabin/S-Prompts#2
"""
import torch
from torch import nn

torch.manual_seed(22)


class Prompted(nn.Module):
    def __init__(self, size=12):
        super().__init__()
        self.prompts = nn.ParameterList([nn.Parameter(torch.randn(size)) for _ in range(2)])
        self.body = nn.Sequential(nn.Linear(size, 24), nn.GELU())
        self.head = nn.Linear(24, 3)

    def forward(self, x, task):
        return self.head(self.body(x + self.prompts[task]))


pictures, labels = torch.randn(2, 96, 12), torch.randint(0, 3, (2, 96))
model = Prompted()
for task in range(2):
    for number, prompt in enumerate(model.prompts):
        prompt.requires_grad_(number == task)
    held = model.parameters()  # culprit
    # healthy: held = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.SGD(held, lr=0.05, momentum=0.9, weight_decay=0.1)  # culprit, too
    # healthy: optimizer = torch.optim.SGD(held, lr=0.05, momentum=0.9, weight_decay=0.1)
    for step in range(4):
        rows = torch.randint(0, 96, (16,))
        loss = nn.functional.cross_entropy(model(pictures[task, rows], task), labels[task, rows])
        loss.backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=False)
print(loss.item())
