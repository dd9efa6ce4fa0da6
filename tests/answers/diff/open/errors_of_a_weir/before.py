"""Compare a reduced model of the flow over a weir with measurements, sensor by sensor."""

import numpy as np


def measured(seed=3):
    rng = np.random.default_rng(seed)
    time = np.linspace(0.0, 6.0, 40)
    return np.array([np.sin(time + phase) + 2.0 for phase in rng.uniform(0, 3, 12)])


def relative_error(true, found, axis=1):
    return np.linalg.norm(true - found, axis=axis) / np.linalg.norm(true, axis=axis)


def reduced(flow, modes=2):
    u, s, vt = np.linalg.svd(flow, full_matrices=False)
    return (u[:, :modes] * s[:modes]) @ vt[:modes]


flow = measured()
errors = relative_error(flow, reduced(flow, modes=1))
print("mean error:", errors.mean())
print("worst:", errors.max())
