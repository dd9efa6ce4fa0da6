"""Choose how much to spend on each bridge of a county so that the expected damage is least.

Symptom: none
Culprit: none
Tempts: nan may accuse the infinite bounds and the start value inf of the best damage; precision the float32 table.
Report: none
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, minimize

BUDGET = 9.0  # millions


@dataclass(frozen=True)
class Bridge:
    name: str
    value: float
    decay: float
    least: float = 0.0
    most: float = math.inf

    def damage(self, spent):
        return self.value * math.exp(-self.decay * spent)


def county(seed=47):
    rng = np.random.default_rng(seed)
    bridges = []
    for k in range(8):
        value = rng.uniform(2.0, 14.0)
        decay = rng.uniform(0.3, 1.4)
        most = math.inf if k % 3 else 1.5
        bridges.append(Bridge(f"bridge {k + 1}", value, decay, least=0.2 if k == 5 else 0.0, most=most))
    return bridges


def total_damage(spent, value, decay):
    return float(np.sum(value * np.exp(-decay * spent)))


def slope(spent, value, decay):
    return -value * decay * np.exp(-decay * spent)


def cheapest(bridges):
    """The best of a few starts; a start that fails counts as infinitely bad."""
    value = np.array([bridge.value for bridge in bridges])
    decay = np.array([bridge.decay for bridge in bridges])
    bounds = Bounds([b.least for b in bridges], [b.most for b in bridges])
    within = LinearConstraint(np.ones(len(bridges)), -np.inf, BUDGET)
    best_damage, best = math.inf, None
    for share in (0.2, 0.6, 1.0):
        start = np.full(len(bridges), share * BUDGET / len(bridges))
        result = minimize(
            total_damage,
            np.clip(start, bounds.lb, bounds.ub),
            args=(value, decay),
            jac=slope,
            method="SLSQP",
            bounds=bounds,
            constraints=[within],
            options={"ftol": 1e-10, "maxiter": 200},
        )
        damage = result.fun if result.success else math.inf
        if damage < best_damage:
            best_damage, best = damage, result.x
    return best_damage, best


def table(bridges, steps=7):
    """A rough table for the council: damage for round sums, in single precision."""
    sums = np.linspace(0, 3, steps, dtype=np.float32)
    decay = np.array([b.decay for b in bridges], dtype=np.float32)
    value = np.array([b.value for b in bridges], dtype=np.float32)
    return sums, value[:, None] * np.exp(-decay[:, None] * sums)


def main():
    bridges = county()
    damage, spent = cheapest(bridges)
    for bridge, amount in zip(bridges, spent, strict=True):
        limit = "no limit" if math.isinf(bridge.most) else f"at most {bridge.most}"
        print(f"{bridge.name}: {amount:6.3f} million ({limit}), damage {bridge.damage(amount):6.3f}")
    print(f"spent {spent.sum():.3f} of {BUDGET}, damage {damage:.4f}")
    sums, rough = table(bridges)
    for k, amount in enumerate(sums):
        print(f"{amount:.1f} million each: {rough[:, k].sum():.3f}")


if __name__ == "__main__":
    main()
