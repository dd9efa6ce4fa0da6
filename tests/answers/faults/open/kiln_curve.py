"""A small network learns a kiln's temperature from burner settings.

Symptom: The number is wrong.
Culprit: Layers in a plain list, not optimised.
Report: pytorch/pytorch#666
"""

import torch
from torch import nn


class KilnNet(nn.Module):
    def __init__(self, width=24, depth=3):
        super().__init__()
        self.first = nn.Linear(3, width)
        self.hidden = [nn.Linear(width, width) for _ in range(depth)]  # culprit
        self.last = nn.Linear(width, 1)

    def forward(self, x):
        x = torch.tanh(self.first(x))
        for layer in self.hidden:
            x = torch.tanh(layer(x))
        return self.last(x).squeeze(1)


def firings(n):
    settings = torch.rand(n, 3) * 2 - 1
    gas, air, damper = settings.T
    heat = torch.sin(3 * gas) * air + 0.8 * torch.cos(4 * damper * gas) + 0.5 * air**2
    return settings, heat + 0.03 * torch.randn(n)


def main():
    torch.set_num_threads(1)
    torch.manual_seed(2)
    train_x, train_y = firings(400)
    test_x, test_y = firings(400)
    net = KilnNet()
    optimizer = torch.optim.Adam(net.parameters(), lr=0.005)
    loss_function = nn.MSELoss()
    for epoch in range(300):
        optimizer.zero_grad()
        loss = loss_function(net(train_x), train_y)
        loss.backward()
        optimizer.step()
        if epoch % 100 == 0:
            print(f"epoch {epoch}: {loss.item():.4f}")
    with torch.no_grad():
        test_loss = loss_function(net(test_x), test_y)
    print(f"test error: {test_loss.item():.4f}")


if __name__ == "__main__":
    main()
