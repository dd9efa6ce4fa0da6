"""Train a small transformer to go on with a nursery rhyme, with a mask that hides the words to come.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the mask of -inf; each word sees itself at least, so that softmax has a finite score.
Report: none
"""

import torch
from torch import nn

RHYME = "hickory dickory dock the mouse ran up the clock the clock struck one the mouse ran down hickory dickory dock"


class Storyteller(nn.Module):
    def __init__(self, words, width=16):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.place = nn.Parameter(0.1 * torch.randn(32, width))
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.out = nn.Linear(width, words)

    def mask(self, length):
        return torch.full((length, length), float("-inf")).triu(1)

    def forward(self, words):
        x = self.embed(words) + self.place[: len(words)]
        scores = self.query(x) @ self.key(x).T / x.shape[1] ** 0.5
        seen = torch.softmax(scores + self.mask(len(words)), dim=-1)
        return self.out(x + seen @ self.value(x))


def train(model, words, steps):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    for step in range(steps):
        loss = nn.functional.cross_entropy(model(words[:-1]), words[1:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 30 == 0:
            print(f"step {step:3d}: loss {loss.item():.4f}")


def main():
    torch.manual_seed(30)
    text = RHYME.split()
    names = sorted(set(text))
    words = torch.tensor([names.index(word) for word in text])
    model = Storyteller(len(names))
    train(model, words, steps=91)
    with torch.no_grad():
        told = model(words[:-1]).argmax(dim=1)
    print("told:", " ".join(names[word] for word in told.tolist()))


main()
