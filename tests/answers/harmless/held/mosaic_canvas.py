"""Canvas for a mosaic of rotated drone photos.

Symptom: none
Culprit: none
Tempts: a question could accuse this: headings in degrees, converted in a property (twin of slide_canvas).
Report: none
"""

from dataclasses import dataclass

import numpy as np


@dataclass
class Photo:
    width: int
    height: int
    heading: float

    @property
    def theta(self):
        return np.deg2rad(self.heading % 180)

    def extent(self):
        c, s = abs(np.cos(self.theta)), abs(np.sin(self.theta))
        return self.width * c + self.height * s, self.width * s + self.height * c


def flight(seed=6, n=12):
    rng = np.random.default_rng(seed)
    return [Photo(4000, 3000, float(h)) for h in rng.normal(180, 40, n)]


def canvas(photos):
    sizes = np.array([p.extent() for p in photos])
    return np.ceil(sizes.max(axis=0)).astype(int), sizes


def main():
    photos = flight()
    shape, sizes = canvas(photos)
    for p, (w, h) in zip(photos[:5], sizes):
        print(f"heading {p.heading:7.1f}  ->  {w:7.1f} x {h:7.1f}")
    used = sum(p.width * p.height for p in photos) / (len(photos) * shape.prod())
    print("canvas:", shape.tolist())
    print(f"share of the canvas used: {used:.3f}")


main()
