"""Find the stiffness of a trampoline's springs from a film, by gradients through the simulation.

Springs only pull: the force of a slack one is zero. Where the length under the root could be zero, it is replaced
before the root is taken, so that value and slope stay finite. Bounds without a limit are infinite.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the root of zero that the replacement keeps away, and the infinite upper bounds
Report: none
"""

import jax
import jax.numpy as jnp
import numpy as np
from scipy.optimize import minimize

jax.config.update("jax_enable_x64", True)

STEP = 0.01
ANCHORS = jnp.array([[-1.5, 0.0], [1.5, 0.0], [0.0, 0.0]])  # the third one is a strap right above the start
REST = jnp.array([1.2, 1.2, 0.4])
MASS = 45.0


def lengths(place):
    """Return the length of each spring, with a finite slope where it is zero."""
    squares = jnp.sum((place - ANCHORS) ** 2, axis=1)
    safe = jnp.where(squares > 0, squares, 1.0)
    return jnp.where(squares > 0, jnp.sqrt(safe), 0.0)


def acceleration(place, speed, stiffness, drag):
    """Return the acceleration of the jumper."""
    length = lengths(place)
    pull = stiffness * jnp.maximum(length - REST, 0.0)
    direction = (ANCHORS - place) / jnp.maximum(length, 1e-9)[:, None]
    force = (pull[:, None] * direction).sum(axis=0)
    return force / MASS - jnp.array([0.0, 9.81]) - drag * speed


@jax.jit
def film(parameters):
    """Return the heights of the jumper for two seconds."""
    stiffness, drag = parameters[:3], parameters[3]

    def move(state, _):
        place, speed = state
        speed = speed + STEP * acceleration(place, speed, stiffness, drag)
        place = place + STEP * speed
        return (place, speed), place[1]

    start = (jnp.zeros(2), jnp.array([0.0, -2.0]))
    return jax.lax.scan(move, start, None, length=200)[1]


def main():
    """Fit the parameters and print them."""
    true = jnp.array([2400.0, 2400.0, 600.0, 0.3])
    rng = np.random.default_rng(13)
    seen = np.asarray(film(true)) + rng.normal(0, 0.005, 200)
    hidden = rng.random(200) < 0.1  # frames in which somebody stood in the way
    seen[hidden] = np.nan
    weights = jnp.where(jnp.isnan(seen), 0.0, 1.0)
    target = jnp.nan_to_num(jnp.asarray(seen))
    scale = jnp.array([1000.0, 1000.0, 1000.0, 1.0])

    def misfit(scaled):
        return jnp.sum(weights * (film(scaled * scale) - target) ** 2) + 1e-4 * (scaled[0] - scaled[1]) ** 2

    slope = jax.jit(jax.value_and_grad(misfit))
    found = minimize(
        lambda scaled: tuple(np.asarray(part, dtype=float) for part in slope(scaled)),
        x0=[2.0, 2.0, 0.8, 0.1],
        jac=True,
        method="L-BFGS-B",
        bounds=[(0.1, np.inf)] * 3 + [(0.0, np.inf)],
    )
    print(f"{int(hidden.sum())} frames hidden, found: {found.success}")
    for name, value, unit in zip(
        ("left", "right", "strap", "drag"), found.x * scale, ["N/m"] * 3 + ["1/s"], strict=True
    ):
        print(f"{name:<6} {float(value):8.1f} {unit}")
    print(f"lowest point {float(film(found.x * scale).min()):.2f} m")


if __name__ == "__main__":
    main()
