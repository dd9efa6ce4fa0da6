"""Predict the next note with attention, and evaluate after training.

Symptom: two evaluations of one input differ.
Culprit: the dropout of the attention weights does not ask whether the model trains.
Report: huggingface/transformers#33844
"""
import torch
from torch import nn

torch.manual_seed(37)


class Attention(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(size, size) for _ in range(3))
        self.rate = 0.2

    def forward(self, x):
        q, k, v = self.query(x), self.key(x), self.value(x)
        return nn.functional.scaled_dot_product_attention(q, k, v, dropout_p=self.rate)  # culprit
        # healthy: return nn.functional.scaled_dot_product_attention(q, k, v, dropout_p=self.rate * self.training)


class Notes(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(24, 16)
        self.attention = Attention(16)
        self.output = nn.Linear(16, 24)

    def forward(self, notes):
        return self.output(self.attention(self.embedding(notes)))


model = Notes()
tune = torch.randint(0, 24, (30, 9))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(8):
    rows = torch.randint(0, 30, (10,))
    logits = model(tune[rows, :-1])
    loss = nn.functional.cross_entropy(logits.flatten(0, 1), tune[rows, 1:].flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
model.eval()
with torch.no_grad():
    print(model(tune[:5, :-1]).sum().item())
