"""Texture roughness of fabric photos from their tiles (images, rows, cols, channels).

Symptom: The last number is another one.
Culprit: Tile loop to reshape without the axis swap, tiles are scrambled (0.0800 -> 0.0944).
Report: BonnBytes/PyTorch-FWD#16
"""

import numpy as np


def photos(seed=71, n=3, rows=32, cols=48):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[:rows, :cols]
    shade = 0.5 + 0.4 * yy / rows - 0.2 * xx / cols
    stack = []
    for k in range(n):
        weave = 0.3 * np.sin(xx / (1.2 + k)) * np.cos(yy / 1.7)
        rgb = np.stack([shade + weave, shade + 0.5 * weave, shade], axis=-1)
        stack.append(rgb + 0.02 * rng.normal(size=rgb.shape))
    return np.stack(stack)


class TileTexture:
    def __init__(self, images, tile=8):
        self.tile = tile
        self.grey = images.mean(axis=-1)

    def split(self):
        n, rows, cols = self.grey.shape
        t = self.tile
        return self.grey.reshape(n, (rows // t) * (cols // t), t, t)  # culprit

    def roughness(self):
        return self.split().std(axis=(2, 3)).mean(axis=1)


def main():
    images = photos()
    texture = TileTexture(images)
    values = texture.roughness()
    print("image shape:", images.shape)
    print("mean brightness %.4f" % images.mean())
    print("overall spread %.4f" % texture.grey.std())
    for k, v in enumerate(values):
        print(f"fabric {k}: roughness {v:.4f}")
    print("mean roughness: %.4f" % values.mean())


if __name__ == "__main__":
    main()
