"""Find the best free seats of a theatre from a list of sold tickets and the view from each seat."""

import numpy as np

ROWS, SEATS = 9, 14

# the plan of the house: a better view in the middle, worse to the back
row = np.arange(ROWS)
seat = np.arange(SEATS)
view = np.empty((ROWS, SEATS))
for r in row:
    for s in seat:
        view[r, s] = 10 - 0.6 * r - 0.25 * abs(s - 6.5)

# the box office numbers the seats along each row from the front
rng = np.random.default_rng(9)
sold = np.zeros(ROWS * SEATS, dtype=bool)
sold[rng.choice(ROWS * SEATS, 70, replace=False)] = True
plan = sold.reshape(ROWS, SEATS)

free = np.where(plan, 0.0, view)
print("sold by row:", plan.sum(axis=1))
print(f"view sold {view[plan].sum():.2f}, best free {free.max():.2f}")

pairs = free[:, :-1] + free[:, 1:]
pairs[plan[:, :-1] | plan[:, 1:]] = 0
for index in np.argsort(pairs.ravel(), kind="stable")[::-1][:4]:
    r, s = np.unravel_index(index, pairs.shape)
    print(f"row {r + 1}, seats {s + 1} and {s + 2}: {pairs[r, s]:.2f}")
