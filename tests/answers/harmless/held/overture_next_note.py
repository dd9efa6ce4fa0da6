"""Train a one-layer causal attention model to continue a short musical motif (PyTorch).

Prints the loss every 20 steps and the continuation of one motif.
Symptom: none
Culprit: none
Tempts: the causal mask is full of -inf and so are the masked scores; every row keeps its own position, so the softmax is always finite.
Report: none
"""

import math

import torch
from torch import nn

NOTES, WIDTH, LENGTH = 12, 24, 10


def motifs(n=48, seed=6):
    g = torch.Generator().manual_seed(seed)
    start = torch.randint(0, NOTES, (n, 1), generator=g)
    step = torch.randint(1, 4, (n, 1), generator=g)
    return (start + step * torch.arange(LENGTH + 1)) % NOTES


def causal_mask(length):
    return torch.full((length, length), -math.inf).triu(diagonal=1)


class CausalAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.note = nn.Embedding(NOTES, WIDTH)
        self.place = nn.Embedding(LENGTH, WIDTH)
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.mix = nn.Sequential(nn.Linear(WIDTH, 48), nn.GELU(), nn.Linear(48, NOTES))

    def forward(self, ids):
        n = ids.shape[1]
        x = self.note(ids) + self.place(torch.arange(n))
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        scores = q @ k.transpose(1, 2) / math.sqrt(WIDTH) + causal_mask(n)
        return self.mix(x + scores.softmax(dim=-1) @ v)


def train(steps=120):
    torch.manual_seed(1)
    torch.set_num_threads(1)
    data = motifs()
    model = CausalAttention()
    optimiser = torch.optim.Adam(model.parameters(), lr=8e-3)
    for step in range(steps):
        logits = model(data[:, :-1])
        loss = nn.functional.cross_entropy(logits.reshape(-1, NOTES), data[:, 1:].reshape(-1))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 20 == 0:
            print(f"step {step:>3}: loss {loss.item():.3f}")
    return model


@torch.no_grad()
def continue_motif(model, ids):
    ids = list(ids)
    while len(ids) < LENGTH:
        ids.append(int(model(torch.tensor([ids]))[0, -1].argmax()))
    return ids


if __name__ == "__main__":
    model = train()
    print("continuation:", continue_motif(model, [3, 5, 7]))
