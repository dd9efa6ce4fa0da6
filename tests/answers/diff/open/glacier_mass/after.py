"""Ice volume of a glacier under three warming scenarios.

Runs a band model of accumulation and melt from the same ice thickness for each
scenario and prints the volume after 40 years. The state has a class of its own.

Culprit: asarray hands back the very array THICKNESS, where the copy was; the in-place
updates change it, so the runs for 2 and 3 K start from the ice that the run before left
(the result for 1 K is the same).
"""

import numpy as np

BAND_M = np.array([2600.0, 2750.0, 2900.0, 3050.0, 3200.0, 3350.0])
AREA_KM2 = np.array([0.6, 1.1, 1.9, 2.2, 1.4, 0.5])
THICKNESS = np.array([18.0, 40.0, 75.0, 82.0, 60.0, 25.0])
GAIN_PER_M, LOSS_PER_M = 0.0020, 0.0035


class Glacier:
    def __init__(self, thickness):
        self.ice = np.asarray(thickness, dtype=float)  # culprit

    @property
    def volume(self):
        return float(np.dot(self.ice, AREA_KM2) / 1000.0)

    def year(self, warming):
        above = BAND_M - (3080.0 + 120.0 * warming)
        self.ice += np.where(above > 0, GAIN_PER_M, LOSS_PER_M) * above
        np.maximum(self.ice, 0.0, out=self.ice)

    def run(self, warming, years=40):
        for year in range(years):
            self.year(warming * year / years)
        return self.volume


def main():
    start = Glacier(THICKNESS).volume
    print(f"today    {start:.4f} km3")
    for warming in (1.0, 2.0, 3.0):
        volume = Glacier(THICKNESS).run(warming)
        print(f"+{warming:.1f} K   {volume:.4f} km3, {volume / start:.1%} of today")


main()
