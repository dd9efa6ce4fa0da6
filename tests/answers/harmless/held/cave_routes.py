"""Shortest safe routes through a cave survey; infinity means no passage.

Symptom: none
Culprit: none
Tempts: infinity as "no passage", Numba Floyd-Warshall, 1/0 silenced on the diagonal
Report: own
"""

import io

import numpy as np
from numba import njit

SURVEY = """from,to,metres,water
mouth,hall,40,0
hall,chimney,25,0
hall,sump,60,1
chimney,gallery,35,0
gallery,lake,50,0
sump,lake,20,1
lake,crystal,45,0
annex,pit,30,0
"""


def load(text, allow_water):
    lines = io.StringIO(text).read().splitlines()[1:]
    edges = [line.split(",") for line in lines]
    names = sorted({e[0] for e in edges} | {e[1] for e in edges})
    index = {n: i for i, n in enumerate(names)}
    dist = np.full((len(names), len(names)), np.inf)
    np.fill_diagonal(dist, 0.0)
    for a, b, metres, water in edges:
        if water == "1" and not allow_water:
            continue
        i, j = index[a], index[b]
        dist[i, j] = dist[j, i] = float(metres)
    return names, dist


@njit
def all_pairs(dist):
    n = dist.shape[0]
    d = dist.copy()
    for k in range(n):
        for i in range(n):
            for j in range(n):
                through = d[i, k] + d[k, j]
                if through < d[i, j]:
                    d[i, j] = through
    return d


class Map:
    def __init__(self, allow_water):
        self.names, self.edges = load(SURVEY, allow_water)
        self.dist = all_pairs(self.edges)

    def reachable(self, start):
        row = self.dist[self.names.index(start)]
        return {n: d for n, d in zip(self.names, row) if np.isfinite(d)}

    def eccentricity(self):
        finite = np.where(np.isinf(self.dist), -np.inf, self.dist)
        return finite.max(axis=1)

    def closeness(self):
        with np.errstate(divide="ignore"):
            inverse = 1.0 / self.dist
        np.fill_diagonal(inverse, 0.0)
        return inverse.mean(axis=1)


def detour(dry, wet):
    """Extra metres without swimming; the unreachable pairs stay out."""
    both = np.isfinite(dry.dist) & np.isfinite(wet.dist)
    return np.where(both, dry.dist, 0).sum() - np.where(both, wet.dist, 0).sum()


def main():
    dry, wet = Map(False), Map(True)
    for label, m in (("dry", dry), ("wet", wet)):
        far = m.reachable("mouth")
        print(label, {k: float(v) for k, v in far.items()})
        print(label, "closeness", m.closeness().round(4))
        print(label, "furthest", m.eccentricity())
    print("detour", detour(dry, wet), "open pairs", int(np.isinf(dry.dist).sum()))


if __name__ == "__main__":
    main()
