"""Find the frames of a camera in which something moves.

Symptom: After the clean-up every frame reports motion, also the ones in which nothing but noise changes.
Culprit: `_difference` subtracts uint8 images: a pixel one step darker gives 255 instead of 1.
Report: numpy/numpy#21237
"""

import numpy as np


class MotionDetector:
    def __init__(self, background, threshold=25, share=0.01):
        self.background = background
        self.threshold = threshold
        self.share = share

    def _difference(self, frame):
        return np.abs(frame - self.background)  # culprit

    def activity(self, frame):
        return float(np.mean(self._difference(frame) > self.threshold))

    def moving(self, frames):
        shares = np.array([self.activity(frame) for frame in frames])
        return shares, np.flatnonzero(shares > self.share)


def camera(rng, count):
    scene = rng.integers(60, 200, size=(48, 64))
    frames = []
    for n in range(count):
        frame = scene + rng.integers(-3, 4, size=scene.shape)
        if 7 <= n <= 9:
            frame[20:32, 4 * n : 4 * n + 12] = 230
        frames.append(frame.astype(np.uint8))
    return scene.astype(np.uint8), frames


background, frames = camera(np.random.default_rng(9), 15)
shares, moving = MotionDetector(background).moving(frames)
print("frames with motion:", moving.tolist())
print("mean share of changed pixels:", round(float(shares.mean()), 5))
