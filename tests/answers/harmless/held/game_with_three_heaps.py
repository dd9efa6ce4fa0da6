"""Find the best first move in a game with three heaps of stones.

A move takes stones from one heap; who takes the last stone wins, and each stone taken from the middle heap counts as a
point. The search keeps lower and upper limits, which start at minus and plus infinity, and cuts branches off.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the infinite limits of the search and the score of -inf that a lost game starts from
Report: none
"""

import math
from dataclasses import dataclass, field

import numpy as np

WIN = 100.0


@dataclass
class Search:
    """Minimax with limits and a memory of the positions seen."""

    seen: dict = field(default_factory=dict)
    cut: int = 0

    def moves(self, heaps):
        """Yield the heap, the number of stones and the position after each move."""
        for heap, stones in enumerate(heaps):
            for taken in range(1, min(stones, 3) + 1):
                left = list(heaps)
                left[heap] -= taken
                yield heap, taken, tuple(left)

    def value(self, heaps, low=-math.inf, high=math.inf):
        """Return what the position is worth for who moves next, exact between low and high."""
        if not any(heaps):
            return -WIN
        key = (heaps, low, high)
        if key in self.seen:
            return self.seen[key]
        best = -math.inf
        for heap, taken, left in self.moves(heaps):
            points = taken if heap == 1 else 0
            best = max(best, points - self.value(left, points - high, points - max(low, best)))
            if best >= high:
                self.cut += 1
                break
        self.seen[key] = best
        return best

    def best_move(self, heaps):
        """Return the best move with its value."""
        rated = [
            ((taken if heap == 1 else 0) - self.value(left), heap, taken)
            for heap, taken, left in self.moves(heaps)
        ]
        return max(rated)


def rating_of_players(results, rounds=60):
    """Return strengths of players from a table of wins, with log 0 for who never won left at -inf."""
    wins = results.sum(axis=1)
    games = results + results.T
    strength = np.ones(len(results))
    for _ in range(rounds):
        pairs = strength[:, None] + strength[None, :]
        expected = np.divide(games, pairs, out=np.zeros_like(games), where=games > 0)
        strength = wins / expected.sum(axis=1)
        strength /= strength.sum()
    with np.errstate(divide="ignore"):
        return np.log(strength)


def main():
    """Print the best moves and the players in order."""
    search = Search()
    for heaps in [(3, 4, 5), (2, 5, 2), (4, 4, 4)]:
        value, heap, taken = search.best_move(heaps)
        print(f"{heaps}: take {taken} from heap {heap + 1}, worth {value:.0f}")
    print(f"branches cut off: {search.cut > 0}")
    players = ["Ada", "Bo", "Cem", "Dora"]
    results = np.array([[0, 5, 7, 6], [3, 0, 5, 4], [1, 4, 0, 6], [0, 0, 0, 0]], dtype=float)
    ratings = rating_of_players(results)
    for place, player in enumerate(np.argsort(-ratings), start=1):
        note = "no win yet" if np.isneginf(ratings[player]) else f"{ratings[player]:.3f}"
        print(f"{place}. {players[player]:<5} {note}")


if __name__ == "__main__":
    main()
