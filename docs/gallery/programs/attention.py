"""Encode four sentences of different lengths; padding is masked."""

import torch
from torch import nn

torch.manual_seed(0)
lengths = torch.tensor([5, 3, 0, 4])
words = torch.randn(4, 5, 8)
padding = torch.arange(5)[None, :] >= lengths[:, None]
attention = nn.MultiheadAttention(8, 2, batch_first=True)
encoded, weights = attention(words, words, words, key_padding_mask=padding)
pooled = encoded.mean(dim=1)
print("sentence vectors:", pooled.norm(dim=1))
print("mean:", pooled.mean().item())
