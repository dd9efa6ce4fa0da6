"""Predict plant growth from sensors and an embedding of the variety.

Trains a small network with per-variety vectors and prints errors by variety.

Symptom: none
Culprit: none
Tempts: small initial vectors and a detach() for the comparison only; all parameters get gradients.
Report: none
"""

import torch
from torch import nn

torch.manual_seed(26)
torch.set_num_threads(1)
VARIETIES = 6


def growth_data(n):
    variety = torch.randint(0, VARIETIES, (n,))
    sensors = torch.randn(n, 3)
    base = torch.tensor([0.0, 1.4, -1.2, 0.5, 2.1, -0.8])[variety]
    y = base + 0.8 * sensors[:, 0] - 0.5 * sensors[:, 1] + 0.1 * torch.randn(n)
    return variety, sensors, y


class GrowthNet(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.variety = nn.Embedding(VARIETIES, width)
        nn.init.normal_(self.variety.weight, std=0.05)
        self.head = nn.Sequential(nn.Linear(width + 3, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, variety, sensors):
        vector = self.variety(variety)
        return self.head(torch.cat([vector, sensors], dim=1)).squeeze(1)


def train(net, data, epochs=60):
    variety, sensors, y = data
    optim = torch.optim.Adam(net.parameters(), lr=0.02)
    for epoch in range(epochs):
        loss = ((net(variety, sensors) - y) ** 2).mean()
        optim.zero_grad()
        loss.backward()
        optim.step()
        if epoch % 20 == 19:
            print("epoch %d loss %.4f" % (epoch + 1, loss.item()))


def main():
    data, test = growth_data(600), growth_data(300)
    net = GrowthNet()
    start = net.variety.weight.detach().clone()
    train(net, data)
    with torch.no_grad():
        error = net(test[0], test[1]) - test[2]
    print("test rmse: %.4f" % error.pow(2).mean().sqrt().item())
    for k in range(VARIETIES):
        print("  variety %d bias %.4f" % (k, error[test[0] == k].mean().item()))
    moved = (net.variety.weight.detach() - start).norm(dim=1)
    print("mean move of the variety vectors: %.4f" % moved.mean().item())


if __name__ == "__main__":
    main()
