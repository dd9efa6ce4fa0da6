"""Fine-tune a language model with gradients gathered over parts of a batch.

Symptom: the loss is several times what one whole batch gives.
Culprit: the loss of each part is not divided by the number of parts.
Report: huggingface/transformers#34191
"""
import torch
from torch import nn

torch.manual_seed(73)


class Tiny(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(26, 12)
        self.recurrent = nn.GRU(12, 20, batch_first=True)
        self.head = nn.Linear(20, 26)

    def forward(self, words):
        return self.head(self.recurrent(self.words(words))[0])


def training_step(model, words, parts):
    loss = nn.functional.cross_entropy(model(words[:, :-1]).flatten(0, 1), words[:, 1:].flatten())  # culprit
    # healthy: loss = nn.functional.cross_entropy(model(words[:, :-1]).flatten(0, 1), words[:, 1:].flatten()) / parts
    loss.backward()  # culprit, too
    # healthy: loss.backward()
    return loss.detach()


model = Tiny()
text = torch.randint(0, 26, (96, 10))
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
parts = 3
for step in range(7):
    chosen = torch.randperm(96)[:24]
    for rows in chosen.split(24 // parts):
        loss = training_step(model, text[rows], parts)
    nn.utils.clip_grad_norm_(model.parameters(), 10.0)
    optimizer.step()
    optimizer.zero_grad()
print(loss.item())
