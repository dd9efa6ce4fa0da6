"""Compute who can still reach the hospital, and how fast, while roads are flooded.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the infinite travel times between villages that no open road connects.
Report: none
"""

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, shortest_path
from scipy.spatial.distance import cdist

VILLAGES = 80
HOSPITAL = 0


def roads(rng):
    """Return the travel time in minutes between villages that lie less than 16 km apart."""
    places = rng.uniform(0.0, 100.0, size=(VILLAGES, 2))
    places[HOSPITAL] = 50.0, 50.0
    distance = cdist(places, places)
    first, second = np.nonzero(np.triu(distance < 16.0, k=1))
    minutes = distance[first, second] * rng.uniform(1.0, 1.6, size=len(first))
    return first, second, minutes


def open_network(rng, flooded_share):
    first, second, minutes = roads(rng)
    dry = rng.random(len(first)) > flooded_share
    shape = (VILLAGES, VILLAGES)
    return csr_array((minutes[dry], (first[dry], second[dry])), shape=shape), np.count_nonzero(~dry)


def main():
    network, flooded = open_network(np.random.default_rng(17), flooded_share=0.32)
    parts, _ = connected_components(network, directed=False)
    minutes = shortest_path(network, directed=False, indices=HOSPITAL)
    cut_off = np.isinf(minutes)
    print(f"{flooded} roads are flooded; the villages fall into {parts} groups")
    print(f"{np.count_nonzero(cut_off)} villages can't reach the hospital")
    reachable = minutes[~cut_off]
    print(f"the others need {reachable.mean():.2f} minutes on average, {reachable.max():.2f} at most")
    within = np.count_nonzero(reachable <= 30.0) / VILLAGES
    print(f"within half an hour: {within:.1%}")


if __name__ == "__main__":
    main()
