"""Which words of a sentence does an attention pool look at?

Runs a batch of three sentences of unequal length through a single attention query
and prints the weight of each word and the norm of the pooled vectors.

Culprit: none
Tempts: padding is masked with -inf before the softmax; each row has at least two words,
so the softmax gives 0 there and every weight is finite and sums to 1.
"""

import torch

SENTENCES = [
    "the ferry leaves at noon".split(),
    "rain again".split(),
    "we met near the old lighthouse".split(),
]


def embed(words, width=8):
    gen = torch.Generator()
    rows = []
    for word in words:
        gen.manual_seed(sum(ord(c) * (i + 1) for i, c in enumerate(word)))
        rows.append(torch.randn(width, generator=gen))
    return torch.stack(rows)


def padded(sentences):
    vectors = [embed(s) for s in sentences]
    batch = torch.nn.utils.rnn.pad_sequence(vectors, batch_first=True)
    lengths = torch.tensor([len(s) for s in sentences])
    blank = torch.arange(batch.shape[1])[None, :] >= lengths[:, None]
    return batch, blank


def pool(batch, blank, query):
    score = batch @ query / batch.shape[-1] ** 0.5
    score = score.masked_fill(blank, float("-inf"))
    weight = torch.softmax(score, dim=1)
    return weight, (weight[:, :, None] * batch).sum(dim=1)


torch.manual_seed(4)
query = torch.randn(8)
batch, blank = padded(SENTENCES)
weight, pooled = pool(batch, blank, query)
for words, row in zip(SENTENCES, weight):
    print("  ".join(f"{w} {v:.3f}" for w, v in zip(words, row.tolist())))
print("norms", [round(v, 4) for v in pooled.norm(dim=1).tolist()])
