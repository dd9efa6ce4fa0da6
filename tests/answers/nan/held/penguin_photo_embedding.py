"""Learn an embedding that puts photos of the same penguin close together (contrastive loss).

A small network is trained on photo features of 12 penguins; prints the loss per epoch.
Symptom: the first loss is finite, from the second epoch on the loss and all weights are nan.
Culprit: the distance is a plain square root, whose gradient at the zero distance of a photo to itself is infinite, and 0 * inf is nan.
Report: pytorch/pytorch#2421
"""

import torch
from torch import nn

MARGIN = 1.0
EPOCHS = 6


def photos(n_birds=12, per_bird=5, n_features=16, seed=8):
    g = torch.Generator().manual_seed(seed)
    base = torch.randn(n_birds, n_features, generator=g)
    birds = torch.arange(n_birds).repeat_interleave(per_bird)
    x = base[birds] + 0.4 * torch.randn(len(birds), n_features, generator=g)
    return x, birds


class Embedder(nn.Module):
    def __init__(self, n_features, dim=4):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_features, 32), nn.Tanh(), nn.Linear(32, dim))

    def forward(self, x):
        return self.net(x)


def pairwise_distance(z):
    diff = z[:, None, :] - z[None, :, :]
    squared = diff.pow(2).sum(dim=-1)
    return squared.sqrt()  # culprit


def contrastive_loss(z, birds):
    d = pairwise_distance(z)
    same = (birds[:, None] == birds[None, :]).float()
    pull = same * d**2
    push = (1 - same) * torch.clamp(MARGIN - d, min=0) ** 2
    return (pull + push).mean()


def recall_at_one(z, birds):
    d = torch.cdist(z, z) + torch.eye(len(z)) * 1e6
    return (birds[d.argmin(dim=1)] == birds).float().mean().item()


def train():
    torch.manual_seed(0)
    x, birds = photos()
    model = Embedder(x.shape[1])
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(EPOCHS):
        optimiser.zero_grad()
        loss = contrastive_loss(model(x), birds)
        loss.backward()
        optimiser.step()
        print(f"epoch {epoch}: loss {loss.item():.4f}")
    with torch.no_grad():
        z = model(x)
    print("recall@1:", round(recall_at_one(z, birds), 3))
    print("largest weight:", max(p.abs().max().item() for p in model.parameters()))


if __name__ == "__main__":
    train()
