"""Texture roughness of fabric photos from their tiles (images, rows, cols, channels)."""

import numpy as np

TILE = 8


def photos(seed=71, n=3, rows=32, cols=48):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[:rows, :cols]
    stack = []
    for k in range(n):
        weave = 0.3 * np.sin(xx / (1.2 + k)) * np.cos(yy / 1.7)
        shade = 0.5 + 0.4 * yy / rows - 0.2 * xx / cols
        rgb = np.stack([shade + weave, shade + 0.5 * weave, shade], axis=-1)
        stack.append(rgb + 0.02 * rng.normal(size=rgb.shape))
    return np.array(stack)


def tiles_of(image):
    rows, cols, _ = image.shape
    tiles = []
    for r in range(0, rows, TILE):
        for c in range(0, cols, TILE):
            tiles.append(image[r : r + TILE, c : c + TILE, :])
    return tiles


def tile_roughness(tile):
    grey = tile.mean(axis=2)
    return grey.std()


def roughness(image):
    return np.mean([tile_roughness(t) for t in tiles_of(image)])


images = photos()
values = [roughness(im) for im in images]
print("image shape:", images.shape)
print("mean brightness %.4f" % images.mean())
print("overall spread %.4f" % images.mean(axis=3).std())
for k, v in enumerate(values):
    print(f"fabric {k}: roughness {v:.4f}")
print("mean roughness: %.4f" % np.mean(values))
