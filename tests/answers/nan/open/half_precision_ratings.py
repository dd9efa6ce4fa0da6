"""Train a model of film ratings with all weights in half precision.

Symptom: the loss is inf in step 1 and nan from step 2 on; the gradients of step 0 are all finite.
Culprit: Adam's eps of 1e-8 is 0 in float16, so where a squared gradient is 0 or underflows it divides by 0.
Report: afiaka87/glide-finetune#5
"""

import torch
from torch import nn


class Ratings(nn.Module):
    def __init__(self, users, films, size=4):
        super().__init__()
        self.user = nn.Embedding(users, size)
        self.film = nn.Embedding(films, size)

    def forward(self, user, film):
        return (self.user(user) * self.film(film)).sum(dim=1)


def ratings(count=200):
    user = torch.randint(0, 20, (count,))
    film = torch.randint(0, 30, (count,))
    stars = 3 + torch.sin(user * 1.0) + torch.cos(film * 2.0)
    return user, film, stars.half()


def main():
    torch.manual_seed(7)
    user, film, stars = ratings()
    model = Ratings(20, 36).half()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)  # culprit
    for step in range(4):
        error = model(user, film) - stars
        loss = (error.float() ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        gradients = torch.cat([p.grad.flatten() for p in model.parameters()])
        print(f"step {step}: loss {loss.item():.4f}, gradients finite: {bool(gradients.isfinite().all())}")
        optimizer.step()
    print("films without a position:", int(model.film.weight.isnan().any(dim=1).sum()))


if __name__ == "__main__":
    main()
