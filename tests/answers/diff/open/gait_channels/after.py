"""Largest smoothed swing of each gait channel, from recordings (person, time, channel).

Symptom: The last number is another one.
Culprit: View where transpose is meant.
Report: zhouhaoyi/Informer2020#59
"""

import torch
import torch.nn.functional as F

torch.manual_seed(12)

PEOPLE, STEPS, CHANNELS, WIDTH = 6, 100, 3, 9
t = torch.linspace(0, 6.28, STEPS)
scale = torch.tensor([1.0, 2.0, 4.0])
recordings = torch.sin(t)[None, :, None] * scale + 0.1 * torch.randn(PEOPLE, STEPS, CHANNELS)


def swings(x):
    """Pooling wants the channels first."""
    people, steps, channels = x.shape
    x = x.view(people, channels, steps)  # culprit
    means = F.avg_pool1d(x, kernel_size=WIDTH, stride=1)
    return means.amax(dim=2) - means.amin(dim=2)


swing = swings(recordings)
print("people:", PEOPLE, " recordings:", tuple(recordings.shape))
print("largest reading:", round(recordings.max().item(), 3))
print("smallest swing:", round(swing.min().item(), 3))
print("mean swing:", swing.mean().item())
print("swing of the strongest channel:", swing.mean(dim=0).max().item())
