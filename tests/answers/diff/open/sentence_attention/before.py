"""Weigh the words of sentences by attention and print what a sentence looks at."""

import math

import torch
from torch import nn


class DotAttention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.query = nn.Linear(width, width, bias=False)

    def forward(self, state, words):
        scores = torch.bmm(words, self.query(state).unsqueeze(2)).squeeze(2)
        weights = torch.softmax(scores / math.sqrt(words.shape[2]), dim=-1)
        return torch.bmm(weights.unsqueeze(1), words).squeeze(1), weights


def main():
    torch.manual_seed(31)
    attention = DotAttention(width=8)
    sentences = torch.randn(4, 6, 8)
    states = sentences.mean(dim=1)
    context, weights = attention(states, sentences)
    print("weights of sentence 1:", [round(w, 4) for w in weights[0].tolist()])
    print("sums:", [round(s, 4) for s in weights.sum(dim=1).tolist()])
    print(f"norm of the contexts {context.norm():.5f}")


main()
