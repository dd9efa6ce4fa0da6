"""A filter of spam.

Symptom: It hardly learns.
Culprit: The loss takes the sigmoid a second time.
Report: none
"""

import torch

torch.manual_seed(0)
x = torch.randn(200, 6)
y = (x[:, 0] - x[:, 1] > 0).float()
model = torch.nn.Sequential(torch.nn.Linear(6, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1), torch.nn.Sigmoid())
loss_of = torch.nn.BCEWithLogitsLoss()
optimiser = torch.optim.Adam(model.parameters(), lr=0.01)
for _ in range(30):
    loss = loss_of(model(x).squeeze(1), y)  # culprit
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
print("loss:", loss.item())
