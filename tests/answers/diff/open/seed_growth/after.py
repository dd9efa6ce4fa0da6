"""Trains a linear model for the height of seedlings.

Symptom: after the same 48 updates the loss is 5.3981 in place of 1.9760 and the intercept 2.838 cm in place of 4.146.
Culprit: zero_grad runs before each of the 4 pieces, so a step sees only the gradient of the last one, a quarter of the batch.
Report: meituan-longcat/LongCat-Image#46
"""

import torch
from torch import nn

torch.set_num_threads(1)

BATCH = 64


def make_seedlings(count=256, seed=9):
    torch.manual_seed(seed)
    x = torch.randn(count, 5)
    height = x @ torch.tensor([1.5, -2.0, 0.7, 0.0, 1.0]) + 4.0 + 1.5 * torch.randn(count)
    return x, height.unsqueeze(1)


def train(model, x, height, epochs=12, accumulate=4):
    """Batches of 64 in `accumulate` pieces, to fit into a small memory."""
    loss_fn = nn.MSELoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    piece = BATCH // accumulate
    updates = 0
    for _ in range(epochs):
        for number, start in enumerate(range(0, len(x), piece), start=1):
            optimizer.zero_grad()  # culprit
            predicted = model(x[start : start + piece])
            loss = loss_fn(predicted, height[start : start + piece]) / accumulate
            loss.backward()
            if number % accumulate == 0:
                optimizer.step()
                updates += 1
    return updates


def main():
    x, height = make_seedlings()
    torch.manual_seed(0)
    model = nn.Linear(5, 1)
    updates = train(model, x, height)
    with torch.no_grad():
        final = nn.functional.mse_loss(model(x), height).item()
    print(f"updates: {updates}")
    print(f"final loss: {final:.4f}")
    print(f"intercept: {model.bias.item():.3f} cm")
    print(f"effect of light: {model.weight[0, 0].item():.3f} cm")


if __name__ == "__main__":
    main()
