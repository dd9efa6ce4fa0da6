"""Forecast river gauge levels a step ahead with a small GRU.

Trains with a decaying learning rate; prints losses and the test error.
"""

import numpy as np
import torch
from torch import nn

torch.set_num_threads(1)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.gru = nn.GRU(1, 12, batch_first=True)
        self.out = nn.Linear(12, 1)

    def forward(self, x):
        h, _ = self.gru(x)
        return self.out(h[:, -1])[:, 0]


def main():
    torch.manual_seed(14)
    rng = np.random.default_rng(14)
    t = np.arange(700)
    level = np.sin(2 * np.pi * t / 25.0) + 0.4 * np.sin(2 * np.pi * t / 8.3)
    level = level + 0.05 * rng.normal(size=700)
    level = (level - level[:500].mean()) / level[:500].std()
    xs, ys = [], []
    for i in range(700 - 16):
        xs.append(level[i : i + 16])
        ys.append(level[i + 16])
    x = torch.tensor(np.array(xs), dtype=torch.float32)[:, :, None]
    y = torch.tensor(np.array(ys), dtype=torch.float32)
    x_train, y_train = x[:484], y[:484]
    x_test, y_test = x[484:], y[484:]
    net = Net()
    optim = torch.optim.Adam(net.parameters(), lr=0.01)
    sched = torch.optim.lr_scheduler.ExponentialLR(optim, gamma=0.9)
    for epoch in range(6):
        total = 0.0
        for k in range(0, 484, 44):
            loss = ((net(x_train[k : k + 44]) - y_train[k : k + 44]) ** 2).mean()
            optim.zero_grad()
            loss.backward()
            optim.step()
            total += loss.item()
        sched.step()
        print("epoch %d loss %.5f" % (epoch, total / 11))
    net.eval()
    with torch.no_grad():
        error = net(x_test) - y_test
    print("test rmse: %.5f" % error.pow(2).mean().sqrt().item())
    print("bias: %.5f" % error.mean().item())


if __name__ == "__main__":
    main()
