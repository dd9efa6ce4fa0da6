"""Largest smoothed swing of each gait channel, from recordings (person, time, channel)."""

import torch

torch.manual_seed(12)

PEOPLE, STEPS, CHANNELS, WIDTH = 6, 100, 3, 9
t = torch.linspace(0, 6.28, STEPS)
scale = torch.tensor([1.0, 2.0, 4.0])
recordings = torch.sin(t)[None, :, None] * scale + 0.1 * torch.randn(PEOPLE, STEPS, CHANNELS)

swing = torch.zeros(PEOPLE, CHANNELS)
for p in range(PEOPLE):
    for c in range(CHANNELS):
        series = recordings[p, :, c]
        means = []
        for s in range(STEPS - WIDTH + 1):
            means.append(series[s : s + WIDTH].mean())
        means = torch.stack(means)
        swing[p, c] = means.max() - means.min()

print("people:", PEOPLE, " recordings:", tuple(recordings.shape))
print("largest reading:", round(recordings.max().item(), 3))
print("smallest swing:", round(swing.min().item(), 3))
print("mean swing:", swing.mean().item())
print("swing of the strongest channel:", swing.mean(dim=0).max().item())
