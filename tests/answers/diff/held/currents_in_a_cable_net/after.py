"""Compute voltages and losses in the cable net of a village from the resistances of its cables.

Symptom: none
Culprit: none: equal
Report: none
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import spsolve

SIDE = 7
COPPER = 0.0175  # ohm millimetres squared per metre


@dataclass(frozen=True)
class Net:
    start: np.ndarray
    end: np.ndarray
    conductance: np.ndarray
    loads: np.ndarray
    station: int

    @property
    def size(self):
        return self.loads.size

    def incidence(self):
        """One row per cable: 1 at its start and -1 at its end."""
        row = np.arange(self.start.size)
        ones = np.ones(self.start.size)
        return sparse.csr_array(
            (np.r_[ones, -ones], (np.r_[row, row], np.r_[self.start, self.end])),
            shape=(row.size, self.size),
        )


def street_grid(seed=230, side=SIDE, station=24):
    rng = np.random.default_rng(seed)
    cables = []
    for node in range(side * side):
        row, column = divmod(node, side)
        neighbours = [node + 1] * (column + 1 < side) + [node + side] * (row + 1 < side)
        for neighbour in neighbours:
            length, area = rng.uniform(40, 120), rng.choice([25, 50, 95])
            cables.append((node, neighbour, area / (COPPER * length)))
    loads = rng.uniform(0.5, 6.0, side * side)
    loads[station] = 0.0
    start, end, conductance = (np.array(column) for column in zip(*cables, strict=True))
    return Net(start, end, conductance, loads, station)


def voltages(net, source=230.0):
    """Solve the net with the voltage of the station given."""
    incidence = net.incidence()
    laplacian = (incidence.T @ sparse.diags_array(net.conductance) @ incidence).tocsc()
    others = np.delete(np.arange(net.size), net.station)
    result = np.full(net.size, source)
    result[others] += spsolve(laplacian[others][:, others], -net.loads[others])
    return result


def main():
    net = street_grid()
    voltage = voltages(net)
    fall = net.incidence() @ voltage
    current = net.conductance * fall
    busiest = np.abs(current).argmax()
    print(f"drawn       {net.loads.sum():10.4f} A")
    print(f"lowest      {voltage.min():10.5f} V at node {voltage.argmin()}")
    print(f"mean        {voltage.mean():10.5f} V")
    print(f"losses      {(current * fall).sum():10.5f} W")
    print(f"busiest     {abs(current[busiest]):10.5f} A between {net.start[busiest]} and {net.end[busiest]}")


if __name__ == "__main__":
    main()
