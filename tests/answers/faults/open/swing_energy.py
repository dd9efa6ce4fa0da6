"""How far does a playground swing go after one minute without friction?

Symptom: The number is wrong.
Culprit: Explicit Euler adds energy to an oscillator.
Report: none
"""

import numpy as np

G, LENGTH = 9.81, 2.5
DT = 0.01
START = 0.2  # rad


def acceleration(angle):
    return -G / LENGTH * np.sin(angle)


def swing(seconds):
    angle, speed = START, 0.0
    track = []
    for _ in range(int(seconds / DT)):
        new_angle = angle + DT * speed
        speed = speed + DT * acceleration(angle)  # culprit
        angle = new_angle
        track.append(angle)
    return np.array(track)


track = swing(60.0)
turns = np.flatnonzero(np.diff(np.sign(np.diff(track))))
print("half swings:", turns.size)
print("first turn (rad):", track[turns[0]])

last = np.abs(track[-400:])
print("amplitude after a minute (rad):", last.max())
