"""Estimate the loss of a small language model every few steps.

Symptom: the estimate is worse than the model, and different each time.
Culprit: the model is not put into evaluation mode for the estimate: its dropout is active (from step 3 on, counted from 0).
Report: karpathy/nanoGPT#240
"""
import torch
from torch import nn

torch.manual_seed(71)


class Language(nn.Module):
    def __init__(self, words=32, size=16):
        super().__init__()
        self.words = nn.Embedding(words, size)
        layer = nn.TransformerEncoderLayer(size, 2, 32, dropout=0.2, batch_first=True)
        self.blocks = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.head = nn.Linear(size, words)

    def forward(self, words):
        mask = nn.Transformer.generate_square_subsequent_mask(words.shape[1])
        return self.head(self.blocks(self.words(words), mask=mask))


def loss_of(model, text):
    return nn.functional.cross_entropy(model(text[:, :-1]).flatten(0, 1), text[:, 1:].flatten())


@torch.no_grad()
def estimate(model, text):
    # healthy: model.eval()
    losses = [loss_of(model, text[rows]) for rows in torch.arange(16).split(8)]  # culprit
    # healthy: losses = [loss_of(model, text[rows]) for rows in torch.arange(16).split(8)]
    # healthy: model.train()
    return torch.stack(losses).mean()


model = Language()
text = torch.randint(0, 32, (64, 11))
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
for step in range(8):
    if step % 4 == 3:
        print(step, estimate(model, text[48:]).item())  # culprit, too
        # healthy: print(step, estimate(model, text[48:]).item())
    loss = loss_of(model, text[torch.randint(0, 48, (12,))])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
