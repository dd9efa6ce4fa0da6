"""How warm a barn is through a night, with a heater that a switch turns on and off.

Culprit: see after.py
"""

import numpy as np

STEP, HOURS = 60.0, 12
outside = 4 - 6 * np.sin(np.linspace(0, np.pi, int(HOURS * 3600 / STEP)))
warmth, on = 12.0, False
history, heated = [], 0
for now in outside:
    if warmth < 10.5:
        on = True
    elif warmth > 12.5:
        on = False
    heat = 9000.0 if on else 0.0
    flow = 350.0 * (now - warmth)
    warmth += STEP * (heat + flow) / 1.2e6
    heated += on
    history.append(warmth)
history = np.array(history)

print(f"mean {history.mean():.6f}, coldest {history.min():.6f}")
print(f"heated {heated * STEP / 3600:.4f} hours")
print(f"switched {np.count_nonzero(np.diff(np.sign(np.diff(history))))} times")
