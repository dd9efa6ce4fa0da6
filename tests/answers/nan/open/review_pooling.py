"""Attention pooling over product reviews, trained for a few steps.

Culprit: vocabulary starts at the padding index, one review fully masked, softmax of all -inf
Report: pytorch/pytorch#41508, allenai/allennlp#890
"""

import torch
from torch import nn

REVIEWS = [
    ("great kettle boils fast", 1),
    ("lid broke within one week", 0),
    ("would buy it twice", 1),
    ("awful", 0),
    ("noisy + slow to boil", 0),
    ("looks great + works", 1),
    ("handle gets hot", 0),
    ("fast delivery great price", 1),
]


class Vocab:
    PAD = 0

    def __init__(self, texts):
        words = sorted({w for t in texts for w in self.split(t)})
        self.index = {w: i for i, w in enumerate(words)}  # culprit

    @staticmethod
    def split(text):
        return [w for w in text.lower().split() if w.isalpha()]

    def encode(self, text, length):
        ids = [self.index[w] for w in self.split(text)][:length]
        return ids + [self.PAD] * (length - len(ids))

    def __len__(self):
        return len(self.index) + 1


class Pooler(nn.Module):
    def __init__(self, vocab, dim=16):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim, padding_idx=0)
        self.score = nn.Linear(dim, 1)
        self.head = nn.Linear(dim, 1)

    def forward(self, ids):
        x = self.embed(ids)
        s = self.score(torch.tanh(x)).squeeze(-1)
        s = s.masked_fill(ids == Vocab.PAD, float("-inf"))
        w = torch.softmax(s, dim=1).unsqueeze(-1)
        return self.head((w * x).sum(dim=1)).squeeze(-1)


def batches(ids, labels, size):
    order = torch.randperm(len(ids))
    for start in range(0, len(ids), size):
        pick = order[start : start + size]
        yield ids[pick], labels[pick]


def train(model, ids, labels, epochs=6):
    opt = torch.optim.Adam(model.parameters(), lr=0.02)
    loss_fn = nn.BCEWithLogitsLoss()
    for epoch in range(epochs):
        total = 0.0
        for x, y in batches(ids, labels, 4):
            loss = loss_fn(model(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        print(f"epoch {epoch} loss {total / 2:.4f}")
    return model


def main():
    torch.manual_seed(5)
    vocab = Vocab([t for t, _ in REVIEWS])
    ids = torch.tensor([vocab.encode(t, 6) for t, _ in REVIEWS])
    labels = torch.tensor([float(y) for _, y in REVIEWS])
    model = train(Pooler(len(vocab)), ids, labels)
    with torch.no_grad():
        print("probabilities", torch.sigmoid(model(ids)))


if __name__ == "__main__":
    main()
