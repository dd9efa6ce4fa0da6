"""Vegetation index of a small satellite scene with water, cloud and dead detector pixels.

Prints the share of each class and the mean index over land.
Symptom: none
Culprit: none
Tempts: the division 0 / 0 at dead pixels is carried out under errstate and yields nan, but np.where replaces it before anything uses the result.
Report: none
"""

import numpy as np


def scene(seed=90, size=80):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[:size, :size]
    forest = (np.sin(xx / 9) + np.cos(yy / 13)) > 0.2
    red = np.where(forest, 0.05, 0.18) + rng.normal(0, 0.005, (size, size))
    nir = np.where(forest, 0.42, 0.25) + rng.normal(0, 0.01, (size, size))
    lake = (xx - 55) ** 2 + (yy - 20) ** 2 < 120
    red[lake], nir[lake] = 0.03, 0.01
    dead = rng.random((size, size)) < 0.01
    red[dead] = nir[dead] = 0.0
    return red, nir, dead


def ndvi(red, nir):
    total = nir + red
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = (nir - red) / total
    return np.where(total > 0, ratio, -1.0)


def classify(index):
    classes = np.full(index.shape, "soil", dtype="<U6")
    classes[index > 0.5] = "forest"
    classes[index < 0.0] = "water"
    classes[index <= -1.0] = "dead"
    return classes


def safe_log_ratio(red, nir):
    out = np.zeros_like(red)
    np.log(nir / np.where(red > 0, red, 1.0), out=out, where=(red > 0) & (nir > 0))
    return out


def main():
    red, nir, dead = scene()
    index = ndvi(red, nir)
    classes = classify(index)
    for name in ("forest", "soil", "water", "dead"):
        print(f"{name:<7}{100 * np.mean(classes == name):6.2f} %")
    land = (classes == "forest") | (classes == "soil")
    print(f"mean index over land: {index[land].mean():.4f}")
    print(f"mean log ratio over land: {safe_log_ratio(red, nir)[land].mean():.4f}")
    print("dead pixels:", int(dead.sum()), "of", dead.size)


if __name__ == "__main__":
    main()
