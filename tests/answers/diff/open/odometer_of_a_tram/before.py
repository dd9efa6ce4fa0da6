"""Work out from the speed log of a tram how far it went and when its wheels are due for turning."""

import numpy as np

rng = np.random.default_rng(33)
seconds = 60_000
phase = np.arange(seconds) % 180
speed = np.where(phase < 150, 11.0 * np.sqrt(np.abs(np.sin(np.pi * phase / 150))), 0.0)
speed = np.maximum(speed + rng.normal(0, 0.1, seconds), 0)

metres = np.cumsum(speed)
halts = np.flatnonzero((speed[1:] < 0.3) & (speed[:-1] >= 0.3))
legs = np.diff(metres[halts])
legs = legs[legs > 100]

print(f"distance {metres[-1]:.4f} m in {seconds / 3600:.2f} h")
print(f"{legs.size} legs, mean {legs.mean():.5f} m, spread {legs.std():.5f} m")
due = np.searchsorted(metres, 400_000.0)
print(f"wheels are due after {due} s at {metres[due]:.4f} m")
