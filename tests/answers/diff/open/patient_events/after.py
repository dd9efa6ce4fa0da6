"""Readmission risk from visit counts with a dropout network.

Symptom: The last number is another one.
Culprit: Model.eval() removed when inference_mode was introduced, dropout stays active; mark in before.py (Brier 0.176
  -> 0.192).
Report: ipolharvard/ethos-ares#20
"""

import torch
from torch import nn

torch.set_num_threads(1)

N_FEATURES = 6


def cohort(n, seed):
    g = torch.Generator().manual_seed(seed)
    x = torch.randn(n, N_FEATURES, generator=g)
    logit = 1.4 * x[:, 0] - 1.1 * x[:, 1] + 0.8 * x[:, 2] * x[:, 3] - 0.3
    y = (torch.rand(n, generator=g) < torch.sigmoid(logit)).float()
    return x, y


def build_model(hidden=24):
    return nn.Sequential(
        nn.Linear(N_FEATURES, hidden),
        nn.ReLU(),
        nn.Dropout(0.6),
        nn.Linear(hidden, hidden),
        nn.ReLU(),
        nn.Dropout(0.6),
        nn.Linear(hidden, 1),
    )


def train(model, x, y, steps=300, rate=0.3):
    loss_fn = nn.BCEWithLogitsLoss()
    model.train()
    for _ in range(steps):
        model.zero_grad()
        loss = loss_fn(model(x).squeeze(1), y)
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                p -= rate * p.grad


@torch.inference_mode()
def evaluate(model, x, y):
    p = torch.sigmoid(model(x).squeeze(1))
    brier = ((p - y) ** 2).mean().item()
    accuracy = ((p > 0.5).float() == y).float().mean().item()
    return brier, accuracy


def main():
    torch.manual_seed(0)
    model = build_model()
    train(model, *cohort(600, 1))
    brier, accuracy = evaluate(model, *cohort(400, 2))
    print(f"accuracy {accuracy:.3f}")
    print(f"Brier score {brier:.4f}")


main()
