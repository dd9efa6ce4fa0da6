"""Lay a mosaic: turn a picture into tiles of 16 greys and count how many tiles of each grey to order."""

import numpy as np

rng = np.random.default_rng(14)
y, x = np.mgrid[0:48, 0:64]
picture = 0.5 + 0.4 * np.sin(x / 9.0) * np.cos(y / 7.0) + rng.normal(0, 0.03, (48, 64))
picture = picture.clip(0, 1)

# one tile is 4 x 4 pixels
tiles = picture.reshape(12, 4, 16, 4).mean(axis=(1, 3))

# gamma of the printed catalogue
tiles = tiles**1.2

grey = np.rint(15 * tiles).astype(int)
order = np.bincount(grey.ravel(), minlength=16)

error = np.abs(grey / 15 - tiles).mean()
print("first row:", grey[0])
print("order:", order)
print(f"mean error {error:.5f}, tiles {order.sum()}")
