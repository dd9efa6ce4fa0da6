"""Train a small recurrent network to continue a poem.

Symptom: the loss after 25 steps differs.
Culprit: gradients are clipped at 1.0 in place of 0.1.
Report: none
"""

import torch
from torch import nn

TEXT = "the rose is red the violet is blue the honey is sweet and so are you "
STEPS, WIDTH = 25, 24


class Poet(nn.Module):
    def __init__(self, letters, width=WIDTH):
        super().__init__()
        self.embed = nn.Embedding(letters, 12)
        self.memory = nn.GRU(12, width, batch_first=True)
        self.choose = nn.Linear(width, letters)

    def forward(self, letters):
        hidden, _ = self.memory(self.embed(letters))
        return self.choose(hidden)


def encode(text):
    alphabet = sorted(set(text))
    return torch.tensor([alphabet.index(letter) for letter in text]), len(alphabet)


def train_step(model, optimizer, codes, limit=1.0):  # culprit
    scores = model(codes[None, :-1])
    loss = nn.functional.cross_entropy(scores[0], codes[1:])
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    return loss


torch.manual_seed(1)
codes, letters = encode(TEXT)
model = Poet(letters)
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
for _ in range(STEPS):
    loss = train_step(model, optimizer, codes)
print(f"loss: {loss.item():.5f}")
