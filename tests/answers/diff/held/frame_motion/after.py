"""Measures how much moves between the frames of a camera.

Symptom: the mean difference rises from 2.960 to 110.187 grey levels and the moving pixels from 1.17 % to 43.63 %.
Culprit: the frames are kept as uint8, so every negative difference wraps around by 256 before np.abs.
Report: dwave-examples/image-segmentation#10
"""

import numpy as np

THRESHOLD = 25


def make_frames(count=20, size=64, seed=1):
    """Stack of camera frames (frame, row, column) in the camera's eight bits."""
    generator = np.random.default_rng(seed)
    background = generator.integers(90, 130, (size, size))
    stack = np.empty((count, size, size), dtype=np.uint8)  # culprit
    for index in range(count):
        frame = background + generator.integers(-3, 4, (size, size))
        left = 2 * index
        frame[20:32, left : left + 12] -= 60
        stack[index] = np.clip(frame, 0, 255)
    return stack


def motion(stack):
    """Absolute difference of every frame from the one before."""
    return np.abs(stack[1:] - stack[:-1])  # culprit, too


def moving_share(differences, threshold=THRESHOLD):
    return np.mean(differences > threshold, axis=(1, 2))


def main():
    stack = make_frames()
    differences = motion(stack)
    print(f"frames: {len(stack)}")
    print(f"mean brightness: {stack.mean():.2f}")
    print(f"mean difference: {differences.mean():.3f}")
    print(f"moving pixels: {moving_share(differences).mean():.2%}")


if __name__ == "__main__":
    main()
