"""Train a small translator with smoothed labels on padded sentences.

Symptom: the model prefers short outputs, and the loss falls too fast.
Culprit: the smoothed loss counts the padding.
Report: k-tahiro/bert-summarizer#41
"""
import torch
from torch import nn

torch.manual_seed(41)
PAD = 0
lengths = torch.randint(3, 11, (96,))
words = torch.randint(1, 20, (96, 12))
words[torch.arange(12) >= lengths[:, None]] = PAD


class Translator(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(20, 16, padding_idx=PAD)
        self.memory = nn.GRU(16, 24, batch_first=True)
        self.head = nn.Linear(24, 20)

    def forward(self, words):
        return self.head(self.memory(self.words(words))[0])


def smoothed(logits, labels, share=0.1):
    chances = logits.log_softmax(-1)
    losses = -(1 - share) * chances.gather(-1, labels[..., None])[..., 0] - share * chances.mean(-1)
    return losses.mean()  # culprit
    # healthy: return losses[labels != PAD].mean()


model = Translator()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
for step in range(8):
    batch = words[torch.randint(0, 96, (16,))]
    loss = smoothed(model(batch[:, :-1]), batch[:, 1:])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
