"""Train a tagger on sentences of which only a part is labelled.

Symptom: the mean loss of the epoch is nan; nine of ten batches have a finite loss.
Culprit: batch 6 has no labelled word, all 24 targets are -100, and cross_entropy divides by a count of 0.
Report: pytorch/pytorch#70348
"""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def corpus(sentences=40, words=6, tags=5):
    tokens = torch.randint(0, 50, (sentences, words))
    labels = tokens % tags
    labels[torch.rand(sentences, words) < 0.6] = -100
    labels[24:28] = -100
    return TensorDataset(tokens, labels)


class Tagger(nn.Module):
    def __init__(self, tags=5):
        super().__init__()
        self.embedding = nn.Embedding(50, 16)
        self.head = nn.Linear(16, tags)

    def forward(self, tokens):
        return self.head(self.embedding(tokens))


def epoch(model, loader, optimizer):
    losses = []
    for tokens, labels in loader:
        logits = model(tokens).flatten(0, 1)
        loss = nn.functional.cross_entropy(logits, labels.flatten(), ignore_index=-100)  # culprit
        losses.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return losses


torch.manual_seed(6)
model = Tagger()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
losses = epoch(model, DataLoader(corpus(), batch_size=4), optimizer)
print("losses:", [round(loss, 3) for loss in losses])
print("mean loss:", sum(losses) / len(losses))
