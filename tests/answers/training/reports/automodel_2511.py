"""Go on with the training of a model whose output layer shares the weights of its embedding.

Symptom: embedding and output layer drift apart after the restart.
Culprit: loading makes a parameter of its own for the output layer.
Report: NVIDIA-NeMo/Automodel#2511
"""
import io

import torch
from torch import nn

torch.manual_seed(79)


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(36, 14)
        self.body = nn.Sequential(nn.Linear(14, 28), nn.GELU(), nn.Linear(28, 14))
        self.head = nn.Linear(14, 36, bias=False)
        self.head.weight = self.words.weight

    def forward(self, words):
        x = self.words(words)
        return self.head(x + self.body(x))


def load(model, state):
    for name, value in state.items():
        owner, _, leaf = name.rpartition(".")
        setattr(model.get_submodule(owner), leaf, nn.Parameter(value.clone()))  # culprit
        # healthy: setattr(model.get_submodule(owner), leaf, nn.Parameter(value.clone()))
    # healthy: model.head.weight = model.words.weight


saved = io.BytesIO()
torch.save(Tied().state_dict(), saved)
saved.seek(0)
model = Tied()
load(model, torch.load(saved))  # culprit, too
# healthy: load(model, torch.load(saved))
text = torch.randint(0, 36, (70, 9))
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
for step in range(8):
    rows = torch.randint(0, 70, (14,))
    logits = model(text[rows, :-1])
    loss = nn.functional.cross_entropy(logits.flatten(0, 1), text[rows, 1:].flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
