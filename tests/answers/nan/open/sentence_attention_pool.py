"""Classify short token sequences with masked attention pooling.

Sequences of different length are padded; prints accuracy and mean loss.

Symptom: the loss is nan from the first step on and so is the test loss
Culprit: the mask keeps positions < length - 1, so sequences of length 1 have every score at -inf and softmax over them is nan; it has to be position < length.
Report: none
"""

import torch
from torch import nn

torch.manual_seed(21)
torch.set_num_threads(1)
VOCAB, WIDTH, LONGEST = 40, 16, 9


def make_batch(n, gen):
    lengths = torch.randint(1, LONGEST + 1, (n,), generator=gen)
    tokens = torch.randint(1, VOCAB, (n, LONGEST), generator=gen)
    inside = torch.arange(LONGEST)[None, :] < lengths[:, None]
    tokens = tokens * inside
    label = ((tokens < VOCAB // 4) & inside).any(dim=1).long()
    return tokens, lengths, label


class Pooler(nn.Module):
    """Learned query over token embeddings."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(VOCAB, WIDTH, padding_idx=0)
        self.query = nn.Parameter(torch.randn(WIDTH) * 0.3)
        self.head = nn.Linear(WIDTH, 2)

    def mask(self, lengths):
        position = torch.arange(LONGEST)[None, :]
        return position < lengths[:, None] - 1  # culprit

    def forward(self, tokens, lengths):
        x = self.embed(tokens)
        score = x @ self.query
        score = score.masked_fill(~self.mask(lengths), float("-inf"))
        weight = torch.softmax(score, dim=1)
        return self.head((weight[:, :, None] * x).sum(dim=1))


def main():
    gen = torch.Generator().manual_seed(2)
    model = Pooler()
    optim = torch.optim.Adam(model.parameters(), lr=0.01)
    loss_of = nn.CrossEntropyLoss()
    for step in range(120):
        tokens, lengths, label = make_batch(64, gen)
        loss = loss_of(model(tokens, lengths), label)
        optim.zero_grad()
        loss.backward()
        optim.step()
        if step % 30 == 0:
            print("step", step, "loss", loss.item())
    tokens, lengths, label = make_batch(1000, gen)
    with torch.no_grad():
        logits = model(tokens, lengths)
    print("test loss:", loss_of(logits, label).item())
    print("accuracy:", (logits.argmax(1) == label).float().mean().item())


if __name__ == "__main__":
    main()
