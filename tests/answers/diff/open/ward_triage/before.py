"""Early-warning score for a ward, from four vital signs.

Trains a small network on past admissions and prints the predicted risk of the
patients now on the ward.

Culprit: after.py no longer calls model.eval() before it predicts, so the dropout of
0.3 stays active and the four risks change with the masks that are drawn.
"""

import torch

torch.manual_seed(21)


def admissions(n=400):
    vitals = torch.randn(n, 4)
    logit = 1.2 * vitals[:, 0] - 0.8 * vitals[:, 1] + 0.9 * vitals[:, 2] - 0.5
    return vitals, (torch.rand(n) < torch.sigmoid(logit)).float()


def build():
    return torch.nn.Sequential(
        torch.nn.Linear(4, 16),
        torch.nn.ReLU(),
        torch.nn.Dropout(0.3),
        torch.nn.Linear(16, 1),
    )


vitals, outcome = admissions()
model = build()
optimiser = torch.optim.Adam(model.parameters(), lr=0.02)
loss_fn = torch.nn.BCEWithLogitsLoss()
for epoch in range(60):
    optimiser.zero_grad()
    loss = loss_fn(model(vitals).squeeze(1), outcome)
    loss.backward()
    optimiser.step()

ward = torch.tensor(
    [[1.8, -0.4, 1.1, 0.2], [-0.9, 0.3, 0.1, 0.0], [0.2, -1.5, 0.6, 1.0], [0.0, 0.0, 0.0, 0.0]]
)
model.eval()  # culprit
with torch.no_grad():
    risk = torch.sigmoid(model(ward)).squeeze(1)
for bed, value in enumerate(risk.tolist(), start=1):
    print(f"bed {bed}: risk {value:.4f}")
