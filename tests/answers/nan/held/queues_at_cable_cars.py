"""Learn how long skiers wait at the stations of a cable car, with an effect of each station and each hour.

Every observation names a station, an hour and the minutes waited. Gradient descent fits the effects; observations
without a time (the camera was covered by snow) have weight zero.

Symptom: the loss and every effect print nan from the start
Culprit: the stations are numbered from 1 to 6, so row 6 of a table of six is looked up, which jnp.take answers with NaN
Report: none
"""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

STATIONS = ["Talboden", "Lochegg", "Rossweid", "Firnplatte", "Joch", "Gipfel"]
HOURS = 8


def observations(seed, count):
    """Return station numbers as on the tickets, hours, minutes and weights."""
    rng = np.random.default_rng(seed)
    station = rng.integers(1, len(STATIONS) + 1, count)
    hour = rng.integers(0, HOURS, count)
    by_station = np.array([14.0, 9.0, 6.0, 4.0, 3.0, 7.0])
    by_hour = 5.0 * np.sin(np.pi * np.arange(HOURS) / (HOURS - 1))
    minutes = by_station[station - 1] + by_hour[hour] + rng.normal(0, 1.0, count)
    covered = rng.random(count) < 0.05
    return station, hour, np.where(covered, 0.0, minutes), np.where(covered, 0.0, 1.0)


def waiting(effects, station, hour):
    """Return the minutes that the effects expect."""
    at_station = jnp.take(effects["station"], station)  # culprit
    at_hour = jnp.take(effects["hour"], hour)
    return effects["mean"] + at_station + at_hour


def loss(effects, data, ridge):
    """Return the weighted mean square error and a small penalty on the effects."""
    station, hour, minutes, weight = data
    errors = waiting(effects, station, hour) - minutes
    penalty = ridge * (jnp.sum(effects["station"] ** 2) + jnp.sum(effects["hour"] ** 2))
    return jnp.sum(weight * errors**2) / jnp.sum(weight) + penalty


@partial(jax.jit, static_argnames="rate")
def step(effects, data, rate):
    """Return the effects after one step of gradient descent, and the loss before it."""
    value, slopes = jax.value_and_grad(loss)(effects, data, 1e-3)
    return jax.tree.map(lambda effect, slope: effect - rate * slope, effects, slopes), value


def main():
    """Fit and print the effects."""
    data = tuple(jnp.asarray(column) for column in observations(4, 500))
    print(f"{int((data[3] == 0).sum())} of {len(data[0])} observations have no time")
    effects = {
        "mean": jnp.asarray(float(jnp.sum(data[2]) / jnp.sum(data[3]))),
        "station": jnp.zeros(len(STATIONS)),
        "hour": jnp.zeros(HOURS),
    }
    for number in range(301):
        effects, value = step(effects, data, rate=0.3)
        if number % 100 == 0:
            print(f"step {number:3d}: loss {float(value):.4f}")
    for name, effect in zip(STATIONS, effects["station"], strict=True):
        print(f"{name:<11} {float(effects['mean'] + effect):6.2f} minutes")
    busiest = int(jnp.argmax(effects["hour"]))
    print(f"busiest: {8 + busiest} o'clock, {float(effects['hour'][busiest]):+.2f} minutes")


if __name__ == "__main__":
    main()
