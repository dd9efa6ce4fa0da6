"""Separate two soil types from conductivity soundings with a small EM.

Culprit: EM without log-sum-exp, every density underflows, 0/0
Report: koaning/scikit-lego#506, rust-ml/linfa#443
"""

from dataclasses import dataclass

import numpy as np


@dataclass
class Mixture:
    weights: np.ndarray
    means: np.ndarray
    variances: np.ndarray

    def log_density(self, x):
        gap = x[:, :, None] - self.means.T[None]
        quad = (gap**2 / self.variances.T[None]).sum(axis=1)
        const = np.log(2 * np.pi * self.variances).sum(axis=1)
        return np.log(self.weights) - 0.5 * (quad + const)


def soundings(rng, n=120, depths=24):
    depth = np.arange(depths)
    clay = 42 + 6 * np.tanh((depth - 8) / 4)
    sand = 18 + 3 * np.sin(depth / 6)
    kind = rng.random(n) < 0.4
    x = np.where(kind[:, None], clay, sand) + rng.normal(0, 1.1, size=(n, depths))
    return x, kind


class EM:
    def __init__(self, k=2, floor=0.05, seed=0):
        self.k = k
        self.floor = floor
        self.rng = np.random.default_rng(seed)

    def start(self, x):
        first = self.rng.choice(len(x), self.k, replace=False)
        self.mix = Mixture(
            np.full(self.k, 1 / self.k),
            x[first].copy(),
            np.full((self.k, x.shape[1]), 0.6),
        )

    def e_step(self, x):
        logp = self.mix.log_density(x)
        joint = np.exp(logp)  # culprit
        return joint / joint.sum(axis=1, keepdims=True)

    def m_step(self, x, resp):
        mass = resp.sum(axis=0)
        means = resp.T @ x / mass[:, None]
        var = np.stack([resp[:, j] @ (x - means[j]) ** 2 / mass[j] for j in range(self.k)])
        self.mix = Mixture(mass / mass.sum(), means, np.maximum(var, self.floor))

    def fit(self, x, rounds=15):
        self.start(x)
        for _ in range(rounds):
            resp = self.e_step(x)
            self.m_step(x, resp)
        return resp


def main():
    x, kind = soundings(np.random.default_rng(4))
    em = EM(seed=9)
    resp = em.fit(x)
    labels = resp.argmax(axis=1)
    agree = max((labels == kind).mean(), (labels != kind).mean())
    print("weights", em.mix.weights)
    print("surface means", em.mix.means[:, 0])
    print("agreement with borehole log", round(float(agree), 3))


if __name__ == "__main__":
    main()
