"""Greenness of a moss plot from raw camera frames.

Culprit: in-place subtraction on a view repeats, negative base to a fractional power
Report: colour.readthedocs.io spow / gamma_function
"""

from dataclasses import dataclass

import numpy as np


@dataclass
class Camera:
    bias: float = 240.0
    white: float = 4095.0
    gamma: float = 1 / 2.2
    shape: tuple = (16, 20)


def take_frames(camera, n, rng):
    frames = np.empty((n, *camera.shape, 3))
    y = np.linspace(0, 1, camera.shape[0])[:, None]
    for k in range(n):
        light = 260 + 700 * np.abs(np.sin(k)) + 120 * y + 0 * np.arange(camera.shape[1])
        scene = light[..., None] * np.array([0.5, 1.0, 0.4])
        frames[k] = camera.bias + scene + rng.normal(0, 6, scene.shape)
    return frames


class Series:
    def __init__(self, camera, frames):
        self.camera = camera
        self.frames = frames

    def linear(self, k):
        frame = self.frames[k]
        frame -= self.camera.bias  # culprit
        return frame / (self.camera.white - self.camera.bias)

    def exposure(self):
        """Choose one gain for the whole series."""
        bright = [np.quantile(self.linear(k), 0.98) for k in range(len(self.frames))]
        return 0.9 / max(bright)

    def developed(self, k, gain):
        return np.minimum(self.linear(k) * gain, 1.0) ** self.camera.gamma

    def greenness(self):
        gain = self.exposure()
        values = []
        for k in range(len(self.frames)):
            r, g, b = np.moveaxis(self.developed(k, gain), -1, 0)
            values.append(np.mean(2 * g - r - b))
        return np.array(values)


def season(values, window=3):
    kernel = np.ones(window) / window
    return np.convolve(values, kernel, mode="valid")


def main():
    camera = Camera()
    frames = take_frames(camera, 6, np.random.default_rng(30))
    series = Series(camera, frames)
    green = series.greenness()
    for k, value in enumerate(green):
        print(f"frame {k}: {value:.4f}")
    print("smoothed", season(green).round(4))
    print("greenest", green.max())


if __name__ == "__main__":
    main()
