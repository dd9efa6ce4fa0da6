"""Train a small recurrent network to continue a poem."""

import torch
from torch import nn

TEXT = "the rose is red the violet is blue the honey is sweet and so are you "


class Poet(nn.Module):
    def __init__(self, letters, width=24):
        super().__init__()
        self.embed = nn.Embedding(letters, 12)
        self.memory = nn.GRU(12, width, batch_first=True)
        self.choose = nn.Linear(width, letters)

    def forward(self, letters):
        hidden, _ = self.memory(self.embed(letters))
        return self.choose(hidden)


torch.manual_seed(1)
alphabet = sorted(set(TEXT))
codes = torch.tensor([alphabet.index(letter) for letter in TEXT])
model = Poet(len(alphabet))
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
for _ in range(25):
    scores = model(codes[None, :-1])
    loss = nn.functional.cross_entropy(scores[0], codes[1:])
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 0.1)
    optimizer.step()
print(f"loss: {loss.item():.5f}")
