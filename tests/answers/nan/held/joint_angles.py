"""Bending angles of a robot arm's links along a planned path.

Symptom: The program prints NaN or inf.
Culprit: Arccos of a cosine slightly above 1 on a straight path.
Report: serengil/retinaface#15
"""

import numpy as np


def path(n=40):
    s = np.linspace(0, 1, n)
    points = np.column_stack([0.8 * s, 0.35 * s, 0.15 * s])
    points[n // 2 :, 1] += 0.25 * (s[n // 2 :] - s[n // 2]) ** 2
    return points


def directions(points):
    steps = np.diff(points, axis=0)
    return steps / np.linalg.norm(steps, axis=1, keepdims=True)


def bend_angles(points):
    u = directions(points)
    cosine = np.sum(u[1:] * u[:-1], axis=1)
    return np.degrees(np.arccos(cosine))  # culprit


def servo_effort(angles, stiffness=0.8):
    return stiffness * np.sum(angles**2)


def main():
    points = path()
    length = np.linalg.norm(np.diff(points, axis=0), axis=1).sum()
    angles = bend_angles(points)
    print(f"path length : {length:.4f} m")
    print(f"largest bend: {angles.max():.3f} deg")
    print(f"servo effort: {servo_effort(angles):.4f}")


if __name__ == "__main__":
    main()
