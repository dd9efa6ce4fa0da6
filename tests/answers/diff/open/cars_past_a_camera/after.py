"""Find the frames of a traffic camera in which something moves.

Symptom: with a quarter of the memory nearly every frame holds a car, and far more pixels moved.
Culprit: the difference of two uint8 images wraps around: 99 - 101 is 254, and its magnitude is large.
Report: none
"""

from dataclasses import dataclass

import numpy as np


@dataclass
class Options:
    threshold: int = 40
    smallest: int = 30
    still: int = 9


def car(frame, top, height, left, width, grey):
    frame[top : top + height, left : left + width] = grey


def film(frames, rng):
    street = rng.integers(60, 140, (48, 80))
    movie = np.empty((frames, *street.shape), dtype=np.uint8)
    for k in range(frames):
        frame = street + rng.integers(-3, 4, street.shape)
        if 10 <= k < 22:
            car(frame, 18, 8, 5 * (k - 10), 12, grey=25)
        if 30 <= k < 38:
            car(frame, 30, 6, 70 - 8 * (k - 30), 9, grey=225)
        movie[k] = np.clip(frame, 0, 255)
    return movie


class Detector:
    def __init__(self, movie, options=None):
        self.movie = movie
        self.options = options or Options()
        self.background = np.median(movie[: self.options.still], axis=0).astype(movie.dtype)

    def moved(self):
        difference = np.abs(self.movie - self.background)  # culprit
        return np.count_nonzero(difference > self.options.threshold, axis=(1, 2))

    def flicker(self):
        frames = self.movie.astype(np.float64)
        return np.abs(frames[1:] - frames[:-1]).mean()


def main():
    detector = Detector(film(45, np.random.default_rng(88)))
    moved = detector.moved()
    print("frames with a car:", np.flatnonzero(moved > detector.options.smallest))
    print("pixels that moved:", moved.sum())
    print(f"mean difference {detector.flicker():.5f}")


if __name__ == "__main__":
    main()
