"""Orders and ranks that are counted from 1."""

import numpy as np


def _scores(rows):
    rng = np.random.default_rng(3)
    scores = rng.normal(size=(rows, 12))
    right = rng.integers(0, 12, rows)
    scores[np.arange(rows), right] += 2.0
    return scores, right


def faulty_gain_of_search_results():
    scores, right = _scores(30)
    ranks = np.argsort(-scores, axis=1) + 1  # fault
    mine = ranks[np.arange(30), right]
    return (1 / np.log2(1 + mine)).mean()


def faulty_hits_of_one_question_each():
    """The order is counted from 1 where it is used: the line that sorts is the one to mend."""
    scores, right = _scores(20)
    rank = np.argsort(-scores[0])  # fault
    first = np.take(rank, right[:5])
    return (1.0 / (first + 1)).mean()


def faulty_columns_of_a_league():
    points = np.random.default_rng(5).poisson(40, size=(9, 4)).astype(float)
    tables = []
    for season in points.T:
        order = (-season).argsort()
        tables.append(order + 1)  # fault
    tables = np.stack(tables)
    return (tables <= 3).sum(axis=0)


def healthy_gain_of_search_results():
    scores, right = _scores(30)
    ranks = np.argsort(np.argsort(-scores, axis=1), axis=1) + 1
    mine = ranks[np.arange(30), right]
    return (1 / np.log2(1 + mine)).mean(), (mine <= 3).mean()


def healthy_numbers_of_the_best():
    """Numbers from 1 on to show, beside the order to look up by; discounts by place alone."""
    scores, right = _scores(20)
    order = np.argsort(-scores[0])
    numbers = [int(one) for one in order[:3] + 1]
    gains = scores[0][order] / np.log2(np.arange(2, 14))
    place = np.where(order == right[0])[0] + 1
    return numbers, gains.sum(), 1.0 / place, (order + 1 <= 3).mean()


def healthy_pages_in_their_order():
    """Only shown, and counted by page: no element of another array is meant."""
    seen = np.array([4.0, 1.5, 9.0, 2.5, 7.0, 3.0])
    shown = np.argsort(seen)[::-1] + 1
    return shown[:2].tolist(), shown.max(), (shown[:3] <= 2).sum()
