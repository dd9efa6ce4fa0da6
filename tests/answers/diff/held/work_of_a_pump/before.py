"""Compute the work that a pump does in a stroke, from pressures and volumes of its indicator diagram."""

import numpy as np

rng = np.random.default_rng(26)
angle = np.linspace(0, 2 * np.pi, 721)
volume = 0.8 + 0.5 * np.cos(angle)
pressure = np.where(angle < np.pi, 1.0 + 4.0 * angle / np.pi, 9.0 - 4.0 * angle / np.pi)
pressure = pressure + 0.6 * np.sin(angle) + rng.normal(0, 0.01, angle.size)

work = 0.0
mean = 0.0
for i in range(len(volume) - 1):
    work += 0.5 * (pressure[i] + pressure[i + 1]) * (volume[i + 1] - volume[i])
    mean += 0.5 * (pressure[i] + pressure[i + 1]) * (angle[i + 1] - angle[i])
mean /= angle[-1] - angle[0]
stroke = max(volume) - min(volume)
print(f"work {abs(work) * 100:.6f} J a stroke")
print(f"mean pressure {mean:.6f} bar, effective {abs(work) / stroke:.6f} bar")
print(f"power at 600 strokes a minute {abs(work) * 100 * 10:.4f} W")
