"""Interpolate snow depth from stations and estimate catchment storage.

Inverse distance weights with an elevation gradient; prints storage by band.
"""

import numpy as np


def main():
    rng = np.random.default_rng(37)
    sx, sy = rng.uniform(0, 30, 14), rng.uniform(0, 20, 14)
    sz = rng.uniform(600, 2200, 14)
    snow = 0.08 * (sz - 500) + rng.normal(0, 9, 14)
    slope, offset = np.polyfit(sz, snow, 1)
    rest = snow - (slope * sz + offset)
    nx, ny = 30, 20
    depth = np.zeros((ny, nx))
    height = np.zeros((ny, nx))
    for j in range(ny):
        for i in range(nx):
            x, y = i + 0.5, j + 0.5
            height[j, i] = 700 + 40 * x + 25 * abs(y - 10)
            num = 0.0
            den = 0.0
            for k in range(14):
                d2 = (x - sx[k]) ** 2 + (y - sy[k]) ** 2 + 0.25
                num += rest[k] / d2
                den += 1.0 / d2
            value = slope * height[j, i] + offset + num / den
            if value < 0:
                value = 0.0
            depth[j, i] = value
    print("gradient [cm/100 m]: %.4f" % (100 * slope))
    edges = [700, 1000, 1300, 1600, 2300]
    for a, b in zip(edges[:-1], edges[1:]):
        inside = (height >= a) & (height < b)
        print("band %d-%d: %d cells, %.4f cm" % (a, b, inside.sum(), depth[inside].mean()))
    print("storage [million m3]: %.5f" % (depth.sum() / 100 * 1e6 * 0.3 / 1e6))
    print("deepest: %.4f" % depth.max())


if __name__ == "__main__":
    main()
