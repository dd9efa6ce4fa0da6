"""Predict a tea's taste score from leaf measurements.

Symptom: The last number is another one.
Culprit: Zero_grad lost (marked in before.py; in after.py the line before which it belongs).
Report: pytorch/pytorch#47175
"""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def teas():
    leaves = torch.randn(240, 5)
    score = leaves @ torch.tensor([0.9, -0.6, 0.3, 0.0, 0.2]) + 0.2 * torch.randn(240)
    train = TensorDataset(leaves[:160], score[:160])
    test = TensorDataset(leaves[160:], score[160:])
    return train, test


def train_epoch(net, loader, optimizer, loss_function):
    for x, y in loader:
        loss = loss_function(net(x).squeeze(1), y)
        loss.backward()
        optimizer.step()


def main():
    torch.set_num_threads(1)
    torch.manual_seed(7)
    train, test = teas()
    net = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.002)
    loss_function = nn.MSELoss()
    loader = DataLoader(train, batch_size=16, shuffle=False)
    for _ in range(60):
        train_epoch(net, loader, optimizer, loss_function)
    with torch.no_grad():
        x, y = test.tensors
        test_loss = loss_function(net(x).squeeze(1), y)
    print(f"test loss: {test_loss.item():.4f}")


if __name__ == "__main__":
    main()
