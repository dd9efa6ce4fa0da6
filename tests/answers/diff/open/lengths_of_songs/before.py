"""Guess the mood of songs of different lengths from their notes, by the mean of the notes' embeddings."""

import torch
from torch import nn

torch.manual_seed(23)
generator = torch.Generator().manual_seed(23)

songs = []
for _ in range(24):
    length = int(torch.randint(3, 15, (1,), generator=generator))
    songs.append(torch.randint(1, 13, (length,), generator=generator))
mood = torch.tensor([float((song > 6).float().mean() > 0.5) for song in songs])

notes = nn.utils.rnn.pad_sequence(songs, batch_first=True)
mask = (notes != 0).float()

embed = nn.Embedding(13, 8)
hidden = nn.Linear(8, 16)
out = nn.Linear(16, 1)
optimizer = torch.optim.Adam([*embed.parameters(), *hidden.parameters(), *out.parameters()], lr=0.01)

for step in range(60):
    vectors = embed(notes)
    pooled = (vectors * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
    logits = out(torch.tanh(hidden(pooled))).squeeze(1)
    loss = nn.functional.binary_cross_entropy_with_logits(logits, mood)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 20 == 0:
        print(f"step {step:2d}: loss {loss.item():.6f}")

right = ((logits > 0) == (mood > 0)).float().mean()
print(f"longest {notes.shape[1]} notes, right {right.item():.4f}, last loss {loss.item():.6f}")
