"""Tell the notes of a clarinet from their spectra, by a small network.

Symptom: none
Culprit: none: equal
Report: none
"""

import torch
from torch import nn


class Network(nn.Module):
    def __init__(self, kernel, weight):
        super().__init__()
        self.conv = nn.Conv1d(1, 4, 5)
        self.pool = nn.MaxPool1d(2)
        self.out = nn.Linear(weight.shape[1], 5, bias=False)
        with torch.no_grad():
            self.conv.weight.copy_(kernel)
            self.conv.bias.zero_()
            self.out.weight.copy_(weight)

    def forward(self, spectra):
        hidden = torch.relu(self.conv(spectra))
        return self.out(self.pool(hidden).flatten(1))


def data(seed):
    torch.manual_seed(seed)
    spectra = torch.rand(90, 1, 32)
    notes = torch.randint(0, 5, (90,))
    kernel = 0.3 * torch.randn(4, 1, 5)
    weight = 0.1 * torch.randn(5, 4 * 14)
    return spectra, notes, Network(kernel, weight)


def train(model, spectra, notes, steps=30, lr=0.2):
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        scores = model(spectra)
        loss = nn.functional.cross_entropy(scores, notes)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses, (scores.argmax(1) == notes).float().mean()


def main():
    spectra, notes, model = data(6)
    losses, right = train(model, spectra, notes)
    print(f"first loss {losses[0]:.5f}, last {losses[-1]:.5f}")
    print(f"right {right.item():.4f}")


main()
