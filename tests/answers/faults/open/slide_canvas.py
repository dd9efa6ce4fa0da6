"""Canvas needed to hold a stack of rotated histology slides without cropping.

Symptom: The number is wrong.
Culprit: Np.cos/np.sin given degrees when computing rotated slide sizes (padding share 0.620 instead of 0.533).
Report: MathOnco/valis#103
"""

from dataclasses import dataclass

import numpy as np


@dataclass
class Slide:
    name: str
    width: int
    height: int
    angle_deg: float

    def corners(self):
        w, h = self.width, self.height
        return np.array([[0, 0], [w, 0], [w, h], [0, h]], dtype=float)


def load_stack(seed=17, n=9):
    rng = np.random.default_rng(seed)
    stack = []
    for i in range(n):
        w, h = rng.integers(1800, 2600), rng.integers(1100, 1500)
        stack.append(Slide(f"section_{i:02d}", int(w), int(h), float(rng.uniform(-25, 25))))
    return stack


def rotated_size(slide):
    c, s = abs(np.cos(slide.angle_deg)), abs(np.sin(slide.angle_deg))  # culprit
    width = slide.width * c + slide.height * s
    height = slide.width * s + slide.height * c
    return width, height


def canvas(stack):
    sizes = np.array([rotated_size(s) for s in stack])
    return np.ceil(sizes.max(axis=0)).astype(int)


def padding_share(stack, shape):
    area = sum(s.width * s.height for s in stack)
    return 1 - area / (len(stack) * shape[0] * shape[1])


if __name__ == "__main__":
    slides = load_stack()
    for s in slides:
        w, h = rotated_size(s)
        print(f"{s.name}  {s.width}x{s.height}  {s.angle_deg:+6.1f} deg  ->  {w:7.1f} x {h:7.1f}")
    shape = canvas(slides)
    print("canvas:", shape[0], "x", shape[1])
    print(f"padding share: {padding_share(slides, shape):.3f}")
