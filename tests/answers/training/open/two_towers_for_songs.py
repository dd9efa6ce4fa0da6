"""Learn embeddings of listeners and songs.

Symptom: the tower of the songs does not learn, though the optimiser has it.
Culprit: its output is detached.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(11)


class Towers(nn.Module):
    def __init__(self):
        super().__init__()
        self.listener = nn.Linear(16, 8)
        self.song = nn.Sequential(nn.Linear(20, 8), nn.ReLU(), nn.Linear(8, 8))

    def forward(self, listeners, songs):
        left = self.listener(listeners)
        right = self.song(songs).detach()  # culprit
        # healthy: right = self.song(songs)
        return (left * right).sum(1)


listeners, songs, liked = torch.randn(128, 16), torch.randn(128, 20), torch.rand(128).round()
model = Towers()
optimizer = torch.optim.AdamW(model.parameters(), lr=0.005)
for step in range(10):
    rows = torch.randint(0, 128, (32,))
    loss = nn.functional.binary_cross_entropy_with_logits(model(listeners[rows], songs[rows]), liked[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
