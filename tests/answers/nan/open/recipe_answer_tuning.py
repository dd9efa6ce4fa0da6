"""Fine-tune a toy language model to answer questions about recipes; the loss counts answers only.

Each example is a prompt plus an answer; prompt tokens are labelled -100 and ignored.
Symptom: the mean loss of every epoch is nan, although all printed step losses are finite.
Culprit: sequences are cut to the first 12 tokens, so for a long recipe the whole answer is cut off, all labels are -100
and the mean over no token is nan.
Report: pytorch/pytorch#70348
"""

import random

import torch
import torch.nn.functional as F
from torch import nn

IGNORE = -100
VOCAB = 40
CONTEXT = 12  # culprit, too


def examples(n=30, seed=19):
    rng = random.Random(seed)
    data = []
    for k in range(n):
        prompt_len = 14 if k in (7, 21) else rng.randint(4, 9)
        prompt = [rng.randrange(5, VOCAB) for _ in range(prompt_len)]
        answer = [(t * 3 + 1) % VOCAB for t in prompt[:3]]
        data.append((prompt, answer))
    return data


def encode(prompt, answer):
    ids = prompt + answer
    labels = [IGNORE] * len(prompt) + answer
    ids, labels = ids[:CONTEXT], labels[:CONTEXT]  # culprit
    return torch.tensor(ids), torch.tensor(labels)


class ToyModel(nn.Module):
    def __init__(self, width=24):
        super().__init__()
        self.embed = nn.Embedding(VOCAB, width)
        self.rnn = nn.GRU(width, width, batch_first=True)
        self.out = nn.Linear(width, VOCAB)

    def forward(self, ids):
        hidden, _ = self.rnn(self.embed(ids)[None])
        return self.out(hidden)[0]


def train(epochs=2):
    torch.manual_seed(3)
    model = ToyModel()
    optimiser = torch.optim.Adam(model.parameters(), lr=5e-3)
    data = [encode(p, a) for p, a in examples()]
    for epoch in range(epochs):
        running = []
        for step, (ids, labels) in enumerate(data):
            logits = model(ids)
            loss = F.cross_entropy(logits[:-1], labels[1:], ignore_index=IGNORE)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            running.append(loss.item())
            if step % 6 == 0:
                print(f"epoch {epoch} step {step:>2}: loss {running[-1]:.4f}")
        print(f"epoch {epoch}: mean loss {sum(running) / len(running):.4f}")
    return running


if __name__ == "__main__":
    train()
