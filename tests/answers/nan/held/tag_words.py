"""Word tagger trained on short sentences; unlabelled words carry -100.

Symptom: The program prints NaN or inf.
Culprit: Cross_entropy over a batch where every target is ignored.
Report: pytorch/pytorch#75181
"""

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(17)

VOCAB, TAGS, LENGTH, SENTENCES = 60, 5, 6, 96
words = torch.randint(VOCAB, (SENTENCES, LENGTH))
tags = words % TAGS
# the annotators did not get through everything
labelled = torch.rand(SENTENCES, LENGTH) < 0.2
tags = torch.where(labelled, tags, torch.full_like(tags, -100))


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(VOCAB, 16)
        self.head = nn.Linear(16, TAGS)

    def forward(self, ids):
        return self.head(self.embed(ids))


model = Tagger()
opt = torch.optim.SGD(model.parameters(), lr=0.5)
BATCH = 2

epoch_losses = []
for epoch in range(5):
    running = 0.0
    batches = 0
    for start in range(0, SENTENCES, BATCH):
        ids = words[start : start + BATCH]
        target = tags[start : start + BATCH]
        logits = model(ids)
        loss = F.cross_entropy(logits.reshape(-1, TAGS), target.reshape(-1))  # culprit
        opt.zero_grad()
        loss.backward()
        opt.step()
        running += loss.item()
        batches += 1
    epoch_losses.append(running / batches)
    print("epoch", epoch, "loss", round(epoch_losses[-1], 4))

print("final loss:", epoch_losses[-1])
