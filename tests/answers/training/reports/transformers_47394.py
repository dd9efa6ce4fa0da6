"""Train a small model of captions to say the next word.

Symptom: the loss falls, yet sampled captions skip words.
Culprit: the labels are shifted before the loss and once more inside it, so each place learns the word after the next, the last of a row that of another row.
Report: huggingface/transformers#47394
"""
import torch
from torch import nn

torch.manual_seed(47)


class Captions(nn.Module):
    def __init__(self, words=30, size=16):
        super().__init__()
        self.words = nn.Embedding(words, size)
        self.memory = nn.GRU(size, size, batch_first=True)
        self.head = nn.Linear(size, words)

    def loss(self, logits, labels):
        labels = nn.functional.pad(labels, (0, 1), value=-100)
        labels = labels[..., 1:]
        return nn.functional.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1), ignore_index=-100)

    def forward(self, ids):
        logits = self.head(self.memory(self.words(ids))[0])
        logits, labels = logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten()  # culprit
        # healthy: labels = ids
        return self.loss(logits, labels)  # culprit, too
        # healthy: return self.loss(logits, labels)


texts = torch.randint(0, 30, (128, 1)) + torch.arange(10) * 3
texts = texts % 30
model = Captions()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
for step in range(8):
    rows = torch.randint(0, 128, (16,))
    loss = model(texts[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
