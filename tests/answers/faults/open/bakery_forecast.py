"""Bread sold tomorrow: a network that is put back to its best epoch.

Symptom: The number is wrong.
Culprit: State_dict() kept by reference.
Report: WenjieDu/PyPOTS#667
"""

import torch
from torch import nn


def days(n, noise=0.6):
    x = torch.randn(n, 10)
    y = 1.2 * x[:, 0] - 0.8 * x[:, 1] + 0.5 * x[:, 2] * x[:, 3]
    return x, y + noise * torch.randn(n)


def train(net, train_set, held_out, epochs=600):
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    loss_function = nn.MSELoss()
    best_loss, best_weights, best_epoch = float("inf"), None, 0
    for epoch in range(epochs):
        net.train()
        optimizer.zero_grad()
        loss = loss_function(net(train_set[0]).squeeze(1), train_set[1])
        loss.backward()
        optimizer.step()
        net.eval()
        with torch.no_grad():
            check = loss_function(net(held_out[0]).squeeze(1), held_out[1]).item()
        if check < best_loss:
            best_loss, best_epoch = check, epoch
            best_weights = net.state_dict()  # culprit
    net.load_state_dict(best_weights)
    return best_epoch


def main():
    torch.set_num_threads(1)
    torch.manual_seed(9)
    train_set, held_out, test_set = days(60), days(200), days(500)
    net = nn.Sequential(nn.Linear(10, 64), nn.ReLU(), nn.Linear(64, 1))
    best_epoch = train(net, train_set, held_out)
    with torch.no_grad():
        error = (net(test_set[0]).squeeze(1) - test_set[1]).abs().mean()
    print(f"best epoch: {best_epoch}")
    print(f"mean absolute error on the test days: {error.item():.4f}")


if __name__ == "__main__":
    main()
