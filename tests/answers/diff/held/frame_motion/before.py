"""Measures how much moves between the frames of a camera."""

import numpy as np


def make_frames(count=20, size=64, seed=1):
    generator = np.random.default_rng(seed)
    frames = []
    background = generator.integers(90, 130, (size, size))
    for index in range(count):
        frame = background + generator.integers(-3, 4, (size, size))
        left = 2 * index
        frame[20:32, left : left + 12] -= 60
        frames.append(np.clip(frame, 0, 255).astype(float))
    return frames


def motion(previous, current):
    return np.abs(current - previous)


def moving_share(difference, threshold=25):
    return np.mean(difference > threshold)


def main():
    frames = make_frames()
    differences = []
    shares = []
    for previous, current in zip(frames[:-1], frames[1:]):
        difference = motion(previous, current)
        differences.append(difference.mean())
        shares.append(moving_share(difference))
    print(f"frames: {len(frames)}")
    print(f"mean brightness: {np.mean(frames):.2f}")
    print(f"mean difference: {np.mean(differences):.3f}")
    print(f"moving pixels: {np.mean(shares):.2%}")


if __name__ == "__main__":
    main()
