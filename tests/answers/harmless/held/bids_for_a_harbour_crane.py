"""Divide work among harbour cranes by auctions and assignments with forbidden pairs.

A crane that cannot lift a load bids infinity; the assignment puts a large finite cost in its place and checks that no
forbidden pair was chosen. The best bid so far starts at infinity, and a load without a bidder waits.

Symptom: none
Culprit: none
Tempts: `nan` could accuse bids of infinity and the best bid that starts there, none of which reaches a sum
Report: none
"""

from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linear_sum_assignment, minimize_scalar


@dataclass
class Crane:
    """A crane with its place, what it can lift in tonnes, and the loads that it won."""

    name: str
    place: float
    strength: float
    won: list[int] = field(default_factory=list)

    def bid(self, place, weight):
        """Return the minutes that a load would take, infinity for one that is too heavy."""
        if weight > self.strength:
            return np.inf
        return abs(place - self.place) / 20 + 3 + 2 * weight / self.strength + 4 * len(self.won)


def loads(rng, count):
    """Return places in metres and weights in tonnes; the last load is too heavy for all."""
    weights = rng.gamma(2.5, 8.0, count)
    weights[-1] = 95.0
    return rng.uniform(0, 600, count), weights


def auction(cranes, places, weights):
    """Give each load to the crane with the lowest bid; return the minutes, infinity for a load that waits."""
    minutes = np.full(len(places), np.inf)
    for load, (place, weight) in enumerate(zip(places, weights, strict=True)):
        best, winner = np.inf, None
        for crane in cranes:
            offer = crane.bid(place, weight)
            if offer < best:
                best, winner = offer, crane
        if winner is not None:
            winner.won.append(load)
            minutes[load] = best
    return minutes


def assigned(cranes, places, weights):
    """Return the minutes of the best one-to-one assignment of the first loads to cranes."""
    costs = np.array([[crane.bid(p, w) for p, w in zip(places, weights, strict=True)] for crane in cranes])
    allowed = np.isfinite(costs)
    finite = np.where(allowed, costs, 1e6)
    rows, columns = linear_sum_assignment(finite)
    chosen = allowed[rows, columns]
    return finite[rows, columns][chosen].sum(), int(chosen.sum())


def best_place(places, weights):
    """Return where a new crane should stand: nearest to all loads by weight, outside the quay at infinite cost."""

    def cost(place):
        if not 0 <= place <= 600:
            return np.inf
        return float((weights * np.abs(places - place)).sum())

    return minimize_scalar(cost, bounds=(0, 600), method="bounded").x


def main():
    """Print the auction, the assignment and the new place."""
    rng = np.random.default_rng(29)
    cranes = [
        Crane("Anton", 80, 25),
        Crane("Berta", 250, 60),
        Crane("Cilly", 430, 40),
        Crane("Dora", 560, 20),
    ]
    places, weights = loads(rng, 14)
    quiet = [Crane(crane.name, crane.place, crane.strength) for crane in cranes]
    minutes = auction(cranes, places, weights)
    for crane in cranes:
        print(f"{crane.name}: loads {crane.won}")
    waiting = np.isinf(minutes)
    print(f"{int(waiting.sum())} loads wait, the others take {minutes[~waiting].sum():.1f} minutes")
    total, pairs = assigned(quiet, places[:4], weights[:4])
    print(f"first four loads: {pairs} assigned, {total:.1f} minutes")
    print(f"a new crane at {best_place(places[~waiting], weights[~waiting]):.0f} m")
    order = np.argsort(minutes, kind="stable")
    print("order of loads:", " ".join(str(load) for load in order[:5]), "... last", int(order[-1]))


if __name__ == "__main__":
    main()
