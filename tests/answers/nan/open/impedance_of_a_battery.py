"""Read the impedance spectrum of a battery from the text that the analyser wrote, and find its series resistance.

Symptom: the impedance is nan at all 24 frequencies, and so is the resistance.
Culprit: genfromtxt reads floats by default; it makes nan of the text of each complex number.
Report: numpy/numpy#24900
"""

import io

import numpy as np


def analyser(frequencies, rng):
    """Yield the lines of a measurement: a resistor in series with a resistor and a capacitor in parallel."""
    for hertz in frequencies:
        parallel = 1 / (1 / 0.031 + 2j * np.pi * hertz * 1.4)
        noise = rng.normal(0, 2e-5) + 1j * rng.normal(0, 2e-5)
        yield 0.012 + parallel + noise


def write(file, impedance):
    np.savetxt(file, impedance, header="Z / ohm")


def read(file):
    return np.genfromtxt(file)  # culprit


def series_resistance(impedance):
    """Return the real part where the spectrum crosses nearest to the axis, in milliohm."""
    nearest = np.argmin(np.abs(impedance.imag[: impedance.size // 2]))
    return 1000 * impedance.real[nearest]


def main():
    rng = np.random.default_rng(5)
    frequencies = np.geomspace(1000, 0.1, 24)
    file = io.StringIO()
    write(file, np.array(list(analyser(frequencies, rng))))
    file.seek(0)
    spectrum = read(file)
    print(f"{spectrum.size} frequencies, {np.isnan(spectrum).sum()} of them nan")
    print(f"series resistance {series_resistance(spectrum):.2f} milliohm")
    print(f"modulus at 0.1 Hz {1000 * np.abs(spectrum[-1]):.2f} milliohm")
    print(f"mean phase {np.degrees(np.angle(spectrum)).mean():.1f} degrees")


if __name__ == "__main__":
    main()
