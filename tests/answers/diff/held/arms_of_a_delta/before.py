"""Shares the water of a river among the arms of its delta, hour by hour."""

import numpy as np


def inflow(hours):
    t = np.arange(hours)
    return 420.0 + 90.0 * np.sin(2 * np.pi * t / 24.0) + 15.0 * np.cos(2 * np.pi * t / 12.4)


def shares(widths, depths):
    """By Manning's formula an arm takes width times depth to the power 5/3."""
    capacity = []
    for width, depth in zip(widths, depths, strict=True):
        capacity.append(width * depth ** (5.0 / 3.0))
    total = sum(capacity)
    return [value / total for value in capacity]


def stored(flow, keep):
    """Reeds hold water back: each hour a part of the last hour's water follows."""
    out = np.empty(len(flow))
    out[0] = flow[0]
    for hour in range(1, len(flow)):
        out[hour] = keep * out[hour - 1] + (1 - keep) * flow[hour]
    return out


def salt(flows, length):
    """How far salt creeps up an arm, in km: the weaker its flow, the farther."""
    reach = 0.0
    for flow in flows:
        reach += length * np.exp(-flow / 60.0)
    return reach / len(flows)


rng = np.random.default_rng(5)
widths, depths = rng.uniform(40, 160, 6), rng.uniform(1.5, 6.0, 6)
lengths, keeps = rng.uniform(8, 20, 6), rng.uniform(0.5, 0.95, 6)
water = inflow(240)
for arm, share in enumerate(shares(widths, depths)):
    flows = stored(water * share, keeps[arm])
    print(arm, round(float(flows.mean()), 6), round(float(salt(flows, lengths[arm])), 6))
