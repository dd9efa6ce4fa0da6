"""Draw the outposts of an expedition on a map in the projection of Mercator and fit the frame of the map.

Symptom: the southern edge of the frame is -inf, its height inf and the scale 0, so every place is nan.
Culprit: the projection sends the South Pole, at -90 degrees, to log(tan(0)), minus infinity.
Report: none
"""

from dataclasses import dataclass

import numpy as np

EARTH = 6371.0
PAPER = (600.0, 400.0)  # mm


@dataclass
class Outpost:
    name: str
    latitude: float
    longitude: float
    crew: int = 0


OUTPOSTS = [
    Outpost("Scott Base", -77.85, 166.76, 15),
    Outpost("Vostok", -78.46, 106.84, 13),
    Outpost("Amundsen-Scott", -90.0, 0.0, 45),
    Outpost("Halley", -75.58, -26.65, 14),
    Outpost("Rothera", -67.57, -68.13, 22),
    Outpost("Neumayer", -70.67, -8.27, 9),
]


def mercator(latitude, longitude):
    """Return x and y in km."""
    phi, lam = np.radians(latitude), np.radians(longitude)
    x = EARTH * lam
    y = EARTH * np.log(np.tan(np.pi / 4 + phi / 2))  # culprit
    return x, y


class Frame:
    def __init__(self, x, y, margin=0.05):
        width, height = np.ptp(x), np.ptp(y)
        self.left, self.bottom = x.min() - margin * width, y.min() - margin * height
        self.scale = min(PAPER[0] / (width * (1 + 2 * margin)), PAPER[1] / (height * (1 + 2 * margin)))

    def on_paper(self, x, y):
        return (x - self.left) * self.scale, (y - self.bottom) * self.scale


def label(outpost, across, up):
    crew = f", {outpost.crew} people" if outpost.crew else ""
    return f"{outpost.name:15s} {across:7.1f} mm {up:7.1f} mm{crew}"


def main():
    latitude = np.array([outpost.latitude for outpost in OUTPOSTS])
    longitude = np.array([outpost.longitude for outpost in OUTPOSTS])
    x, y = mercator(latitude, longitude)
    frame = Frame(x, y)
    print(f"frame from {frame.left:.1f} and {frame.bottom:.1f} km, {frame.scale:.6f} mm for a km")
    for outpost, across, up in zip(OUTPOSTS, *frame.on_paper(x, y), strict=True):
        print(label(outpost, across, up))


main()
