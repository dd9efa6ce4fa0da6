"""Tell how likely a sample from a sack of rough stones is, for several guesses of how many gems are in the sack.

Symptom: the chance is nan for the large sack and a number for the small one.
Culprit: 4000 over 800 is beyond float64; comb gives inf for it, and inf / inf is nan.
Report: none
"""

import numpy as np
from scipy import special


class Sack:
    def __init__(self, stones, drawn):
        self.stones = stones
        self.drawn = drawn

    def chance(self, gems, found):
        """Return the chance to find that many gems among the drawn stones if the sack holds `gems` of them."""
        with_gems = special.comb(gems, found)
        without = special.comb(self.stones - gems, self.drawn - found)
        return with_gems * without / special.comb(self.stones, self.drawn)  # culprit

    def posterior(self, guesses, found):
        chances = np.array([self.chance(gems, found) for gems in guesses])
        return chances / chances.sum()


def describe(sack, guesses, found):
    weights = sack.posterior(guesses, found)
    expected = float(np.dot(guesses, weights))
    lines = [f"{sack.stones} stones, {sack.drawn} drawn, {found} gems found"]
    lines += [f"  {gems:4d} gems: {weight:.4f}" for gems, weight in zip(guesses, weights, strict=True)]
    lines.append(f"  expected {expected:.1f}")
    return "\n".join(lines)


def main():
    print(describe(Sack(stones=120, drawn=30), [10, 20, 30, 40], found=6))
    print(describe(Sack(stones=4000, drawn=800), [300, 500, 700, 900], found=118))


if __name__ == "__main__":
    main()
