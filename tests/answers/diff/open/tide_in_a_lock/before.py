"""Simulate the level in a lock between a river with tides and a canal, minute by minute."""

import numpy as np

G = 9.81
level = 2.0
canal = 3.1
opened = 0.0
area = 420.0
levels = []
flows = []
for minute in range(600):
    river = 2.0 + 1.4 * np.sin(2 * np.pi * minute / 745.0)
    if minute % 60 < 25:
        opened = min(opened + 0.1, 1.0)
    else:
        opened = max(opened - 0.2, 0.0)
    d = river - level
    q = 0.6 * 2.2 * opened * np.sign(d) * np.sqrt(2 * G * abs(d))
    leak = 0.02 * (canal - level)
    level = level + 60.0 * (q + leak) / area
    levels.append(level)
    flows.append(q)
levels = np.array(levels)
flows = np.array(flows)
print(f"highest {levels.max():.9f} m after {levels.argmax()} min, lowest {levels.min():.9f} m")
print(f"mean level {levels.mean():.9f} m")
print(f"in {60 * flows[flows > 0].sum():.5f} m3, out {-60 * flows[flows < 0].sum():.5f} m3")
print("changes of direction:", int(np.sum(np.diff(np.sign(flows)) != 0)))
