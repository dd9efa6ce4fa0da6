"""Train an autoencoder of what users liked.

Symptom: the spread of a user's place is tied to its mean.
Culprit: mean and logarithm of the variance are the same half of the encoder's result.
Report: kaist-dmlab/TRAP#1
"""

import torch
from torch import nn

torch.manual_seed(14)
likes = (torch.rand(120, 30) > 0.7).float()
encoder = nn.Sequential(nn.Linear(30, 40), nn.Tanh(), nn.Linear(40, 12))
decoder = nn.Sequential(nn.Linear(6, 40), nn.Tanh(), nn.Linear(40, 30))
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=0.003)
for step in range(8):
    rows = likes[torch.randint(0, 120, (20,))]
    hidden = encoder(rows)
    mean = hidden[:, :6]
    logvar = hidden[:, :6]  # culprit
    # healthy: logvar = hidden[:, 6:]
    place = mean + torch.randn_like(mean) * (0.5 * logvar).exp()
    chances = nn.functional.log_softmax(decoder(place), dim=1)
    divergence = -0.5 * (1 + logvar - mean**2 - logvar.exp()).sum(1).mean()
    loss = -(chances * rows).sum(1).mean() + 0.2 * divergence
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
