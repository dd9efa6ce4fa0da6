"""Find the frames of a camera in which something moves."""

import numpy as np

rng = np.random.default_rng(9)
scene = rng.integers(60, 200, size=(48, 64))
frames = []
for n in range(15):
    frame = scene + rng.integers(-3, 4, size=scene.shape)
    if 7 <= n <= 9:
        frame[20:32, 4 * n : 4 * n + 12] = 230
    frames.append(frame.astype(np.uint8))
background = scene.astype(np.uint8)

shares = []
for frame in frames:
    change = np.abs(frame.astype(np.int16) - background.astype(np.int16))
    shares.append(float(np.mean(change > 25)))
shares = np.array(shares)
moving = np.flatnonzero(shares > 0.01)
print("frames with motion:", moving.tolist())
print("mean share of changed pixels:", round(float(shares.mean()), 5))
