"""Seats of a regional parliament by the Sainte-Lague method.

Counts the ballots in the order in which the boxes come in and then allots the
seats; prints votes and seats of each party.

Culprit: none
Tempts: the order of the boxes is drawn with an unseeded generator, as the real order is
chance, too; sums of integers do not depend on it and the printed result never changes.
"""

import numpy as np

PARTIES = ["Harbour List", "Greens", "Farmers", "Union", "Free Voters"]
SEATS = 31
LEAST_SHARE = 0.04


def ballot_boxes(boxes=60, seed=12):
    rng = np.random.default_rng(seed)
    support = [0.31, 0.22, 0.18, 0.26, 0.03]
    turnout = rng.integers(180, 950, boxes)
    return np.array([rng.multinomial(n, support) for n in turnout])


def count(boxes):
    order = np.random.default_rng().permutation(len(boxes))
    votes = np.zeros(boxes.shape[1], dtype=np.int64)
    for box in order:
        votes += boxes[box]
    return votes


def allot(votes, seats):
    admitted = np.where(votes >= LEAST_SHARE * votes.sum(), votes, 0)
    won = np.zeros(votes.size, dtype=int)
    for _ in range(seats):
        won[np.argmax(admitted / (2 * won + 1))] += 1
    return won


votes = count(ballot_boxes())
won = allot(votes, SEATS)
for party, ballots, seats in zip(PARTIES, votes, won):
    print(f"{party:13s} {ballots:6d} votes {seats:3d} seats")
print(f"in all        {votes.sum():6d} votes {won.sum():3d} seats")
