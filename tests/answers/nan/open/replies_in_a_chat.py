"""Make one vector of each message of a chat by attention over its words, and compare it with the reply before.

Symptom: the vector of the longest message is nan, and so is the mean likeness.
Culprit: the mask is True at words; `key_padding_mask` is True at what to ignore, so a full message has nothing left.
Report: pytorch/pytorch#39321 (what True means in the mask of attention)
"""

import torch
from torch import nn

torch.manual_seed(3)

MESSAGES = [
    "are you coming to the lake",
    "yes",
    "take the blue boat",
    "the oars are in the old shed",
    "thanks",
]


class Encoder(nn.Module):
    """Words to one vector a message."""

    def __init__(self, words, width=16):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.attend = nn.MultiheadAttention(width, num_heads=2, batch_first=True)

    def forward(self, tokens, lengths):
        words = self.embed(tokens)
        mask = torch.arange(tokens.shape[1])[None, :] < lengths[:, None]  # culprit
        mixed, _ = self.attend(words, words, words, key_padding_mask=mask, need_weights=False)
        return mixed[:, 0]


def tokenise(messages):
    split = [message.split() for message in messages]
    known = {word: number for number, word in enumerate(sorted({w for s in split for w in s}), 1)}
    longest = max(map(len, split))
    tokens = torch.tensor([[known[w] for w in s] + [0] * (longest - len(s)) for s in split])
    return tokens, torch.tensor([len(s) for s in split]), len(known) + 1


tokens, lengths, words = tokenise(MESSAGES)
model = Encoder(words).eval()
with torch.no_grad():
    vectors = model(tokens, lengths)
likeness = nn.functional.cosine_similarity(vectors[1:], vectors[:-1])
for message, value in zip(MESSAGES[1:], likeness.tolist(), strict=True):
    print(f"{message:<32}{value:7.3f}")
print(f"mean {likeness.mean().item():.3f}")
