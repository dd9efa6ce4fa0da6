"""Lay a mosaic: turn a picture into tiles of 16 greys and count how many tiles of each grey to order.

Symptom: after the move into a class the mosaic is darker, most greys are one lower and the mean error has doubled.
Culprit: the greys are cut off by astype instead of rounded by rint.
Report: marcinz606/NegPy#897
"""

from dataclasses import dataclass, field

import numpy as np


def landscape(height, width, seed):
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0:height, 0:width]
    picture = 0.5 + 0.4 * np.sin(x / 9.0) * np.cos(y / 7.0) + rng.normal(0, 0.03, (height, width))
    return picture.clip(0, 1)


@dataclass
class Mosaic:
    picture: np.ndarray
    side: int = 4
    greys: int = 16
    gamma: float = 1.2
    tiles: np.ndarray = field(init=False)

    def __post_init__(self):
        rows, columns = (length // self.side for length in self.picture.shape)
        blocks = self.picture.reshape(rows, self.side, columns, self.side)
        self.tiles = blocks.mean(axis=(1, 3)) ** self.gamma

    @property
    def brightest(self):
        return self.greys - 1

    def grey(self):
        return (self.brightest * self.tiles).astype(int)  # culprit

    def order(self):
        return np.bincount(self.grey().ravel(), minlength=self.greys)

    def error(self):
        return np.abs(self.grey() / self.brightest - self.tiles).mean()


mosaic = Mosaic(landscape(48, 64, seed=14))
print("first row:", mosaic.grey()[0])
print("order:", mosaic.order())
print(f"mean error {mosaic.error():.5f}, tiles {mosaic.order().sum()}")
