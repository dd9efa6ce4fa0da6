"""Let the heads of a small translator attend to a sentence, in half precision.

Symptom: the mixed values of two words are nan.
Culprit: the products of queries and keys reach 90,000, more than float16 holds, before they are divided by sqrt(64).
Report: pytorch/pytorch#60939
"""

import torch

torch.manual_seed(3)
WORDS, WIDTH = 6, 64


def project(words, gain):
    weight = torch.randn(WIDTH, WIDTH) / WIDTH**0.5
    return (gain * words @ weight).half()


def attend(query, key, value):
    scores = query @ key.T  # culprit
    scores = scores / WIDTH**0.5
    return torch.softmax(scores, dim=-1) @ value


words = torch.randn(WORDS, WIDTH)
words[2] *= 6
words[4] *= 6
query, key, value = project(words, 12.0), project(words, 12.0), project(words, 1.0)
key[2] = query[2]
key[4] = query[4]
mixed = attend(query, key, value)
print("words with nan:", mixed.isnan().any(dim=1).nonzero().flatten().tolist())
print("mean:", mixed.float().mean().item())
