"""Classify pixels of a satellite picture by their colours.

Symptom: the chances of two classes are nan for bright pixels.
Culprit: exp of scores above 88 overflows in float32, and inf / inf is nan.
Report: none
"""

import numpy as np

CENTRES = np.array([[0.1, 0.2, 0.6], [0.2, 0.7, 0.2], [0.8, 0.8, 0.7]], np.float32)


class Classes:
    def __init__(self, centres, sharpness):
        self.centres = centres
        self.sharpness = np.float32(sharpness)

    def scores(self, pixels):
        return self.sharpness * (pixels @ self.centres.T)

    def chances(self, pixels):
        raised = np.exp(self.scores(pixels))  # culprit
        return raised / raised.sum(axis=1, keepdims=True)


def picture(side=8, seed=5):
    rng = np.random.default_rng(seed)
    pixels = rng.random((side * side, 3)).astype(np.float32)
    pixels[:4] = [0.9, 0.95, 0.9]
    return pixels


np.seterr(all="ignore")
chances = Classes(CENTRES, sharpness=60).chances(picture())
print("area by class:", chances.mean(axis=0).tolist())
print("sure pixels:", int((chances.max(axis=1) > 0.9).sum()))
