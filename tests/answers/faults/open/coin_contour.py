"""Outline length of a coin on a conveyor belt, from grey-level contrast.

Symptom: The number is wrong.
Culprit: Absolute difference of uint8 grey levels wraps around, so noise counts as edges (outline 2629 mm instead of
  60.5).
Report: dwave-examples/image-segmentation#10
"""

import numpy as np

SIZE = 120
RADIUS = 38
PIXEL_MM = 0.25


def camera_frame(seed=4):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[:SIZE, :SIZE]
    coin = (yy - SIZE / 2) ** 2 + (xx - SIZE / 2) ** 2 <= RADIUS**2
    grey = np.where(coin, 188.0, 64.0) + rng.normal(0, 4, (SIZE, SIZE))
    return grey.clip(0, 255).astype(np.uint8)


def neighbour_pairs(frame):
    yield "down", frame[:-1, :], frame[1:, :]
    yield "right", frame[:, :-1], frame[:, 1:]


def contrast(first, second):
    return np.abs(second - first)  # culprit


def cut_edges(frame, level=60):
    edges = {}
    for name, a, b in neighbour_pairs(frame):
        edges[name] = int((contrast(a, b) > level).sum())
    return edges


def outline_mm(edges):
    # staircase outline of a circle: 8 r instead of 2 pi r
    return sum(edges.values()) * PIXEL_MM * np.pi / 4


def main():
    frame = camera_frame()
    edges = cut_edges(frame)
    for name, n in edges.items():
        print(f"{name:>6}: {n} pixel pairs cut")
    print(f"mean grey level {frame.mean():.1f}")
    print(f"outline length {outline_mm(edges):.1f} mm")


if __name__ == "__main__":
    main()
