"""Compute voltages and losses in the cable net of a village from the resistances of its cables."""

import numpy as np

SIDE = 7
COPPER = 0.0175  # ohm millimetres squared per metre

rng = np.random.default_rng(230)

# the crossings of a street grid are the nodes
cables = []
for row in range(SIDE):
    for column in range(SIDE):
        node = row * SIDE + column
        if column + 1 < SIDE:
            cables.append((node, node + 1, rng.uniform(40, 120), rng.choice([25, 50, 95])))
        if row + 1 < SIDE:
            cables.append((node, node + SIDE, rng.uniform(40, 120), rng.choice([25, 50, 95])))

loads = rng.uniform(0.5, 6.0, SIDE * SIDE)  # amperes drawn from each node
station = 24
loads[station] = 0.0

size = SIDE * SIDE
matrix = np.zeros((size, size))
for one, other, length, area in cables:
    resistance = COPPER * length / area
    matrix[one, one] += 1.0 / resistance
    matrix[other, other] += 1.0 / resistance
    matrix[one, other] -= 1.0 / resistance
    matrix[other, one] -= 1.0 / resistance

# the station holds its voltage: leave its row and column out
keep = []
for node in range(size):
    if node != station:
        keep.append(node)
small = np.zeros((size - 1, size - 1))
right = np.zeros(size - 1)
for i in range(size - 1):
    right[i] = -loads[keep[i]]
    for j in range(size - 1):
        small[i, j] = matrix[keep[i], keep[j]]

drops = np.linalg.solve(small, right)
voltage = np.zeros(size)
voltage[station] = 230.0
for i in range(size - 1):
    voltage[keep[i]] = 230.0 + drops[i]

loss = 0.0
highest = 0.0
busiest = None
for one, other, length, area in cables:
    resistance = COPPER * length / area
    current = (voltage[one] - voltage[other]) / resistance
    loss += current**2 * resistance
    if abs(current) > highest:
        highest = abs(current)
        busiest = (one, other)

print(f"drawn       {loads.sum():10.4f} A")
print(f"lowest      {voltage.min():10.5f} V at node {voltage.argmin()}")
print(f"mean        {voltage.mean():10.5f} V")
print(f"losses      {loss:10.5f} W")
print(f"busiest     {highest:10.5f} A between {busiest[0]} and {busiest[1]}")
