"""Train a small language model whose output layer shares the weight of its embedding.

Symptom: after the reload the two weights drift apart.
Culprit: the reload makes a parameter of its own for the output layer.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(17)


class Words(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(30, 12)
        self.mix = nn.Linear(12, 12)
        self.output = nn.Linear(12, 30, bias=False)
        self.output.weight = self.embedding.weight

    def forward(self, words):
        return self.output(torch.tanh(self.mix(self.embedding(words))))


saved = {name: value.clone() for name, value in Words().state_dict().items()}
model = Words()
model.embedding.weight = nn.Parameter(saved["embedding.weight"].clone())
model.output.weight = nn.Parameter(saved["output.weight"].clone())  # culprit
# healthy: model.output.weight = model.embedding.weight
text = torch.randint(0, 30, (400,))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(10):
    at = torch.randint(0, 399, (50,))
    loss = nn.functional.cross_entropy(model(text[at]), text[at + 1])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
