"""Angular spread of palaeomagnetic directions about their site means.

Symptom: The program prints NaN or inf.
Culprit: Arccos of a dot product of unit vectors that exceeds 1 by rounding.
Report: PmagPy/PmagPy#912
"""

import numpy as np


def to_unit(dec_deg, inc_deg):
    dec, inc = np.deg2rad(dec_deg), np.deg2rad(inc_deg)
    return np.stack([np.cos(inc) * np.cos(dec), np.cos(inc) * np.sin(dec), np.sin(inc)], axis=-1)


def collect_sites(seed=10, n_sites=14):
    rng = np.random.default_rng(seed)
    sites = {}
    for k in range(n_sites):
        n = int(rng.integers(4, 9))
        dec, inc = rng.uniform(0, 360), rng.uniform(20, 70)
        spread = rng.uniform(1, 6)
        sites[f"S{k:02d}"] = (dec + rng.normal(0, spread, n), inc + rng.normal(0, spread, n))
    for k, (dec, inc) in enumerate([(121.0, 33.0), (103.0, 52.0), (142.0, 33.0)]):
        sites[f"B{k}"] = (np.full(5, dec), np.full(5, inc))
    return sites


def fisher_mean(vectors):
    total = vectors.sum(axis=0)
    return total / np.linalg.norm(total)


def angular_distances(vectors, mean):
    return np.rad2deg(np.arccos(vectors @ mean))  # culprit


def site_spread(dec, inc):
    vectors = to_unit(dec, inc)
    mean = fisher_mean(vectors)
    return np.sqrt((angular_distances(vectors, mean) ** 2).mean())


def main():
    sites = collect_sites()
    spread = {name: site_spread(*di) for name, di in sites.items()}
    for name, s in list(spread.items())[:5]:
        print(f"{name}: {s:.2f} deg")
    values = np.array(list(spread.values()))
    print(f"sites: {len(values)}")
    print(f"mean angular spread: {values.mean():.2f} deg")


if __name__ == "__main__":
    main()
