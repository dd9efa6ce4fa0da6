"""Heat work of a pottery kiln from its controller log and firing curve.

Culprit: interpolation outside its range (minutes given where hours are meant) fills NaN (SciPy)
Report: xraypy/xraylarch#67, scipy/scipy#12707
"""

import io
from dataclasses import dataclass

import numpy as np
from scipy.integrate import simpson
from scipy.interpolate import interp1d

CURVE = """hour,celsius
0,20
2,120
5,600
6,650
9,1060
10,1220
10.5,1222
14,700
20,80
"""

LOG = """minute,celsius
0,21
60,64
120,118
180,270
240,441
300,596
360,648
420,790
480,921
540,1049
600,1203
630,1219
"""


@dataclass
class Clay:
    activation: float = 26000.0
    reference: float = 1493.0

    def rate(self, celsius):
        kelvin = np.asarray(celsius) + 273.15
        return np.exp(-self.activation * (1 / kelvin - 1 / self.reference))


def load(text):
    data = np.genfromtxt(io.StringIO(text), delimiter=",", names=True)
    return data[data.dtype.names[0]], data["celsius"]


class Firing:
    def __init__(self, curve, log):
        hours, target = curve
        self.minutes, self.actual = log
        self.target = interp1d(hours, target, bounds_error=False)

    def error(self):
        wanted = self.target(self.minutes)  # culprit
        return self.actual - wanted

    def heat_work(self, clay):
        return simpson(clay.rate(self.actual), x=self.minutes / 60)

    def ramp(self):
        return np.gradient(self.actual, self.minutes) * 60


def score(firing, clay):
    error = firing.error()
    rms = np.sqrt(np.mean(error**2))
    return {
        "rms_error": float(rms),
        "heat_work": float(firing.heat_work(clay)),
        "fastest_ramp": float(firing.ramp().max()),
        "quality": float(100 * np.exp(-rms / 50)),
    }


def main():
    firing = Firing(load(CURVE), load(LOG))
    for name, value in score(firing, Clay()).items():
        print(f"{name:13s} {value:.4f}")


if __name__ == "__main__":
    main()
