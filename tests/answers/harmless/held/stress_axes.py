"""Principal stresses and the failure plane of a rock sample.

Symptom: none
Culprit: none
Tempts: a question could accuse this: twin of vibration_modes: rows of the transposed eigenvector matrix.
Report: none
"""

import numpy as np


def stress_tensor():
    return np.array([[52.0, 8.0, -4.0], [8.0, 35.0, 6.0], [-4.0, 6.0, 18.0]])


def principal(tensor):
    values, vectors = np.linalg.eigh(tensor)
    order = np.argsort(values)[::-1]
    return values[order], vectors.T[order]


def angle_to_vertical(axis):
    return np.degrees(np.arccos(min(1.0, abs(axis[2]))))


def traction(tensor, normal):
    t = tensor @ normal
    across = t @ normal
    along = np.sqrt(max(t @ t - across**2, 0.0))
    return across, along


def failure_plane(axes, friction=32.0):
    theta = np.radians(45.0 + friction / 2.0)
    return np.cos(theta) * axes[0] + np.sin(theta) * axes[2]


def main():
    tensor = stress_tensor()
    values, axes = principal(tensor)
    for value, axis in zip(values, axes):
        residual = np.abs(tensor @ axis - value * axis).max()
        print(f"{value:7.3f} MPa  {angle_to_vertical(axis):5.1f} deg from vertical  ({residual < 1e-9})")
    across, along = traction(tensor, failure_plane(axes))
    print(f"normal {across:.3f} MPa, shear {along:.3f} MPa")


if __name__ == "__main__":
    main()
