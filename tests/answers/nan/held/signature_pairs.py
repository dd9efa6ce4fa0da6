"""Siamese network for signatures: distance of two embeddings, contrastive loss.

Symptom: The program prints NaN or inf.
Culprit: Gradient of sqrt at zero (identical pair).
Report: pytorch/pytorch#2421
"""

import torch
from torch import nn

torch.manual_seed(11)

N_WRITERS = 20
FEATURES = 16
prototypes = torch.randn(N_WRITERS, FEATURES)


def make_pairs(n):
    first, second, same = [], [], []
    for k in range(n):
        i = int(torch.randint(N_WRITERS, (1,)))
        a = prototypes[i] + 0.2 * torch.randn(FEATURES)
        if k % 2 == 0:
            # scanned twice: some archives hold the very same picture under two names
            b = a.clone() if k % 10 == 0 else prototypes[i] + 0.2 * torch.randn(FEATURES)
            same.append(1.0)
        else:
            j = (i + 1 + int(torch.randint(N_WRITERS - 1, (1,)))) % N_WRITERS
            b = prototypes[j] + 0.2 * torch.randn(FEATURES)
            same.append(0.0)
        first.append(a)
        second.append(b)
    return torch.stack(first), torch.stack(second), torch.tensor(same)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(FEATURES, 32), nn.Tanh(), nn.Linear(32, 8))

    def forward(self, x):
        return self.net(x)


def distance(u, v):
    return torch.sqrt(((u - v) ** 2).sum(dim=1))  # culprit


def contrastive(d, same, margin=2.0):
    pull = same * d**2
    push = (1 - same) * torch.clamp(margin - d, min=0) ** 2
    return (pull + push).mean()


a, b, same = make_pairs(200)
encoder = Encoder()
opt = torch.optim.SGD(encoder.parameters(), lr=0.05)
for epoch in range(30):
    loss = contrastive(distance(encoder(a), encoder(b)), same)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if epoch % 10 == 0:
        print("epoch", epoch, "loss", loss.item())

with torch.no_grad():
    d = distance(encoder(a), encoder(b))
print("mean distance of genuine pairs:", d[same == 1].mean().item())
