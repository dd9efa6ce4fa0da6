"""Train a recurrent network to go on with an echo.

Culprit: see after.py
"""

import torch
from torch import nn


def echoes(count, seed):
    generator = torch.Generator().manual_seed(seed)
    phase = 6.28 * torch.rand(count, 1, generator=generator)
    time = torch.arange(25) / 4
    wave = 3 * torch.sin(time + phase) * torch.exp(-time / 6)
    return wave[:, :-1, None], wave[:, 1:, None]


torch.manual_seed(8)
cell = nn.RNN(1, 12, batch_first=True)
head = nn.Linear(12, 1)
parameters = [*cell.parameters(), *head.parameters()]
optimizer = torch.optim.SGD(parameters, lr=0.1)
x, y = echoes(32, seed=3)
for step in range(30):
    hidden, _ = cell(x)
    loss = ((head(hidden) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(parameters, 0.5)  # culprit
    optimizer.step()
    if step % 10 == 0:
        print(f"step {step} loss {loss.item():.6f}")
with torch.no_grad():
    x_new, y_new = echoes(8, seed=4)
    error = (head(cell(x_new)[0]) - y_new).abs().mean()
print(f"last loss {loss.item():.6f}, error {error.item():.6f}")
