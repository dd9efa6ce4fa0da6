"""Energy and duration of a glaze firing.

Lays out the whole schedule as one array of temperatures, a value a minute, and works
on that; prints the hours above 1000 degC, the total time and the energy.

Culprit: none: equal
"""

from dataclasses import dataclass

import numpy as np

SCHEDULE = [("ramp", 100, 600), ("ramp", 180, 1240), ("hold", 25), ("ramp", 120, 800)]


@dataclass(frozen=True)
class Kiln:
    loss_w_per_k: float = 9.0
    heat_j_per_k: float = 95000.0
    room: float = 20.0

    def power(self, curve):
        """Heating power in each minute; cooling needs none."""
        previous = curve[:-1]
        need = self.heat_j_per_k * np.diff(curve) / 60.0
        need += self.loss_w_per_k * (previous - self.room)
        return np.maximum(need, 0.0)


def temperatures(schedule, start):
    curve = [np.array([start])]
    for kind, *values in schedule:
        last = curve[-1][-1]
        if kind == "hold":
            curve.append(np.full(values[0], last))
            continue
        rate, end = values
        steps = int(round(abs(end - last) / rate * 60))
        curve.append(np.linspace(last, end, steps + 1)[1:])
    return np.concatenate(curve)


kiln = Kiln()
curve = temperatures(SCHEDULE, kiln.room)
minutes = curve[1:]
hot = np.count_nonzero(minutes > 1000.0)
energy = kiln.power(curve).sum() * 60.0
print(f"duration {minutes.size / 60:.3f} h, above 1000 degC {hot / 60:.3f} h")
print(f"energy {energy / 3.6e6:.4f} kWh, end {curve[-1]:.1f} degC")
