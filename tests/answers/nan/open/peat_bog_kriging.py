"""Gaussian process map of peat thickness from probe soundings, written with JAX.

Fits nothing: fixed length scale and noise, prints the marginal likelihood and three predictions.
Symptom: the log marginal likelihood and every prediction are nan.
Culprit: the noise variance is 0.0 (NOISE_SD), and with soundings 0.3 m apart and a 60 m length scale the float32
kernel matrix is not positive definite, so cholesky returns nan.
Report: none
"""

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax.scipy.linalg import cho_solve

LENGTH_SCALE = 60.0  # metres
SIGNAL_SD = 1.1  # metres of peat
NOISE_SD = 0.0  # culprit


class Posterior(NamedTuple):
    x: jnp.ndarray
    chol: jnp.ndarray
    alpha: jnp.ndarray
    mean: float


def soundings(seed=31):
    rng = np.random.default_rng(seed)
    coarse = rng.uniform(0, 200, (30, 2))
    close = coarse[:6] + rng.uniform(0.1, 0.3, (6, 2))
    xy = np.vstack([coarse, close])
    depth = 2.5 + np.sin(xy[:, 0] / 45) + 0.5 * np.cos(xy[:, 1] / 60)
    return xy, depth + rng.normal(0, 0.08, len(xy))


def rbf(a, b):
    d2 = jnp.sum((a[:, None, :] - b[None, :, :]) ** 2, axis=-1)
    return SIGNAL_SD**2 * jnp.exp(-0.5 * d2 / LENGTH_SCALE**2)


def condition(x, y):
    mean = float(y.mean())
    k = rbf(x, x) + NOISE_SD**2 * jnp.eye(len(x))
    chol = jnp.linalg.cholesky(k)
    alpha = cho_solve((chol, True), y - mean)
    return Posterior(x, chol, alpha, mean)


def log_marginal(post, y):
    fit = -0.5 * (y - post.mean) @ post.alpha
    volume = -jnp.sum(jnp.log(jnp.diag(post.chol)))
    return fit + volume - 0.5 * len(y) * jnp.log(2 * jnp.pi)


def predict(post, new):
    return post.mean + rbf(new, post.x) @ post.alpha


def main():
    xy, depth = soundings()
    x, y = jnp.asarray(xy), jnp.asarray(depth)
    post = condition(x, y)
    print(f"{len(y)} soundings, mean thickness {post.mean:.2f} m")
    print(f"log marginal likelihood: {float(log_marginal(post, y)):.3f}")
    spots = jnp.array([[50.0, 50.0], [100.0, 150.0], [180.0, 20.0]])
    for (e, n), value in zip(spots.tolist(), predict(post, spots).tolist()):
        print(f"peat at ({e:.0f}, {n:.0f}): {value:.3f} m")


if __name__ == "__main__":
    main()
