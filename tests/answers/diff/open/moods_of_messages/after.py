"""Tell whether short messages are friendly, with a small network over bags of characters.

Symptom: all losses and answers differ from the fifth digit on.
Culprit: GELU is approximated by tanh instead of computed with the error function.
Report: karpathy/nanoGPT#2
"""

import torch
from torch import nn

FRIENDLY = ["thank you so much", "see you soon my dear", "what a lovely day", "you are very kind"]
CROSS = ["where is my parcel", "this is a scandal", "never call again", "i want my money back"]
LETTERS = "abcdefghijklmnopqrstuvwxyz "


def bag(message):
    counts = torch.zeros(len(LETTERS))
    for letter in message:
        counts[LETTERS.index(letter)] += 1
    return counts / counts.sum()


class Reader(nn.Module):
    def __init__(self, width=24):
        super().__init__()
        self.first = nn.Linear(len(LETTERS), width)
        self.second = nn.Linear(width, width)
        self.last = nn.Linear(width, 1)
        self.activation = nn.GELU(approximate="tanh")  # culprit

    def forward(self, x):
        x = self.activation(self.first(30 * x))
        return self.last(self.activation(self.second(x))).squeeze(-1)


def train(reader, x, friendly, epochs=100):
    optimizer = torch.optim.SGD(reader.parameters(), lr=0.05)
    for epoch in range(epochs):
        loss = nn.functional.binary_cross_entropy_with_logits(reader(x), friendly)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if epoch % 20 == 0:
            print(f"epoch {epoch:3d}: loss {loss.item():.7f}")


def main():
    torch.manual_seed(6)
    x = torch.stack([bag(message) for message in FRIENDLY + CROSS])
    friendly = torch.tensor([1.0] * len(FRIENDLY) + [0.0] * len(CROSS))
    reader = Reader()
    train(reader, x, friendly)
    with torch.no_grad():
        for message in ("thank you my dear", "this parcel is a scandal"):
            print(f"{message}: {reader(bag(message)).sigmoid().item():.6f}")


main()
