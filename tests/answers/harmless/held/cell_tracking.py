"""Movement of cells between consecutive microscope frames stored as bytes.

Symptom: none
Culprit: none
Tempts: a question could accuse this: twin of frame_motion: byte images, but the smaller value is subtracted.
Report: none
"""

import numpy as np

SHAPE = (80, 100)


def make_movie(n_frames=30, seed=16):
    rng = np.random.default_rng(seed)
    background = rng.integers(20, 60, size=SHAPE)
    movie = np.empty((n_frames,) + SHAPE, dtype=np.uint8)
    for k in range(n_frames):
        scene = background + rng.integers(-2, 3, size=SHAPE)
        row, col = 20 + k, 10 + 2 * k
        scene[row : row + 9, col : col + 9] += 90
        movie[k] = np.clip(scene, 0, 255)
    return movie


def brighter_part(previous, current):
    difference = current - np.minimum(current, previous)
    return difference


def changed_pixels(previous, current, threshold=12):
    up = brighter_part(previous, current)
    down = brighter_part(current, previous)
    return np.count_nonzero((up + down) > threshold)


def checksum(frame):
    return int(frame.astype(np.uint32).sum()) % 256


def main():
    movie = make_movie()
    changes = [changed_pixels(a, b) for a, b in zip(movie[:-1], movie[1:])]
    print(f"frames: {len(movie)}, checksum of the last: {checksum(movie[-1])}")
    print(f"mean number of changed pixels: {np.mean(changes):.2f}")
    print(f"largest change: {max(changes)}")


if __name__ == "__main__":
    main()
