"""Classify sentences by the last states of a recurrent layer that reads both ways.

Symptom: the result of a sentence depends on the others of its batch.
Culprit: `view` puts the states of other sentences side by side: their first axis is the direction.
Report: timbmg/Sentence-VAE#15
"""
import torch
from torch import nn

torch.manual_seed(311)


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(40, 12)
        self.read = nn.GRU(12, 8, batch_first=True, bidirectional=True)
        self.head = nn.Linear(16, 2)

    def forward(self, x):
        _, hidden = self.read(self.embed(x))
        hidden = hidden.view(len(x), 16)  # culprit
        # healthy: hidden = hidden.transpose(0, 1).reshape(len(x), 16)
        return self.head(hidden)


sentences, tones = torch.randint(0, 40, (80, 6)), torch.randint(0, 2, (80,))
model = Reader()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(8):
    rows = torch.randint(0, 80, (20,))
    loss = nn.functional.cross_entropy(model(sentences[rows]), tones[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
