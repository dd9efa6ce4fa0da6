"""Follow three moons around a planet with velocity Verlet.

Symptom: the energies drift and the places differ.
Culprit: both halves of the kick use the new pull in place of the mean of the old and the new one.
Report: none
"""

from typing import NamedTuple

import numpy as np

G = 4 * np.pi**2


class State(NamedTuple):
    place: np.ndarray
    speed: np.ndarray
    pull: np.ndarray


def pull_at(place):
    return -G * place / np.linalg.norm(place, axis=1, keepdims=True) ** 3


def advance(state, dt):
    place = state.place + dt * state.speed + 0.5 * dt**2 * state.pull
    pull = pull_at(place)
    speed = state.speed + dt * pull  # culprit
    return State(place, speed, pull)


def energy_of(state):
    return 0.5 * np.sum(state.speed**2, axis=1) - G / np.linalg.norm(state.place, axis=1)


def main():
    place = np.array([[1.0, 0.0], [0.0, 1.6], [-2.1, 0.0]])
    speed = np.array([[0.0, 6.2], [-5.0, 0.0], [0.0, -4.4]])
    state = State(place, speed, pull_at(place))
    for _ in range(400):
        state = advance(state, dt=0.004)
    print("places", np.round(state.place, 5).tolist())
    print("energies", np.round(energy_of(state), 6).tolist())


if __name__ == "__main__":
    main()
