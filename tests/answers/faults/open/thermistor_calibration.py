"""Calibration polynomial of a thermistor, written into a data logger.

Symptom: The number is wrong.
Culprit: Polynomial.fit(...).coef used without convert(): coefficients of the scaled variable.
Report: numpy/numpy#22104
"""

from dataclasses import dataclass

import numpy as np
from numpy.polynomial import Polynomial
from numpy.polynomial.polynomial import polyval


@dataclass
class Calibration:
    coefficients: np.ndarray
    residual: float


def bath_readings(seed=3):
    rng = np.random.default_rng(seed)
    voltage = np.linspace(0.4, 4.2, 25)
    temperature = 92.0 - 31.0 * voltage + 4.1 * voltage**2 - 0.35 * voltage**3
    return voltage, temperature + rng.normal(0, 0.08, voltage.size)


def calibrate(voltage, temperature, degree=3):
    fit = Polynomial.fit(voltage, temperature, degree)
    residual = float(np.sqrt(np.mean((fit(voltage) - temperature) ** 2)))
    return Calibration(fit.coef, residual)  # culprit


class Logger:
    def __init__(self, calibration):
        self.calibration = calibration

    def temperature(self, voltage):
        return polyval(np.asarray(voltage), self.calibration.coefficients)


def overnight_voltages(seed=8):
    rng = np.random.default_rng(seed)
    hours = np.arange(0, 10, 0.25)
    return 2.3 + 0.35 * np.sin(hours / 3.0) + rng.normal(0, 0.01, hours.size)


def main():
    voltage, temperature = bath_readings()
    calibration = calibrate(voltage, temperature)
    print(f"fit residual: {calibration.residual:.3f} degC")
    logger = Logger(calibration)
    night = logger.temperature(overnight_voltages())
    print(f"coldest {night.min():.2f} degC, warmest {night.max():.2f} degC")
    print(f"mean temperature of the night: {night.mean():.2f} degC")


if __name__ == "__main__":
    main()
