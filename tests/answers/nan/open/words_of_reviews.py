"""A classifier over the mean of word vectors.

Symptom: the loss is nan
Culprit: one review is padding only: 0 words
Report: none
"""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self, words=50, size=8):
        super().__init__()
        self.embed = nn.Embedding(words, size, padding_idx=0)
        self.out = nn.Linear(size, 1)

    def forward(self, tokens):
        kept = (tokens != 0).unsqueeze(-1)
        mean = (self.embed(tokens) * kept).sum(dim=1) / kept.sum(dim=1)  # culprit
        return self.out(mean).squeeze(-1)


def batch():
    torch.manual_seed(4)
    tokens = torch.randint(1, 50, (6, 7))
    tokens[0, 3:] = 0
    tokens[4] = 0
    return tokens, torch.tensor([1.0, 0, 1, 0, 1, 0])


def main():
    tokens, target = batch()
    model = Classifier()
    optimiser = torch.optim.Adam(model.parameters(), lr=0.05)
    for step in range(4):
        loss = nn.functional.binary_cross_entropy_with_logits(model(tokens), target)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        print(step, float(loss))


main()
