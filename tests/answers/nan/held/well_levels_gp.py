"""Gaussian process interpolation of groundwater levels (JAX).

Culprit: jitter lost in float32, Cholesky gives NaN silently (JAX)
Report: jax-ml/jax#14345, vllm-omni#7224, GPJax#207
"""

from dataclasses import dataclass, replace

import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy.linalg import cho_solve


@dataclass(frozen=True)
class Kernel:
    amplitude: float = 1.2
    scale_km: float = 4.0
    noise: float = 0.0
    jitter: float = 1e-10  # culprit

    def cov(self, a, b):
        d2 = jnp.sum((a[:, None] - b[None]) ** 2, axis=-1)
        return self.amplitude**2 * jnp.exp(-0.5 * d2 / self.scale_km**2)

    def train_cov(self, a):
        return self.cov(a, a) + (self.noise**2 + self.jitter) * jnp.eye(len(a))


def wells(n=40, seed=12):
    rng = np.random.default_rng(seed)
    xy = rng.uniform(0, 10, size=(n, 2))
    level = 31 + 0.4 * np.sin(xy[:, 0] / 3) - 0.05 * xy[:, 1]
    return jnp.asarray(xy, dtype=jnp.float32), jnp.asarray(level, dtype=jnp.float32)


class Field:
    def __init__(self, kernel, xy, level):
        self.kernel = kernel
        self.xy = xy
        self.centre = level.mean()
        self.chol = jnp.linalg.cholesky(kernel.train_cov(xy))
        self.alpha = cho_solve((self.chol, True), level - self.centre)
        self.level = level

    def log_likelihood(self):
        resid = self.level - self.centre
        fit = -0.5 * resid @ self.alpha
        return fit - jnp.log(jnp.diag(self.chol)).sum() - 0.5 * len(resid) * jnp.log(2 * jnp.pi)

    def predict(self, points):
        return self.centre + self.kernel.cov(points, self.xy) @ self.alpha


def choose(kernel, xy, level, scales):
    table = {}
    for s in scales:
        table[s] = float(Field(replace(kernel, scale_km=s), xy, level).log_likelihood())
    return max(table, key=table.get), table


def main():
    xy, level = wells()
    best, table = choose(Kernel(), xy, level, (4.0, 5.0, 6.0))
    print({k: round(v, 3) for k, v in table.items()}, "best", best)
    field = Field(replace(Kernel(), scale_km=best), xy, level)
    grid = jnp.stack(jnp.meshgrid(jnp.linspace(0, 10, 4), jnp.linspace(0, 10, 4)), -1)
    out = jax.jit(field.predict)(grid.reshape(-1, 2))
    print("levels", out[:4])
    print("mean level", float(out.mean()))


if __name__ == "__main__":
    main()
