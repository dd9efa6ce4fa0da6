"""Motion score of a fixed wildlife camera from consecutive grey frames.

Symptom: The number is wrong.
Culprit: Uint8 frame subtraction wraps round before the absolute value.
Report: dwave-examples/image-segmentation#10
"""

import numpy as np

HEIGHT, WIDTH = 96, 128


def make_clip(n_frames, rng):
    background = rng.integers(60, 110, size=(HEIGHT, WIDTH))
    frames = np.empty((n_frames, HEIGHT, WIDTH), dtype=np.uint8)
    for k in range(n_frames):
        scene = background + rng.integers(-3, 4, size=background.shape)
        if 12 <= k < 24:
            col = 10 + 7 * (k - 12)
            scene[40:56, col : col + 14] += 70
        frames[k] = np.clip(scene, 0, 255)
    return frames


def smooth(frame):
    padded = np.pad(frame, 1, mode="edge")
    total = np.zeros(frame.shape, dtype=np.float64)
    for dy in range(3):
        for dx in range(3):
            total += padded[dy : dy + frame.shape[0], dx : dx + frame.shape[1]]
    return np.round(total / 9).astype(np.uint8)


def change_between(previous, current):
    delta = np.abs(current - previous)  # culprit
    return delta


def motion_scores(frames, threshold=20):
    prepared = [smooth(f) for f in frames]
    scores = []
    for previous, current in zip(prepared[:-1], prepared[1:]):
        delta = change_between(previous, current)
        scores.append((delta > threshold).mean())
    return np.array(scores)


def summarise(scores):
    active = np.flatnonzero(scores > 0.005)
    return len(active), scores.mean()


def main():
    rng = np.random.default_rng(14)
    clip = make_clip(40, rng)
    scores = motion_scores(clip)
    n_active, mean_score = summarise(scores)
    print(f"frames with movement: {n_active} of {len(scores)}")
    print(f"mean moving area    : {100 * mean_score:.2f} %")


if __name__ == "__main__":
    main()
