"""Best glide ratio of a glider wing from a measured drag polar."""

import numpy as np
from scipy.interpolate import InterpolatedUnivariateSpline
from scipy.optimize import minimize_scalar


def wind_tunnel(seed=2):
    rng = np.random.default_rng(seed)
    lift = np.linspace(0.05, 1.35, 27)
    bucket = 0.5 * (1 + np.tanh((np.abs(lift - 0.45) - 0.35) / 0.06))
    drag = 0.0048 + 0.0055 * bucket + 0.004 * (lift - 0.4) ** 2
    return lift, drag + rng.normal(0, 2e-5, lift.size)


def polar(lift, drag):
    return InterpolatedUnivariateSpline(lift, drag)


def induced(lift, aspect=18.0, efficiency=0.93):
    return lift**2 / (np.pi * aspect * efficiency)


def best_glide(section):
    def glide(lift):
        return -lift / (float(section(lift)) + induced(lift))

    found = minimize_scalar(glide, bounds=(0.1, 1.3), method="bounded")
    return found.x, -found.fun


def main():
    lift, drag = wind_tunnel()
    section = polar(lift, drag)
    at, ratio = best_glide(section)
    print(f"drag at lift 0.9: {float(section(0.9)):.5f}")
    print(f"best glide {ratio:.2f} at lift coefficient {at:.3f}")


if __name__ == "__main__":
    main()
