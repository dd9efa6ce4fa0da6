"""Follow the heat through the wall of a glass kiln while it is fired and let cool.

Symptom: The temperatures of the whole wall and the loss through it change.
Culprit: The resistance between two cells is taken from the inner cell alone instead of half from each.
Report: none
"""

from dataclasses import dataclass

import numpy as np

HOUR = 3600.0
ROOM = 20.0


@dataclass(frozen=True)
class Layer:
    name: str
    thickness: float
    conductivity: float
    density: float
    heat: float
    cells: int

    def spread(self, value):
        return np.full(self.cells, value)


# from the inside; the steel follows at once, so it has the conductivity of a thick plate
LAYERS = (
    Layer("fire brick", 0.12, 1.30, 2100.0, 950.0, 12),
    Layer("insulation", 0.08, 0.18, 480.0, 840.0, 10),
    Layer("steel", 0.004, 2.0, 7800.0, 480.0, 1),
    Layer("plaster", 0.03, 0.60, 1100.0, 1000.0, 3),
)


def fire(hours):
    """Temperature of the flame: two hours up, four hours held, then cooling."""
    if hours < 6:
        return ROOM + (1150.0 - ROOM) * min(hours / 2.0, 1.0)
    return ROOM + 1130.0 * np.exp(-(hours - 6) / 1.5)


class Wall:
    def __init__(self, layers, inner=90.0, outer=12.0):
        self.width = np.concatenate([layer.spread(layer.thickness / layer.cells) for layer in layers])
        conductivity = np.concatenate([layer.spread(layer.conductivity) for layer in layers])
        self.capacity = self.width * np.concatenate(
            [layer.spread(layer.density * layer.heat) for layer in layers]
        )
        self.resistance = np.empty(self.width.size + 1)
        half = 0.5 * self.width / conductivity
        self.resistance[0] = half[0] + 1 / inner
        self.resistance[1:-1] = 2 * half[:-1]  # culprit
        self.resistance[-1] = half[-1] + 1 / outer
        self.temperature = np.full(self.width.size, ROOM)

    def advance(self, flame, step):
        """One explicit step; return the heat that leaves the wall outside."""
        borders = np.concatenate([[flame], self.temperature, [ROOM]])
        flow = -np.diff(borders) / self.resistance
        self.temperature = self.temperature - step * np.diff(flow) / self.capacity
        return flow[-1] * step


def firing(wall, hours=10, step=12.0):
    """Fire the kiln; return the temperatures at each full hour and the heat lost."""
    per_hour = int(HOUR / step)
    history, lost = [], 0.0
    for k in range(hours * per_hour):
        lost += wall.advance(fire(k * step / HOUR), step)
        if (k + 1) % per_hour == 0:
            history.append(wall.temperature)
    return np.array(history), lost


def main():
    history, lost = firing(Wall(LAYERS))
    for hour, row in enumerate(history, start=1):
        print(f"hour {hour:2d}: inside {row[0]:9.4f}, steel {row[22]:9.4f}, outside {row[-1]:9.4f}")
    print(f"hottest outside {history[:, -1].max():.4f} degrees")
    print(f"lost through the wall {lost / 3.6e6:.5f} kWh per square metre")


if __name__ == "__main__":
    main()
