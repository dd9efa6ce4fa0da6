"""Find the shortest ways through a labyrinth whose doors close at times.

Distances start at infinity; rooms that cannot be reached keep it and are listed by name. Doors that are shut weigh
infinity in the matrix of all pairs.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the infinite distances, which mean "no way" and are counted, not summed
Report: none
"""

import heapq
import math

import numpy as np
from scipy.sparse.csgraph import csgraph_from_dense, shortest_path

ROOMS = ["gate", "yard", "well", "hall", "stairs", "attic", "cellar", "tower", "crypt"]
DOORS = [
    ("gate", "yard", 3.0),
    ("yard", "well", 2.0),
    ("yard", "hall", 4.5),
    ("well", "cellar", 6.0),
    ("hall", "stairs", 2.5),
    ("stairs", "attic", 7.0),
    ("stairs", "tower", 9.0),
    ("attic", "tower", 1.5),
    ("cellar", "hall", 3.5),
]


def open_doors(shut):
    """Return the neighbours of each room with the metres to them."""
    ways = {room: [] for room in ROOMS}
    for one, other, metres in DOORS:
        if (one, other) not in shut:
            ways[one].append((other, metres))
            ways[other].append((one, metres))
    return ways


def distances(ways, start):
    """Return the metres from one room to every room, infinity where there is no way."""
    best = dict.fromkeys(ROOMS, math.inf)
    best[start] = 0.0
    queue = [(0.0, start)]
    while queue:
        metres, room = heapq.heappop(queue)
        if metres > best[room]:
            continue
        for other, step in ways[room]:
            if metres + step < best[other]:
                best[other] = metres + step
                heapq.heappush(queue, (best[other], other))
    return best


def matrix(ways):
    """Return the metres between neighbouring rooms, infinity where there is no open door."""
    metres = np.full((len(ROOMS), len(ROOMS)), np.inf)
    np.fill_diagonal(metres, 0.0)
    for room, neighbours in ways.items():
        for other, step in neighbours:
            metres[ROOMS.index(room), ROOMS.index(other)] = step
    return metres


def all_pairs(metres):
    """Return the shortest ways between all rooms by passing through one room more each time."""
    shortest = metres.copy()
    for room in range(len(shortest)):
        shortest = np.minimum(shortest, shortest[:, [room]] + shortest[[room], :])
    return shortest


def main():
    """Print the ways for three evenings."""
    for evening, shut in [
        ("Monday", set()),
        ("Tuesday", {("hall", "stairs")}),
        ("Friday", {("gate", "yard")}),
    ]:
        ways = open_doors(shut)
        from_gate = distances(ways, "gate")
        pairs = all_pairs(matrix(ways))
        graph = csgraph_from_dense(matrix(ways), null_value=np.inf)
        assert np.array_equal(pairs, shortest_path(graph, directed=False))
        reached = {room: metres for room, metres in from_gate.items() if math.isfinite(metres)}
        closed = [room for room in ROOMS if room not in reached]
        farthest = max(reached, key=reached.get)
        print(
            f"{evening}: farthest room {farthest} at {reached[farthest]:.1f} m, closed: {', '.join(closed)}"
        )
        joined = pairs[np.isfinite(pairs) & (pairs > 0)]
        print(f"  {joined.size // 2} pairs of rooms are joined, {joined.mean():.2f} m apart on average")


if __name__ == "__main__":
    main()
