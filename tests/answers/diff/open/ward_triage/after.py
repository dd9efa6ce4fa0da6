"""Early-warning score for a ward, from four vital signs.

Trains a small network on past admissions and prints the predicted risk of the
patients now on the ward. Training and prediction are functions now.

Culprit: see before.py; the call of model.eval() before predicting got lost.
"""

import torch

WARD = [
    [1.8, -0.4, 1.1, 0.2],
    [-0.9, 0.3, 0.1, 0.0],
    [0.2, -1.5, 0.6, 1.0],
    [0.0, 0.0, 0.0, 0.0],
]


def admissions(count=400):
    vitals = torch.randn(count, 4)
    logit = 1.2 * vitals[:, 0] - 0.8 * vitals[:, 1] + 0.9 * vitals[:, 2] - 0.5
    outcome = (torch.rand(count) < torch.sigmoid(logit)).float()
    return vitals, outcome


def build(hidden=16, dropout=0.3):
    return torch.nn.Sequential(
        torch.nn.Linear(4, hidden),
        torch.nn.ReLU(),
        torch.nn.Dropout(dropout),
        torch.nn.Linear(hidden, 1),
    )


def train(model, vitals, outcome, epochs=60, lr=0.02):
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    loss_fn = torch.nn.BCEWithLogitsLoss()
    for _ in range(epochs):
        optimiser.zero_grad()
        loss_fn(model(vitals).squeeze(1), outcome).backward()
        optimiser.step()
    return model


@torch.no_grad()
def predict(model, rows):
    return torch.sigmoid(model(torch.tensor(rows))).squeeze(1).tolist()


def main():
    torch.manual_seed(21)
    vitals, outcome = admissions()
    model = train(build(), vitals, outcome)
    for bed, value in enumerate(predict(model, WARD), start=1):
        print(f"bed {bed}: risk {value:.4f}")


if __name__ == "__main__":
    main()
