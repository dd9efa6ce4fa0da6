"""Train a variational autoencoder on rows of digits.

Symptom: the bound is looser than the paper's.
Culprit: the noise is scaled by the variance, exp(logvar), and the divergence takes it for the logarithm of a variance.
Report: rachtsingh/ibp_vae#3
"""

import torch
from torch import nn

torch.manual_seed(3)


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(20, 32), nn.Tanh())
        self.mean, self.logvar = nn.Linear(32, 4), nn.Linear(32, 4)
        self.decoder = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 20))

    def forward(self, x):
        hidden = self.encoder(x)
        mean, logvar = self.mean(hidden), self.logvar(hidden)
        z = mean + torch.randn_like(mean) * logvar.exp()  # culprit
        # healthy: z = mean + torch.randn_like(mean) * (0.5 * logvar).exp()
        return self.decoder(z), mean, logvar


rows = (torch.randn(160, 20) > 0).float()
model = Autoencoder()
optimizer = torch.optim.Adam(model.parameters(), lr=0.003)
for step in range(8):
    x = rows[torch.randint(0, 160, (20,))]
    logits, mean, logvar = model(x)
    rebuilt = nn.functional.binary_cross_entropy_with_logits(logits, x, reduction="sum")
    divergence = -0.5 * (1 + logvar - mean**2 - logvar.exp()).sum()
    loss = (rebuilt + divergence) / len(x)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
