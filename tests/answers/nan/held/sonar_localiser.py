"""Position of a diving robot from its distances to eight sonar beacons.

A particle filter: moves the particles with the odometry, weighs them with the
measured distances, and prints the estimate and its error after each move.

Culprit: the sensor sheet's variance of 0.0025 m2 is used as the standard deviation
without taking the root (0.05 m); at the second move all exponents are below -745, the
weights of all particles underflow to 0 and dividing by their sum gives NaN.
"""

import numpy as np

SENSOR = {"beam_deg": 12.0, "range_m": 40.0, "noise_var": 0.0025}
BEACONS = np.array([[0, 0], [20, 0], [20, 20], [0, 20], [10, 0], [0, 10], [20, 10], [10, 20]], dtype=float)


def distances(points):
    gap = np.atleast_2d(points)[:, None, :] - BEACONS[None, :, :]
    return np.sqrt((gap**2).sum(axis=2))


class ParticleFilter:
    def __init__(self, start, count=800, seed=28):
        self.rng = np.random.default_rng(seed)
        self.points = start + self.rng.normal(0, 0.6, (count, 2))
        self.sigma = SENSOR["noise_var"]  # culprit

    def move(self, step):
        self.points = self.points + step + self.rng.normal(0, 0.15, self.points.shape)

    def weigh(self, measured):
        misfit = (distances(self.points) - measured) / self.sigma
        likelihood = np.exp(-0.5 * (misfit**2).sum(axis=1))
        return likelihood / likelihood.sum()

    def resample(self, weight):
        places = (np.arange(weight.size) + self.rng.random()) / weight.size
        chosen = np.searchsorted(np.cumsum(weight), places)
        self.points = self.points[np.minimum(chosen, weight.size - 1)]

    def update(self, measured):
        weight = self.weigh(measured)
        estimate = weight @ self.points
        self.resample(weight)
        return estimate


def main():
    rng = np.random.default_rng(29)
    truth = np.array([6.0, 7.0])
    robot = ParticleFilter(truth)
    noise = np.sqrt(0.0025)
    for step in [(0.8, 0.2), (0.7, 0.5), (0.3, 0.9), (0.0, 1.0)]:
        truth = truth + step
        robot.move(np.array(step))
        estimate = robot.update(distances(truth)[0] + rng.normal(0, noise, len(BEACONS)))
        error = np.hypot(*(estimate - truth))
        print(f"at {estimate[0]:7.3f} {estimate[1]:7.3f}, error {error:.4f} m")


main()
