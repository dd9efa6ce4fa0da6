"""Depth-averaged flow of a valley glacier from borehole inclinometry.

Fits Glen's law to the measured shear rates and prints rate factor, exponent
and the surface speed that follows from them.

Symptom: rate factor and surface speed are nan
Culprit: the sensor depths begin at 0 m instead of 20 m, where the stress is 0 kPa, so log(0) = -inf enters linregress and the fit of all 10 sensors is nan.
Report: none
"""

import numpy as np
from scipy import integrate, stats

RHO = 910.0
G = 9.81
SLOPE = np.deg2rad(6.5)
SECONDS = 365.25 * 86400
SENSOR_DEPTHS = np.arange(0.0, 181.0, 20.0)  # culprit


def driving_stress(depth):
    """Shear stress in kPa at a depth below the surface."""
    return RHO * G * depth * np.sin(SLOPE) / 1000.0


def measured_rates(rng):
    """Annual shear strain rates of the inclinometers."""
    tau = driving_stress(SENSOR_DEPTHS)
    rates = 7.2e-8 * tau**2.9
    return rates * np.exp(rng.normal(0.0, 0.06, tau.size))


def fit_glen(rates):
    tau = driving_stress(SENSOR_DEPTHS)
    with np.errstate(divide="ignore", invalid="ignore"):
        fit = stats.linregress(np.log(tau), np.log(rates))
    return np.exp(fit.intercept), fit.slope, fit.stderr


def surface_speed(factor, exponent, thickness):
    value, _ = integrate.quad(lambda z: 2.0 * factor * driving_stress(z) ** exponent, 0.0, thickness)
    return value


def main():
    rng = np.random.default_rng(19)
    rates = measured_rates(rng)
    print("sensors:", SENSOR_DEPTHS.size)
    print("bed stress [kPa]: %.1f" % driving_stress(180.0))
    print("strongest rate [1/a]: %.3f" % rates.max())
    factor, exponent, err = fit_glen(rates)
    print("rate factor:", factor)
    print("exponent:", exponent, "+-", err)
    print("surface speed [m/a]:", surface_speed(factor, exponent, 180.0))


if __name__ == "__main__":
    main()
