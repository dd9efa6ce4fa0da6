"""A small text model with dropout of its own, evaluated after training.

Symptom: the evaluated loss changes from call to call.
Culprit: `dropout` is called without `training=self.training`.
Report: karpathy/nanoGPT#240
"""
import torch
from torch import nn
from torch.nn import functional

torch.manual_seed(41)


class Text(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(40, 16)
        self.output = nn.Linear(16, 40)

    def forward(self, words):
        hidden = self.embedding(words)
        hidden = functional.dropout(hidden, 0.3)  # culprit
        # healthy: hidden = functional.dropout(hidden, 0.3, self.training)
        return self.output(hidden)


model = Text()
words = torch.randint(0, 40, (300,))
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
for step in range(8):
    at = torch.randint(0, 299, (40,))
    loss = functional.cross_entropy(model(words[at]), words[at + 1])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
model.eval()
with torch.no_grad():
    print(functional.cross_entropy(model(words[:-1]), words[1:]).item())
