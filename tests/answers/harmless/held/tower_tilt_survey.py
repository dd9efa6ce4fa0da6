"""Monitor the tilt of a church tower from total station readings.

Coordinates are in the national grid; prints the spread and the drift per year.

Symptom: none
Culprit: none
Tempts: coordinates of 5.4e6 m with millimetre noise, but the differences are taken before squaring.
Report: none
"""

import numpy as np

EAST, NORTH = 3456120.0, 5412380.0
PRISMS = ["base", "clock", "belfry", "spire"]
HEIGHTS = np.array([2.0, 21.0, 34.0, 52.0])


class Survey:
    def __init__(self, rng, epochs=48):
        self.years = np.arange(epochs) / 12.0
        lean = 0.00012 * HEIGHTS[:, None] * self.years
        noise = rng.normal(0.0, 0.002, (2, 4, epochs))
        self.east = EAST + 0.6 * lean + noise[0]
        self.north = NORTH + 0.8 * lean + noise[1]

    def spread(self, values):
        """Standard deviation of each prism over the epochs."""
        variance = np.mean((values - values.mean(axis=1, keepdims=True)) ** 2, axis=1)
        return np.sqrt(np.abs(variance))

    def drift(self, values):
        t = self.years - self.years.mean()
        return (values - values[:, :1]) @ t / (t @ t)


def main():
    survey = Survey(np.random.default_rng(47))
    print("epochs:", survey.years.size)
    sd_east, sd_north = survey.spread(survey.east), survey.spread(survey.north)
    d_east, d_north = survey.drift(survey.east), survey.drift(survey.north)
    for k, name in enumerate(PRISMS):
        print(
            f"{name:7s} sd {1000 * sd_east[k]:9.3f} {1000 * sd_north[k]:9.3f} mm"
            f"   drift {1000 * d_east[k]:7.3f} {1000 * d_north[k]:7.3f} mm/a"
        )
    move = np.hypot(d_east, d_north)
    slope = np.polyfit(HEIGHTS, move, 1)[0]
    print("tilt rate: %.6f mm per m and year" % (1000 * slope))
    print("position error (mean): %.4f mm" % (1000 * np.sqrt((sd_east**2 + sd_north**2).mean())))
    limit = 3 * np.hypot(sd_east, sd_north)
    print("prisms beyond three deviations:", int((move * survey.years[-1] > limit).sum()))


if __name__ == "__main__":
    main()
