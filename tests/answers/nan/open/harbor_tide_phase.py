"""Compare tidal constituents of several harbours by amplitude and phase.

Fits M2, S2 and K1 to hourly water levels and prints the circular statistics.

Symptom: the mean amplitude ratio S2/M2 is nan
Culprit: the gap of Kilbracken is given as 48 although the field counts days (it was 48 hours = 2 days), so 48 days hide all 720 hours and keep / keep.sum() is 0/0.
Report: none
"""

import numpy as np

SPEEDS = {"M2": 28.9841042, "S2": 30.0, "K1": 15.0410686}  # degrees per hour
HOURS = np.arange(24 * 30)


def design_matrix(hours):
    cols = [np.ones(hours.size)]
    for speed in SPEEDS.values():
        angle = np.deg2rad(speed * hours)
        cols += [np.cos(angle), np.sin(angle)]
    return np.column_stack(cols)


def synthetic_gauge(rng, m2, s2, k1):
    level = 2.5 + 0.03 * rng.normal(size=HOURS.size)
    for amp, speed in zip((m2, s2, k1), SPEEDS.values()):
        level += amp * np.cos(np.deg2rad(speed * HOURS) - rng.uniform(0, 2 * np.pi))
    return level


def usable(gap_start, gap_days):
    """True for the hours outside the maintenance gap."""
    keep = np.ones(HOURS.size, dtype=bool)
    keep[gap_start : gap_start + 24 * gap_days] = False
    return keep


def fit(level, keep):
    weight = keep / keep.sum()
    root = np.sqrt(weight)[:, None]
    a = design_matrix(HOURS) * root
    normal = a.T @ a
    coef = (
        np.linalg.solve(normal, a.T @ (level * root[:, 0]))
        if np.isfinite(normal).all()
        else np.full(7, np.nan)
    )
    return np.hypot(coef[1::2], coef[2::2])


def main():
    rng = np.random.default_rng(5)
    harbours = {
        "Norderhaven": (1.31, 0.34, 0.08),
        "Sint Maarten": (1.92, 0.52, 0.07),
        "Kilbracken": (1.11, 0.41, 0.10),
    }
    gaps = {
        "Norderhaven": (100, 3),
        "Sint Maarten": (480, 5),
        "Kilbracken": (0, 48),  # culprit
    }
    ratios = []
    for name, amps in harbours.items():
        level = synthetic_gauge(rng, *amps)
        with np.errstate(invalid="ignore"):
            m2, s2, k1 = fit(level, usable(*gaps[name]))
        ratios.append(s2 / m2)
        print(f"{name:14s} M2 {m2:.3f}  S2 {s2:.3f}  K1 {k1:.3f}")
    print("mean S2/M2:", np.mean(ratios))


if __name__ == "__main__":
    main()
