"""A tiny causal transformer on melodies of different lengths.

Symptom: none
Culprit: none
Tempts: causal -inf mask, top-k -inf, ignore_index
Report: pytorch/pytorch#41508 (the healthy form)
"""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

MELODIES = ["CDEFGABC", "CEGCEG", "AGFEDC", "CCGGAAG", "EDCDEEE", "GFEDC"]


@dataclass
class Config:
    dim: int = 16
    heads: int = 2
    steps: int = 12
    lr: float = 0.01
    pad: int = 0
    ignore: int = -100


def encode(melodies, cfg):
    longest = max(map(len, melodies))
    ids = torch.full((len(melodies), longest), cfg.pad)
    for row, m in enumerate(melodies):
        ids[row, : len(m)] = torch.tensor([ord(c) - 64 for c in m])
    target = ids[:, 1:].clone()
    target[target == cfg.pad] = cfg.ignore
    return ids[:, :-1], target


class Attention(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.heads = cfg.heads
        self.qkv = nn.Linear(cfg.dim, 3 * cfg.dim)
        self.out = nn.Linear(cfg.dim, cfg.dim)

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-1, -2) / (d // self.heads) ** 0.5
        future = torch.full((t, t), float("-inf")).triu(1)
        weights = torch.softmax(scores + future, dim=-1)
        return self.out((weights @ v).transpose(1, 2).reshape(b, t, d))


class Model(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.embed = nn.Embedding(8, cfg.dim)
        self.place = nn.Parameter(torch.zeros(16, cfg.dim))
        self.attend = Attention(cfg)
        self.norm = nn.LayerNorm(cfg.dim)
        self.head = nn.Linear(cfg.dim, 8)

    def forward(self, ids):
        x = self.embed(ids) + self.place[: ids.shape[1]]
        x = x + self.attend(self.norm(x))
        return self.head(x)


@torch.no_grad()
def continue_melody(model, start, n, top_k=3):
    ids = torch.tensor([[ord(c) - 64 for c in start]])
    for _ in range(n):
        logits = model(ids)[0, -1]
        logits[0] = -torch.inf
        kth = logits.topk(top_k).values[-1]
        logits[logits < kth] = -torch.inf
        choice = torch.multinomial(logits.softmax(0), 1)
        ids = torch.cat([ids, choice[None]], dim=1)
    return "".join(chr(64 + i) for i in ids[0])


def main():
    torch.manual_seed(1)
    cfg = Config()
    ids, target = encode(MELODIES, cfg)
    model = Model(cfg)
    opt = torch.optim.AdamW(model.parameters(), lr=cfg.lr)
    for step in range(cfg.steps):
        logits = model(ids)
        loss = F.cross_entropy(logits.flatten(0, 1), target.flatten(), ignore_index=cfg.ignore)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
    print(f"loss {loss.item():.4f}")
    print("melody", continue_melody(model, "CDE", 6))


if __name__ == "__main__":
    main()
