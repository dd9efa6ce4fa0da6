"""Measures the stiffness of a spring from weights hung on it and the stretch they cause.

Symptom: none
Culprit: none
Tempts: sm.OLS without a constant; no weight means no stretch by Hooke's law and the zero was set with the empty hook, so the line has to pass through the origin
Report: none
"""

import numpy as np
import statsmodels.api as sm

GRAVITY = 9.81


def hang_weights(seed):
    """Masses in kg and the stretch in m, zeroed with the empty hook."""
    rng = np.random.default_rng(seed)
    masses = np.arange(0.1, 1.05, 0.1)
    stretch = masses * GRAVITY / 82.0 + rng.normal(0, 0.0006, masses.size)
    return masses, stretch


def fit_stiffness(masses, stretch):
    """Stiffness in N/m and its standard error, from a line through the origin."""
    force = masses * GRAVITY
    model = sm.OLS(force, stretch).fit()
    return model.params[0], model.bse[0]


def leftover(masses, stretch, stiffness):
    """What the line leaves unexplained, in newtons."""
    return masses * GRAVITY - stiffness * stretch


def has_offset(masses, stretch):
    """Whether a free intercept would differ from 0 beyond its error."""
    model = sm.OLS(masses * GRAVITY, sm.add_constant(stretch)).fit()
    return abs(model.tvalues[0]) > 3


def main():
    masses, stretch = hang_weights(seed=16)
    stiffness, error = fit_stiffness(masses, stretch)
    rest = leftover(masses, stretch, stiffness)
    print(f"{masses.size} weights up to {masses.max():.1f} kg")
    print(f"stiffness {stiffness:.2f} +- {error:.2f} N/m")
    print(f"largest leftover {np.abs(rest).max():.3f} N, mean {rest.mean():+.4f} N")
    print("offset found:", "yes" if has_offset(masses, stretch) else "no")
    period = 2 * np.pi * np.sqrt(0.5 / stiffness)
    print(f"period with half a kilogram: {period:.3f} s")


if __name__ == "__main__":
    main()
