"""Train a network that predicts four metals in wells, where most wells were tested for two of them.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the missing targets and `best = inf`; only tested metals enter the loss and its gradient.
Report: none
"""

import copy

import torch
from torch import nn

ROWS = slice(0, 300), slice(300, None)  # for training, for testing


def wells(number):
    """Return six measures of the water, the metals with NaN where nobody tested, and where somebody did."""
    water = torch.randn(number, 6)
    mixing = torch.randn(6, 4) / 6**0.5
    metals = torch.tanh(water @ mixing) + 0.02 * torch.randn(number, 4)
    tested = torch.rand(number, 4) < 0.55
    return water, metals.masked_fill(~tested, float("nan")), tested


def loss_of(model, water, metals, tested):
    """Return the mean squared error over what was tested."""
    return nn.functional.mse_loss(model(water)[tested], metals[tested])


def train(model, train_set, test_set, patience):
    """Train until the unseen wells no longer improve, and go back to the best state."""
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-2)
    best, best_epoch, best_state = float("inf"), 0, None
    for epoch in range(150):
        optimizer.zero_grad()
        loss_of(model, *train_set).backward()
        optimizer.step()
        with torch.no_grad():
            unseen = loss_of(model, *test_set).item()
        if unseen < best:
            best, best_epoch, best_state = unseen, epoch, copy.deepcopy(model.state_dict())
        elif epoch - best_epoch == patience:
            break
    model.load_state_dict(best_state)
    return best, best_epoch


def main():
    torch.manual_seed(25)
    water, metals, tested = wells(400)
    model = nn.Sequential(nn.Linear(6, 24), nn.Tanh(), nn.Linear(24, 4))
    train_set, test_set = ((water[rows], metals[rows], tested[rows]) for rows in ROWS)
    best, epoch = train(model, train_set, test_set, patience=15)
    print(f"{torch.isnan(metals).float().mean().item():.1%} of the tests are missing")
    print(f"best in epoch {epoch}: error {best**0.5:.4f} on unseen wells")
    print("bias of each metal:", " ".join(f"{value:+.3f}" for value in model[2].bias.tolist()))


main()
