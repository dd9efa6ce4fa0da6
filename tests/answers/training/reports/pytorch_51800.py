"""Judge a new discriminator with spectral normalisation, then train it.

Symptom: the first judgement is far from that of the same weights after one training pass.
Culprit: it is made in evaluation mode before any pass in training mode: the norm of each weight was never estimated.
Report: pytorch/pytorch#51800
"""
import torch
from torch import nn
from torch.nn.utils import spectral_norm

torch.manual_seed(3)


class Discriminator(nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.first = spectral_norm(nn.Linear(16, width), n_power_iterations=4)
        self.second = spectral_norm(nn.Linear(width, width), n_power_iterations=4)
        self.score = nn.Linear(width, 1)

    def forward(self, x):
        hidden = torch.relu(self.first(x))
        return self.score(torch.relu(self.second(hidden)))


model = Discriminator()
real = torch.randn(96, 16) * 2 + 1
# healthy: model.train()(real)
model.eval()
with torch.no_grad():
    before = model(real).mean()  # culprit
    # healthy: before = model(real).mean()
print("before training", before.item())
model.train()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
for step in range(8):
    rows = torch.randint(0, 96, (24,))
    batch = torch.cat([real[rows], torch.randn(24, 16)])
    label = torch.cat([torch.ones(24, 1), torch.zeros(24, 1)])
    loss = nn.functional.binary_cross_entropy_with_logits(model(batch), label)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
model.eval()
with torch.no_grad():
    print("after training", model(real).mean().item())
