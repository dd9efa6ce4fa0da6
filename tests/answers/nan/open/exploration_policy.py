"""Let a player choose among five levers and grow more decided with every round.

Symptom: from round 36 on the odds of the best lever are nan and the player no longer takes it.
Culprit: exp of score * sharpness overflows to inf as soon as the product passes 709; inf / inf is nan.
Report: jhcross/span-parser#2
"""

import numpy as np

PAYOFF = np.array([4.0, 7.5, 11.0, 16.0, 19.5])


class Player:
    def __init__(self, levers):
        self.scores = np.full(levers, 25.0)  # hopeful, so that every lever is tried
        self.sharpness = 1.0

    def probabilities(self):
        weights = np.exp(self.scores * self.sharpness)  # culprit
        return weights / weights.sum()

    def learn(self, lever, reward):
        self.scores[lever] += 0.5 * (reward - self.scores[lever])
        self.sharpness += 1.0


def main(rounds=60):
    rng = np.random.default_rng(3)
    player = Player(len(PAYOFF))
    choices = []
    for number in range(rounds):
        odds = player.probabilities()
        lever = int(np.searchsorted(np.cumsum(odds), rng.random())) % len(PAYOFF)
        choices.append(lever)
        player.learn(lever, PAYOFF[lever] + rng.normal(0, 0.3))
        if number % 12 == 0 or number == rounds - 1:
            print(f"round {number:2d}: sharpness {player.sharpness:4.0f}, odds {np.round(odds, 3)}")
    print("levers chosen in the last ten rounds:", choices[-10:])


if __name__ == "__main__":
    main()
