"""Guess the mood of songs of different lengths from their notes, by the mean of the notes' embeddings.

Symptom: as a module the loss differs from the first step on and falls more slowly.
Culprit: the mean over the notes takes the padding in and divides by the longest length.
Report: huggingface/sentence-transformers#230
"""

import torch
from torch import nn

NOTES = 13


def songs(number, generator):
    """Yield songs of 3 to 14 notes from 1 to 12; 0 is for padding."""
    for _ in range(number):
        length = int(torch.randint(3, 15, (1,), generator=generator))
        yield torch.randint(1, NOTES, (length,), generator=generator)


def moods(songs):
    return torch.tensor([float((song > 6).float().mean() > 0.5) for song in songs])


class MoodModel(nn.Module):
    def __init__(self, width=8, hidden=16):
        super().__init__()
        self.embed = nn.Embedding(NOTES, width)
        self.hidden = nn.Linear(width, hidden)
        self.out = nn.Linear(hidden, 1)

    def pool(self, notes):
        mask = (notes != 0)[:, :, None]
        return (self.embed(notes) * mask).mean(dim=1)  # culprit

    def forward(self, notes):
        return self.out(torch.tanh(self.hidden(self.pool(notes)))).squeeze(1)


def train(model, notes, mood, steps):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(steps):
        logits = model(notes)
        loss = nn.functional.binary_cross_entropy_with_logits(logits, mood)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 20 == 0:
            print(f"step {step:2d}: loss {loss.item():.6f}")
    return logits, loss


torch.manual_seed(23)
heard = list(songs(24, torch.Generator().manual_seed(23)))
notes = nn.utils.rnn.pad_sequence(heard, batch_first=True)
mood = moods(heard)
logits, loss = train(MoodModel(), notes, mood, steps=60)
right = ((logits > 0) == (mood > 0)).float().mean()
print(f"longest {notes.shape[1]} notes, right {right.item():.4f}, last loss {loss.item():.6f}")
