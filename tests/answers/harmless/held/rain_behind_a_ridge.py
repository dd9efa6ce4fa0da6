"""Estimates the rain behind a ridge from a radar whose beams the ridge cuts off.

Symptom: none
Culprit: none
Tempts: nan could accuse the masked cells, which hold nan and -inf below the mask; masked means never read them
Report: none
"""

import numpy as np
import numpy.ma as ma


class Radar:
    """Reflectivity in dBZ of beams and gates; what lies behind the ridge is masked."""

    def __init__(self, seed, beams=72, gates=50):
        rng = np.random.default_rng(seed)
        angle = np.linspace(0.0, 2 * np.pi, beams, endpoint=False)
        reach = np.arange(1, gates + 1) * 2.0
        east = np.outer(np.sin(angle), reach)
        north = np.outer(np.cos(angle), reach)
        shower = 42.0 * np.exp(-(((east - 30) / 25) ** 2) - ((north + 10) / 40) ** 2)
        raw = shower + rng.normal(0.0, 1.0, shower.shape)
        raw[rng.random(raw.shape) < 0.05] = -np.inf
        raw[20:26, 18:] = np.nan
        self.reach = reach
        self.dbz = ma.masked_invalid(raw)

    def rain(self):
        """Millimetres an hour by Marshall and Palmer."""
        return ma.power(ma.power(10.0, self.dbz / 10.0) / 200.0, 1 / 1.6)

    def area_mean(self):
        weights = np.broadcast_to(self.reach, self.dbz.shape)
        return ma.average(self.rain(), weights=weights)

    def ring_means(self):
        return self.rain().mean(axis=0).filled(0.0)


radar = Radar(17)
rings = radar.ring_means()
print("masked", int(ma.getmaskarray(radar.dbz).sum()))
print("mean rain", round(float(radar.area_mean()), 5))
print("wettest ring", int(rings.argmax()), round(float(rings.max()), 5))
