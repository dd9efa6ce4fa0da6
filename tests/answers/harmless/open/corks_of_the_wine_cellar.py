"""Sorts corks into three grades from ten optical measures with a network trained in
shuffled mini-batches; prints loss, accuracy and the table of grades.

Symptom: none
Culprit: none
Tempts: a loss that starts at log 3, batches of a shuffled order
"""

import torch
import torch.nn.functional as F
from torch import nn

GRADES = 3
MEASURES = 10


def corks(n, gen):
    grade = torch.randint(GRADES, (n,), generator=gen)
    x = torch.randn(n, MEASURES, generator=gen)
    x[:, 0] += 1.3 * grade
    x[:, 1] += 0.8 * (grade == 1)
    x[:, 2] *= 1.0 + 0.5 * grade
    return x, grade


class Batches:
    """Goes through the corks once per epoch in a new order."""

    def __init__(self, x, grade, size, gen):
        self.x, self.grade = x, grade
        self.size, self.gen = size, gen

    def __iter__(self):
        order = torch.randperm(len(self.x), generator=self.gen)
        for start in range(0, len(order), self.size):
            rows = order[start : start + self.size]
            yield self.x[rows], self.grade[rows]


def train(net, batches, epochs):
    opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-2)
    for epoch in range(epochs):
        losses = []
        for x, grade in batches:
            loss = F.cross_entropy(net(x), grade)
            opt.zero_grad()
            loss.backward()
            opt.step()
            losses.append(loss.item())
        if epoch % 6 == 5:
            print(f"epoch {epoch + 1:2d} loss {sum(losses) / len(losses):.4f}")


def main():
    torch.set_num_threads(1)
    torch.manual_seed(1855)
    gen = torch.Generator().manual_seed(9)
    x, grade = corks(1200, gen)
    net = nn.Sequential(nn.Linear(MEASURES, 24), nn.ReLU(), nn.Linear(24, GRADES))
    train(net, Batches(x[:900], grade[:900], 50, gen), epochs=30)
    with torch.no_grad():
        guess = net(x[900:]).argmax(dim=1)
    table = torch.zeros(GRADES, GRADES, dtype=torch.long)
    for true, said in zip(grade[900:], guess):
        table[true, said] += 1
    print(f"accuracy on new corks {(guess == grade[900:]).float().mean():.3f}")
    print("true grade by given grade")
    print(table.numpy())


if __name__ == "__main__":
    main()
