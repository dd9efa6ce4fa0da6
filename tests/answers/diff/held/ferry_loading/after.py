"""Load vehicles on a ferry so that the lanes stay balanced (classes).

Culprit: none: equal; equal refactoring: arrays and functions to classes (NumPy)
Report: own
"""

import csv
import io
from dataclasses import dataclass, field

import numpy as np

QUEUE = """plate,kind,length,weight
A1,car,450,1400
A2,van,600,2600
A3,lorry,1200,14500
A4,car,430,1250
A5,coach,1150,12800
A6,car,470,1600
A7,van,580,2400
A8,lorry,900,9100
A9,car,440,1350
"""


@dataclass(frozen=True)
class Vehicle:
    plate: str
    kind: str
    length: int
    weight: int

    @classmethod
    def parse(cls, row):
        return cls(row["plate"], row["kind"], int(row["length"]), int(row["weight"]))


@dataclass
class Lane:
    length: int
    gap: int
    vehicles: list = field(default_factory=list)

    @property
    def used(self):
        return sum(v.length + self.gap for v in self.vehicles)

    @property
    def mass(self):
        return sum(v.weight for v in self.vehicles)

    def fits(self, vehicle):
        return self.used + vehicle.length + self.gap <= self.length


class Ferry:
    def __init__(self, lanes=3, length=2400, gap=40):
        self.lanes = [Lane(length, gap) for _ in range(lanes)]
        self.ashore = []

    def load(self, queue):
        for vehicle in sorted(queue, key=lambda v: -v.weight):
            free = [lane for lane in self.lanes if lane.fits(vehicle)]
            if free:
                min(free, key=lambda lane: lane.mass).vehicles.append(vehicle)
            else:
                self.ashore.append(vehicle)
        return self

    def heel(self):
        mass = np.array([lane.mass for lane in self.lanes])
        arm = np.arange(mass.size) - (mass.size - 1) / 2
        return float(mass @ arm * 2.8 / mass.sum())


def main():
    queue = [Vehicle.parse(row) for row in csv.DictReader(io.StringIO(QUEUE))]
    ferry = Ferry().load(queue)
    for k, lane in enumerate(ferry.lanes):
        here = sorted(v.plate for v in lane.vehicles)
        print(f"lane {k}: {' '.join(here)} ({lane.used} cm, {lane.mass} kg)")
    print("left ashore", len(ferry.ashore))
    print(f"heel moment arm {ferry.heel():.6f} m")


if __name__ == "__main__":
    main()
