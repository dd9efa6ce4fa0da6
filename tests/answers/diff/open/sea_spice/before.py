"""Water mass indices along a hydrographic section."""

import numpy as np


def section(seed=16, stations=12, levels=30):
    rng = np.random.default_rng(seed)
    depth = np.linspace(5, 900, levels)
    temp = 4 + 14 * np.exp(-depth / 250)[None, :] + rng.normal(0, 0.3, (stations, levels))
    salt = 34.6 + 1.2 * np.exp(-depth / 400)[None, :] + rng.normal(0, 0.05, (stations, levels))
    return depth, salt, temp


def spice_index(s, t):
    s = s - 35.0
    return 0.077 * t + 0.74 * s + 0.001 * t * s


def density(s, t):
    return 999.8 + 0.80 * s - 0.0035 * s * t - 0.0065 * (t - 4.0) ** 2


def mixed_layer(depth, rho, step=0.15):
    base = rho[:, :1] + step
    deeper = rho > base
    return depth[deeper.argmax(axis=1)]


def main():
    depth, salt, temp = section()
    spice = spice_index(salt, temp)
    rho = density(salt, temp)
    print(f"surface spice {spice[:, 0].mean():.3f}, deep spice {spice[:, -1].mean():.3f}")
    print(f"mixed layer {mixed_layer(depth, rho).mean():.1f} m")
    print(f"mean salinity {salt.mean():.3f}")
    print(f"mean density {rho.mean():.3f} kg/m3")


main()
