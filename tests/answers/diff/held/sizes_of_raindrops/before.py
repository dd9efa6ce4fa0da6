"""Fit the sizes of raindrops of four showers and compute how much of the water falls in large drops."""

import numpy as np
from scipy import stats

rng = np.random.default_rng(44)
showers = {"dawn": (1.1, 0.35), "noon": (1.6, 0.5), "storm": (2.3, 0.45), "night": (0.9, 0.3)}
sizes = {name: rng.lognormal(np.log(m), s, 250) for name, (m, s) in showers.items()}

for name in sizes:
    d = sizes[name]
    shape, loc, scale = stats.lognorm.fit(d, floc=0)
    large = stats.lognorm.sf(3.0, shape, loc, scale)
    p = stats.kstest(d, "lognorm", args=(shape, loc, scale)).pvalue
    volume = np.pi / 6 * np.exp(3 * np.log(scale) + 4.5 * shape**2)
    print(f"{name:6s} median {scale:.5f} mm, spread {shape:.5f}, over 3 mm {100 * large:.4f} percent")
    print(f"       volume {volume:.5f} mm3, test {p:.3f}")
