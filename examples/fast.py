"""`slow.py` with what `numscope advise` found mended: the same answers, and nothing left to advise."""

import numpy as np

HOURS, SENSORS = 600, 2000


def readings() -> np.ndarray:
    """One row a sensor: temperatures in float32, as the sensors send them."""
    rng = np.random.default_rng(7)
    return rng.normal(15, 4, size=(HOURS, SENSORS)).astype(np.float32)


def calibrated(raw: np.ndarray) -> np.ndarray:
    """Scale and offset of each sensor; the hours of a sensor lie together from here on."""
    gain = np.linspace(0.98, 1.02, SENSORS, dtype=np.float32)
    return np.ascontiguousarray((raw * gain).T)


def degree_hours(temperature: np.ndarray) -> np.ndarray:
    """Warmth added up over the hours."""
    return np.cumsum(temperature, axis=1)


def smoothed(field: np.ndarray) -> np.ndarray:
    """Twenty steps of diffusion, in place."""
    field = field.copy()
    for _ in range(20):
        field *= 0.9
        field += 0.05
    return field


def distances(positions: np.ndarray) -> np.ndarray:
    """How far each sensor is from the middle."""
    return np.linalg.norm(positions - positions.mean(axis=0), axis=1)


def warm_hours(hours: np.ndarray) -> int:
    """How many hours were above 15 degrees."""
    return int(np.count_nonzero(hours > 15))


def forecasts(positions: np.ndarray) -> np.ndarray:
    """A forecast for each day."""
    inverse = np.linalg.inv(positions[:100] @ positions[:100].T + 100 * np.eye(100))
    return np.concatenate([inverse[0] * day for day in range(60)])


def main() -> None:
    """The whole map."""
    raw = readings()
    positions = np.random.default_rng(8).random((SENSORS, 2))
    temperature = calibrated(raw)
    print(f"degree hours: {degree_hours(temperature)[:, -1].mean():.1f}")
    print(f"smoothed: {smoothed(temperature).mean():.3f}")
    print(f"farthest: {distances(positions).max():.3f}")
    print(f"warm hours: {sum(warm_hours(temperature[sensor]) for sensor in range(10))}")
    print(f"forecast: {forecasts(positions).sum():.4f}")


if __name__ == "__main__":
    main()
