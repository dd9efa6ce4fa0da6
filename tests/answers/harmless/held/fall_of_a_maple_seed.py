"""Follow a maple seed to the ground and sum how far such seeds fly.

The seed is integrated without an end of time; an event stops it at the ground. The density of flights is integrated to
infinity, and the mean of a heavy-tailed fit is infinite by its theory, which the report says in words.

Symptom: none
Culprit: none
Tempts: `nan` could accuse integration to infinity and the infinite mean of the heavy tail, both of them meant
Report: none
"""

import math

import numpy as np
from scipy import integrate, stats

GRAVITY = 9.81


def ground(_, state, *others):
    """Return the height of the seed, whose zero ends its flight, whatever else the motion takes."""
    return state[1]


ground.terminal = True
ground.direction = -1


def motion(_, state, wind, drag):
    """Return the change of place and speed of the seed in a wind that grows with height."""
    _, height, along, up = state
    relative = along - wind * math.log1p(max(height, 0.0)) / math.log(21.0)
    speed = math.hypot(relative, up)
    return [along, up, -drag * speed * relative, -GRAVITY - drag * speed * up]


def flight(height, wind, drag=9.0):
    """Return seconds and metres that a seed flies."""
    path = integrate.solve_ivp(
        motion, (0.0, np.inf), [0.0, height, 0.0, 0.0], events=ground, args=(wind, drag), rtol=1e-6
    )
    return path.t_events[0][0], path.y_events[0][0][0]


def heavy_tail(distances):
    """Return shape and scale of a Pareto distribution above the shortest flight."""
    shortest = distances.min()
    shape = distances.size / np.log(distances / shortest).sum()
    return shape, shortest


def main():
    """Print flights and sums."""
    rng = np.random.default_rng(10)
    for height in (5.0, 12.0, 20.0):
        seconds, metres = flight(height, wind=4.0)
        print(f"from {height:4.1f} m: {seconds:5.2f} s, {metres:6.2f} m")
    winds = stats.weibull_min.rvs(1.8, scale=4.0, size=40, random_state=rng)
    distances = np.array([flight(rng.uniform(6, 20), wind)[1] for wind in winds])
    print(f"40 seeds: median {np.median(distances):.1f} m, farthest {distances.max():.1f} m")

    density = stats.gaussian_kde(np.log(distances))
    total, _ = integrate.quad(lambda log_metres: density(log_metres)[0], -np.inf, np.inf)
    beyond, _ = integrate.quad(lambda log_metres: density(log_metres)[0], math.log(50.0), np.inf)
    print(f"density sums to {total:.4f}, share beyond 50 m {beyond:.3f}")

    shape, shortest = heavy_tail(distances)
    mean = stats.pareto.mean(shape, scale=shortest)
    print(f"heavy tail: shape {shape:.2f}, mean {'unbounded' if math.isinf(mean) else f'{mean:.1f} m'}")


if __name__ == "__main__":
    main()
