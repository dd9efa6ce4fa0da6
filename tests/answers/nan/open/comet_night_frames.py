"""Sky background statistics of a night of comet exposures, used to pick the frames to stack.

Frames are bias-corrected, kept in a compact cube, and compared frame by frame.
Symptom: background noise and signal-to-noise ratio of each frame come out as inf and 0 / nan.
Culprit: the cube is stored as float16, whose largest value is 65504, so the sums inside std overflow.
Report: numpy/numpy#19111
"""

from dataclasses import dataclass, field

import numpy as np


@dataclass
class Camera:
    gain: float = 1.6
    bias: float = 310.0
    read_noise: float = 7.5
    shape: tuple = (160, 160)


@dataclass
class Night:
    camera: Camera
    seed: int = 77
    n_frames: int = 6
    cube: np.ndarray = field(default=None, repr=False)

    def expose(self):
        rng = np.random.default_rng(self.seed)
        h, w = self.camera.shape
        yy, xx = np.mgrid[:h, :w]
        frames = []
        for k in range(self.n_frames):
            sky = 420 + 15 * k
            comet = 900 * np.exp(-((xx - 80 - k) ** 2 + (yy - 75) ** 2) / 60.0)
            electrons = rng.poisson((sky + comet) * self.camera.gain)
            adu = electrons / self.camera.gain + self.camera.bias
            adu += rng.normal(0, self.camera.read_noise / self.camera.gain, (h, w))
            frames.append(adu)
        return np.stack(frames)

    def load(self):
        raw = self.expose()
        self.cube = (raw - self.camera.bias).astype(np.float16)  # culprit
        return self

    def background(self):
        return np.median(self.cube[:, :40, :], axis=(1, 2))

    def noise(self):
        return np.array([frame.std() for frame in self.cube])

    def peak(self):
        return self.cube.max(axis=(1, 2)) - self.background()


def main():
    night = Night(Camera()).load()
    background = night.background()
    noise = night.noise()
    with np.errstate(invalid="ignore"):
        weight = noise / noise.sum()
    print("frame  background   peak    noise   weight")
    for k in range(night.n_frames):
        print(
            f"{k:>5}  {float(background[k]):>10.1f}  {float(night.peak()[k]):>6.1f}"
            f"  {float(noise[k]):>7.2f}  {float(weight[k]):>7.3f}"
        )
    print("frame chosen as reference:", int(np.argmin(noise)))


if __name__ == "__main__":
    main()
