"""Check that a classifier of voices answers the same with weights of half the bits, and how much memory it saves.

Symptom: none
Culprit: none
Tempts: `precision` could accuse bfloat16, which is chosen on purpose and compared with what float32 gives.
Report: none (a question asked often: how much accuracy does half precision cost)
"""

import copy

import torch
from torch import nn

SPEAKERS = 6


def voices(number):
    """Return strengths of 20 tones and who spoke."""
    centres = 2.5 * torch.randn(SPEAKERS, 20)
    speaker = torch.arange(number) % SPEAKERS
    return centres[speaker] + torch.randn(number, 20), speaker


def train(model, tones, speaker, epochs=40):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(epochs):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(tones), speaker).backward()
        optimizer.step()


def size_in_bytes(model):
    return sum(weight.numel() * weight.element_size() for weight in model.parameters())


@torch.no_grad()
def compare(model, small, tones, speaker):
    full = model(tones)
    half = small(tones.to(torch.bfloat16)).float()
    gap = (torch.softmax(full, dim=1) - torch.softmax(half, dim=1)).abs().max().item()
    same = (full.argmax(dim=1) == half.argmax(dim=1)).float().mean().item()
    right = (half.argmax(dim=1) == speaker).float().mean().item()
    return gap, same, right


torch.manual_seed(9)
tones, speaker = voices(300)
model = nn.Sequential(nn.Linear(20, 32), nn.ReLU(), nn.Linear(32, SPEAKERS))
train(model, tones[:240], speaker[:240])
small = copy.deepcopy(model).to(torch.bfloat16)
gap, same, right = compare(model, small, tones[240:], speaker[240:])
print(f"bytes: {size_in_bytes(model)} and {size_in_bytes(small)}")
print(f"same answer {same:.3f}, right {right:.3f}, gap of chances below 0.05: {gap < 0.05}")
