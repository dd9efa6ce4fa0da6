"""How much moves in front of a garden gate camera, frame by frame.

Symptom: The number is wrong.
Culprit: Uint8 difference wraps.
Report: dwave-examples/image-segmentation#10
"""

import numpy as np

HEIGHT, WIDTH, FRAMES = 48, 64, 40


def record(rng):
    """A dim garden with sensor noise; a cat walks through between frames 10 and 30."""
    ground = rng.integers(60, 90, size=(HEIGHT, WIDTH))
    frames = []
    for k in range(FRAMES):
        picture = ground + rng.normal(0, 1.5, size=ground.shape)
        if 10 <= k < 30:
            left = 3 * (k - 10)
            picture[30:38, left : left + 8] += 55
        frames.append(picture.round().clip(0, 255).astype(np.uint8))
    return np.stack(frames)


def motion(frames):
    """Mean absolute grey level change from each frame to the next."""
    change = np.abs(frames[1:] - frames[:-1])  # culprit
    return change.mean(axis=(1, 2))


def main():
    frames = record(np.random.default_rng(3))
    level = motion(frames)
    quiet = np.median(level[:9])
    busy = level[11:28].mean()
    print(f"quiet level {quiet:.2f}")
    print(f"with the cat {busy:.2f}")
    print(f"rise over the quiet level: {busy - quiet:.3f}")


if __name__ == "__main__":
    main()
