"""Follow three moons around a planet with velocity Verlet."""

import numpy as np

G = 4 * np.pi**2
place = np.array([[1.0, 0.0], [0.0, 1.6], [-2.1, 0.0]])
speed = np.array([[0.0, 6.2], [-5.0, 0.0], [0.0, -4.4]])
dt = 0.004
distance = np.linalg.norm(place, axis=1, keepdims=True)
pull = -G * place / distance**3
for _ in range(400):
    place = place + dt * speed + 0.5 * dt**2 * pull
    distance = np.linalg.norm(place, axis=1, keepdims=True)
    new_pull = -G * place / distance**3
    speed = speed + 0.5 * dt * (pull + new_pull)
    pull = new_pull
energy = 0.5 * np.sum(speed**2, axis=1) - G / np.linalg.norm(place, axis=1)
print("places", np.round(place, 5).tolist())
print("energies", np.round(energy, 6).tolist())
