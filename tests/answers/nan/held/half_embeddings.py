"""Film ratings from embeddings, trained in half precision to save memory.

Symptom: The program prints NaN or inf.
Culprit: Adam's eps 1e-8 is zero in float16, rows without gradient give 0/0.
Report: pytorch/pytorch#8860
"""

import torch
from torch import nn

torch.manual_seed(23)

USERS, FILMS, DIM, RATINGS = 50, 80, 8, 600
taste = torch.randn(USERS, 3)
style = torch.randn(FILMS, 3)
user = torch.randint(USERS, (RATINGS,))
film = torch.randint(FILMS, (RATINGS,))
stars = (taste[user] * style[film]).sum(1) + 0.1 * torch.randn(RATINGS)


class Ratings(nn.Module):
    def __init__(self):
        super().__init__()
        self.users = nn.Embedding(USERS, DIM)
        self.films = nn.Embedding(FILMS, DIM)

    def forward(self, u, f):
        return (self.users(u) * self.films(f)).sum(dim=1)


model = Ratings().half()
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)  # culprit
target = stars.half()

order = torch.randperm(RATINGS)
for epoch in range(6):
    total = 0.0
    for start in range(0, RATINGS, 60):
        rows = order[start : start + 60]
        error = model(user[rows], film[rows]) - target[rows]
        loss = (error.float() ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    print("epoch", epoch, "loss", total / 10)

print("final loss:", total / 10)
