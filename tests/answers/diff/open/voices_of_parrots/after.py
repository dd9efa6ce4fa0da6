"""Learn which parrot calls, from the strength of twelve tones, and report the errors on new calls.

Symptom: training is the same, but loss and share of right answers on new calls are not.
Culprit: `drop_last=True` leaves the last 25 of 175 new calls out of the evaluation, which are the hard ones.
Report: thuml/Autoformer#104 (drop_last in the loader of the test data)
"""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def make_calls():
    """Return calls and the number of the parrot of each; the last ones were recorded in the rain."""
    parrots = torch.randn(5, 12)
    number = torch.arange(475) % 5
    calls = parrots[number] + 1.6 * torch.randn(475, 12)
    calls[455:] += 0.8 * torch.randn(20, 12)
    return TensorDataset(calls[:300], number[:300]), TensorDataset(calls[300:], number[300:])


def batches(data):
    return DataLoader(data, batch_size=50, shuffle=False, drop_last=True)  # culprit


def train(model, data, epochs):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(epochs):
        for calls, number in batches(data):
            loss = nn.functional.cross_entropy(model(calls), number)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return loss.item()


@torch.no_grad()
def evaluate(model, data):
    losses, right = [], []
    for calls, number in batches(data):
        scores = model(calls)
        losses.append(nn.functional.cross_entropy(scores, number, reduction="none"))
        right.append((scores.argmax(dim=1) == number).float())
    return torch.cat(losses).mean().item(), torch.cat(right).mean().item()


if __name__ == "__main__":
    torch.manual_seed(7)
    known, new = make_calls()
    model = nn.Sequential(nn.Linear(12, 20), nn.ReLU(), nn.Linear(20, 5))
    print(f"last training loss {train(model, known, epochs=15):.5f}")
    loss, right = evaluate(model, new)
    print(f"loss on new calls {loss:.5f}, right {right:.4f}")
