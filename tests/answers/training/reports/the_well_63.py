"""Resume a training from its checkpoint, warm-up behind it.

Symptom: after the resumption the loss stands still for a while.
Culprit: the checkpoint lacks the scheduler's state, so the warm-up begins again (from step 6 on, counted from 0).
Report: PolymathicAI/the_well#63
"""
import io

import torch
from torch import nn

torch.manual_seed(63)
x = torch.randn(128, 6)
y = x[:, :2].prod(1, keepdim=True)


def begin():
    model = nn.Sequential(nn.Linear(6, 24), nn.Tanh(), nn.Linear(24, 1))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 5))
    return model, optimizer, scheduler


def train(model, optimizer, scheduler, steps):
    for step in range(steps):
        rows = torch.randint(0, 128, (32,))
        loss = nn.functional.mse_loss(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  # culprit, too
        # healthy: optimizer.step()
        scheduler.step()
    return loss.item()


file = io.BytesIO()
model, optimizer, scheduler = begin()
print(train(model, optimizer, scheduler, 6))
torch.save([model.state_dict(), optimizer.state_dict(), scheduler.state_dict()], file)

file.seek(0)
states = torch.load(file)
model, optimizer, scheduler = begin()
model.load_state_dict(states[0])
optimizer.load_state_dict(states[1])
for group in optimizer.param_groups:  # culprit, too
    group["lr"] = group["initial_lr"] / 5  # culprit
# healthy: scheduler.load_state_dict(states[2])
print(train(model, optimizer, scheduler, 6))
