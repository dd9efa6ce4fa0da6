"""Plans which planks a sawmill cuts from its logs, for the greatest profit.

Symptom: none
Culprit: none
Tempts: nan could accuse the infinite bounds and the nan of an unknown demand; linprog reads inf as no bound
Report: none
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog


@dataclass(frozen=True)
class Plank:
    name: str
    profit: float
    volume: float
    minutes: float
    demand: float  # nan: nobody asked the customers


PLANKS = [
    Plank("beam", 38.0, 0.21, 6.0, 120.0),
    Plank("joist", 17.5, 0.09, 3.5, float("nan")),
    Plank("board", 6.2, 0.03, 1.5, 900.0),
    Plank("batten", 1.1, 0.004, 0.5, float("nan")),
]


def bounds(planks):
    """No more than the demand; without one there is no limit."""
    demand = np.array([plank.demand for plank in planks])
    upper = np.nan_to_num(demand, nan=np.inf, posinf=np.inf)
    return np.column_stack([np.zeros(len(planks)), upper])


def plan(planks, volume, minutes):
    costs = [-plank.profit for plank in planks]
    limits = [[plank.volume for plank in planks], [plank.minutes for plank in planks]]
    return linprog(costs, A_ub=limits, b_ub=[volume, minutes], bounds=bounds(planks), method="highs")


result = plan(PLANKS, 60.0, 2400.0)
for plank, count in zip(PLANKS, result.x, strict=True):
    print(f"{plank.name:7s} {count:9.2f}")
print("profit", round(-float(result.fun), 2))
