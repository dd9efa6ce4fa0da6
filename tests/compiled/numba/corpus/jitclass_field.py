# kind: jitclass-field
# says: `self.speed` (float64) is not in the specification of jitclass `Particle`
# mends: yes
from numba import float64
from numba.experimental import jitclass


@jitclass([("mass", float64)])
class Particle:
    def __init__(self, mass):
        self.mass = mass
        self.speed = mass  # HERE


Particle(1.0)
