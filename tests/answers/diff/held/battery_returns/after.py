"""Discounted value of a home battery under hourly prices.

Culprit: zeros_like an integer array truncates cash flows
Report: numpy/numpy#16578, ITU-Rpy#112
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Battery:
    capacity: int = 10
    power: int = 3
    efficiency: float = 0.92
    discount: float = 0.9


def prices(days=3, seed=44):
    rng = np.random.default_rng(seed)
    hour = np.arange(24 * days) % 24
    shape = 18 + 9 * np.sin((hour - 6) / 24 * 4 * np.pi)
    return np.maximum(1, np.rint(shape + rng.normal(0, 3, hour.size))).astype(int)


def schedule(price, battery):
    """Charge in the cheap hours, discharge in the dear ones."""
    low, high = np.quantile(price, [0.3, 0.7])
    level, moves = 0, []
    for p in price:
        if p <= low:
            step = min(battery.power, battery.capacity - level)
        elif p >= high:
            step = -min(battery.power, level)
        else:
            step = 0
        level += step
        moves.append(step)
    return np.array(moves)


def cash(price, moves, battery):
    flow = np.zeros_like(price)  # culprit
    for t, (p, m) in enumerate(zip(price, moves)):
        flow[t] = -m * p if m > 0 else -m * p * battery.efficiency
    return flow


def value_to_go(flow, battery):
    value = np.zeros(len(flow) + 1)
    for t in reversed(range(len(flow))):
        value[t] = flow[t] + battery.discount * value[t + 1]
    return value[:-1]


def main():
    battery = Battery()
    price = prices()
    moves = schedule(price, battery)
    flow = cash(price, moves, battery)
    value = value_to_go(flow, battery)
    print("cycles", int(np.abs(moves).sum()) / (2 * battery.capacity))
    print(f"cash {flow.sum():.4f} cents")
    print(f"value now {value[0]:.4f}, best start hour {value.argmax()}")
    print("by day", flow.reshape(-1, 24).sum(axis=1).round(3))


if __name__ == "__main__":
    main()
