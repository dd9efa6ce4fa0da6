"""A heat map of a city, correct and slow: seven faults that `numscope advise` finds. `fast.py` has them mended.

Run it under numscope: `numscope run examples/slow.py`, then `numscope advise slow.numscope`.
"""

import numpy as np

HOURS, SENSORS = 600, 2000


def readings() -> np.ndarray:
    """One row a sensor: temperatures in float32, as the sensors send them."""
    rng = np.random.default_rng(7)
    return rng.normal(15, 4, size=(HOURS, SENSORS)).astype(np.float32)


def calibrated(raw: np.ndarray) -> np.ndarray:
    """Scale and offset of each sensor."""
    gain = np.linspace(0.98, 1.02, SENSORS)  # float64: makes everything after it twice as wide
    return raw * gain


def degree_hours(temperature: np.ndarray) -> np.ndarray:
    """Warmth added up over the hours."""
    return np.cumsum(temperature, axis=0)  # along an axis whose neighbours lie a row apart


def smoothed(field: np.ndarray) -> np.ndarray:
    """Twenty steps of diffusion."""
    for _ in range(20):
        field = field * 0.9
        field = field + 0.05  # a new array each time
    return field


def distances(positions: np.ndarray) -> list[float]:
    """How far each sensor is from the middle."""
    middle = positions.mean(axis=0)
    away = positions - middle
    return [float(np.linalg.norm(offset)) for offset in away]  # a call for two numbers


def warm_hours(column: np.ndarray) -> int:
    """How many hours were above 15 degrees."""
    count = 0
    for hour in range(len(column)):
        if column[hour] > 15:  # element by element
            count += 1
    return count


def forecasts(positions: np.ndarray) -> np.ndarray:
    """A forecast for each day, joined as they come."""
    days = np.empty(0)
    for day in range(60):
        shape = positions[:100] @ positions[:100].T + 100 * np.eye(100)
        inverse = np.linalg.inv(shape)  # the same each day
        days = np.append(days, inverse[0] * day)  # grows
    return days


def main() -> None:
    """The whole map."""
    raw = readings()
    positions = np.random.default_rng(8).random((SENSORS, 2))
    temperature = calibrated(raw)
    print(f"degree hours: {degree_hours(temperature)[-1].mean():.1f}")
    print(f"smoothed: {smoothed(temperature).mean():.3f}")
    print(f"farthest: {max(distances(positions)):.3f}")
    print(f"warm hours: {sum(warm_hours(temperature[:, sensor]) for sensor in range(10))}")
    print(f"forecast: {forecasts(positions).sum():.4f}")


if __name__ == "__main__":
    main()
