"""Collect frames from a camera, and train on them.

Symptom: all frames of the data set are the last one.
Culprit: the camera writes each frame into the same array, and `from_numpy` shares its memory.
Report: none
"""
import numpy as np
import torch
from torch import nn

torch.manual_seed(293)
rng = np.random.default_rng(293)
frame = np.zeros((6, 6), np.float32)
frames, moves = [], []
for moment in range(32):
    frame[:] = rng.standard_normal((6, 6))  # culprit
    # healthy: frame[:] = rng.standard_normal((6, 6))
    frames.append(torch.from_numpy(frame))  # culprit, too
    # healthy: frames.append(torch.from_numpy(frame.copy()))
    moves.append(int(frame[0].sum() > 0))
data, wanted = torch.stack(frames), torch.tensor(moves)
model = nn.Sequential(nn.Flatten(), nn.Linear(36, 16), nn.ReLU(), nn.Linear(16, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(10):
    rows = torch.randint(0, 32, (16,))
    loss = nn.functional.cross_entropy(model(data[rows]), wanted[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
