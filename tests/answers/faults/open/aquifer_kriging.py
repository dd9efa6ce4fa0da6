"""Ordinary kriging of groundwater levels from wells.

Builds an anisotropic exponential covariance, prints the estimates, the
kriging variances and the condition of the well system.

Symptom: the covariance of the wells differs from its transpose and the levels and variances depend on the order of the two layers
Culprit: the distance is divided by the range of the first well only (90 or 260 m by layer), so cov[i, j] uses another range than cov[j, i] for each pair across x = 260.
Report: none
"""

import numpy as np

SILL, NUGGET = 4.0, 0.05


class Kriging:
    def __init__(self, xy, level, layer, ranges=(90.0, 260.0), ratio=0.6):
        self.xy, self.level, self.layer = xy, level, layer
        self.ranges, self.ratio = np.asarray(ranges), ratio

    def covariance(self, a, layer_a, b, layer_b):
        dx = a[:, None, 0] - b[None, :, 0]
        dy = (a[:, None, 1] - b[None, :, 1]) / self.ratio
        reach = self.ranges[layer_a][:, None]  # culprit
        return SILL * np.exp(-np.hypot(dx, dy) / reach)

    def well_matrix(self):
        return self.covariance(self.xy, self.layer, self.xy, self.layer) + NUGGET * np.eye(len(self.xy))

    def predict(self, points, layer):
        n = len(self.xy)
        system = np.ones((n + 1, n + 1))
        system[:n, :n] = self.well_matrix()
        system[n, n] = 0.0
        right = np.ones((n + 1, len(points)))
        right[:n] = self.covariance(self.xy, self.layer, points, layer)
        weight = np.linalg.solve(system, right)
        return weight[:n].T @ self.level, SILL - (weight * right).sum(axis=0)


def main():
    rng = np.random.default_rng(13)
    xy = rng.uniform(0, 500, (24, 2))
    layer = (xy[:, 0] > 260).astype(int)
    level = 31.0 - 0.012 * xy[:, 0] + 0.8 * np.sin(xy[:, 1] / 80) + rng.normal(0, 0.15, 24)
    model = Kriging(xy, level, layer)
    points = np.column_stack([np.linspace(30, 470, 9), np.full(9, 240.0)])
    mean, var = model.predict(points, (points[:, 0] > 260).astype(int))
    for p, m, v in zip(points, mean, var):
        print("x %5.0f: level %7.3f  variance %7.4f" % (p[0], m, v))
    print("condition: %.2f" % np.linalg.cond(model.well_matrix()))
    print("mean level: %.4f, smallest variance %.4f" % (mean.mean(), var.min()))


if __name__ == "__main__":
    main()
