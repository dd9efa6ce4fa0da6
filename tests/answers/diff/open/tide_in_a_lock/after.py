"""Simulate the level in a lock between a river with tides and a canal, minute by minute.

Symptom: none.
Culprit: none: equal; gate, river and lock are classes, the steps are the same.
Report: none
"""

import logging
from dataclasses import dataclass, field

import numpy as np

log = logging.getLogger(__name__)

GRAVITY = 9.81
SECONDS = 60.0


@dataclass(frozen=True)
class River:
    mean: float = 2.0
    range: float = 1.4
    period: float = 745.0

    def level(self, minute):
        return self.mean + self.range * np.sin(2 * np.pi * minute / self.period)


@dataclass
class Gate:
    width: float = 2.2
    loss: float = 0.6
    opened: float = 0.0

    def move(self, minute):
        if minute % 60 < 25:
            self.opened = min(self.opened + 0.1, 1.0)
        else:
            self.opened = max(self.opened - 0.2, 0.0)

    def flow(self, head):
        return self.loss * self.width * self.opened * np.sign(head) * np.sqrt(2 * GRAVITY * abs(head))


@dataclass
class Lock:
    level: float = 2.0
    area: float = 420.0
    canal: float = 3.1
    gate: Gate = field(default_factory=Gate)

    def leak(self, rate=0.02):
        return rate * (self.canal - self.level)

    def step(self, minute, river):
        self.gate.move(minute)
        flow = self.gate.flow(river.level(minute) - self.level)
        self.level = self.level + SECONDS * (flow + self.leak()) / self.area
        log.debug("%4d: %.3f m, %.3f m3/s", minute, self.level, flow)
        return self.level, flow


def simulate(minutes=600):
    lock, river = Lock(), River()
    return np.array([lock.step(minute, river) for minute in range(minutes)]).T


def volume(flows):
    return SECONDS * flows.sum()


def main():
    levels, flows = simulate()
    inward, outward = flows[flows > 0], flows[flows < 0]
    print(f"highest {levels.max():.9f} m after {levels.argmax()} min, lowest {levels.min():.9f} m")
    print(f"mean level {levels.mean():.9f} m")
    print(f"in {volume(inward):.5f} m3, out {-volume(outward):.5f} m3")
    print("changes of direction:", np.count_nonzero(np.diff(np.sign(flows))))


if __name__ == "__main__":
    main()
