"""Count and measure specks of dust on a lens in a picture of a bright wall."""

import numpy as np
from scipy import ndimage

rng = np.random.default_rng(58)
picture = rng.normal(200, 3, (120, 160))
for _ in range(35):
    y, x = rng.uniform(5, 115), rng.uniform(5, 155)
    angle = rng.uniform(0, np.pi)
    for s in np.linspace(-4, 4, 9):
        r, c = round(y + s * np.sin(angle)), round(x + s * np.cos(angle))
        picture[r, c] -= 60

flat = picture - ndimage.median_filter(picture, 15)
dark = flat < -25
labels, number = ndimage.label(dark, structure=np.ones((3, 3)))
sizes = ndimage.sum(dark, labels, np.arange(1, number + 1))
depth = ndimage.mean(-flat, labels, np.arange(1, number + 1))
print(f"{number} specks, {int(dark.sum())} dark pixels")
print(f"mean size {sizes.mean():.5f}, largest {int(sizes.max())}")
print(f"mean depth {depth.mean():.5f}")
print("clean enough" if number < 60 else "clean the lens")
