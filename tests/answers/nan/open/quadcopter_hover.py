"""Climb of a quadcopter to its hover height under a PID controller.

Simulates the vertical motion with quadratic drag and prints the height reached,
the overshoot and the time after which the craft stays within 10 cm.

Culprit: the error is measured minus wanted height, so the controller pushes away
from the set point; the height runs off, the speed passes what the 10 ms step can
damp, drag overflows to inf and inf - inf makes height and speed NaN.
"""

import numpy as np

MASS = 1.2  # kg
DRAG = 0.08  # N s2/m2
G = 9.81


class Pid:
    def __init__(self, kp, ki, kd, dt):
        self.kp, self.ki, self.kd, self.dt = kp, ki, kd, dt
        self.integral = 0.0
        self.last = None

    def force(self, wanted, measured):
        error = measured - wanted  # culprit
        self.integral += error * self.dt
        slope = 0.0 if self.last is None else (error - self.last) / self.dt
        self.last = error
        return self.kp * error + self.ki * self.integral + self.kd * slope


def climb(target, seconds=40.0, dt=0.01):
    pid = Pid(kp=6.0, ki=0.8, kd=5.0, dt=dt)
    height, speed = np.float64(0.0), np.float64(0.0)
    track = np.empty(int(seconds / dt))
    for i in range(track.size):
        lift = MASS * G + pid.force(target, height)
        drag = DRAG * speed * abs(speed)
        speed = speed + dt * ((lift - drag) / MASS - G)
        height = height + dt * speed
        track[i] = height
    return track


def settling_time(track, target, dt=0.01, band=0.1):
    outside = np.flatnonzero(~(np.abs(track - target) <= band))
    return 0.0 if outside.size == 0 else (outside[-1] + 1) * dt


def main():
    target = 12.0
    track = climb(target)
    print(f"height after 40 s: {track[-1]:.3f} m")
    print(f"overshoot: {track.max() - target:.3f} m")
    print(f"settled after {settling_time(track, target):.2f} s")


main()
