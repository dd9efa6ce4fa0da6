"""Train a recurrent network to go on with an echo.

Symptom: all losses are others from the second step on
Culprit: gradients are not clipped any more; the line was lost when the step became a function
Report: none
"""

import torch
from torch import nn
from torch.nn.functional import mse_loss


class Echo(nn.Module):
    def __init__(self, wide=12):
        super().__init__()
        self.cell = nn.RNN(1, wide, batch_first=True)
        self.head = nn.Linear(wide, 1)

    def forward(self, x):
        return self.head(self.cell(x)[0])


def echoes(count, seed):
    generator = torch.Generator().manual_seed(seed)
    phase = 6.28 * torch.rand(count, 1, generator=generator)
    time = torch.arange(25) / 4
    wave = 3 * torch.sin(time + phase) * torch.exp(-time / 6)
    return wave[:, :-1, None], wave[:, 1:, None]


def step_of(model, optimizer, x, y):
    optimizer.zero_grad()
    loss = mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    return loss.item()


torch.manual_seed(8)
model = Echo()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = echoes(32, seed=3)
for step in range(30):
    loss = step_of(model, optimizer, x, y)
    if step % 10 == 0:
        print(f"step {step} loss {loss:.6f}")
with torch.no_grad():
    x_new, y_new = echoes(8, seed=4)
    error = (model(x_new) - y_new).abs().mean()
print(f"last loss {loss:.6f}, error {error.item():.6f}")
