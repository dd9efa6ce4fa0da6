"""Spreading of a dye cloud in a canal, explicit finite differences.

Advection and dispersion over five minutes; prints peak, width and arrival.

Symptom: none
Culprit: none
Tempts: an explicit scheme near its limit (0.40 + transport < 0.5); mass and peak stay bounded.
Report: none
"""

import numpy as np


class Canal:
    def __init__(self, length=400.0, cells=400, velocity=0.05, dispersion=0.45):
        self.dx = length / cells
        self.x = (np.arange(cells) + 0.5) * self.dx
        self.velocity = velocity
        self.dispersion = dispersion
        self.state = np.zeros(cells)

    def time_step(self):
        """Step of the explicit scheme from the dispersion limit."""
        return 0.40 * self.dx**2 / self.dispersion

    def release(self, centre, width, mass):
        shape = np.exp(-0.5 * ((self.x - centre) / width) ** 2)
        self.state += mass * shape / (shape.sum() * self.dx)

    def advance(self, dt):
        c = self.state
        new = c.copy()
        diffusion = self.dispersion * (c[2:] - 2 * c[1:-1] + c[:-2]) / self.dx**2
        transport = self.velocity * (c[1:-1] - c[:-2]) / self.dx
        new[1:-1] += dt * (diffusion - transport)
        self.state = new

    def centre_and_width(self):
        mass = self.state.sum()
        mean = (self.x * self.state).sum() / mass
        var = ((self.x - mean) ** 2 * self.state).sum() / mass
        return mean, np.sqrt(abs(var))


def main():
    canal = Canal()
    canal.release(centre=80.0, width=3.0, mass=50.0)
    print("released peak: %.4f g/m" % canal.state.max())
    dt = canal.time_step()
    clock, gauge = 0.0, []
    while clock < 300.0:
        canal.advance(dt)
        clock += dt
        gauge.append(canal.state[100])
    centre, width = canal.centre_and_width()
    print("steps: %d of %.3f s" % (len(gauge), dt))
    print("cloud centre: %.2f m, width: %.2f m" % (centre, width))
    print("peak: %.5g g/m" % canal.state.max())
    print("gauge maximum: %.5g after %.0f s" % (max(gauge), dt * np.argmax(gauge)))
    print("mass: %.4f" % (canal.state.sum() * canal.dx))


if __name__ == "__main__":
    main()
