"""Discounted returns of a grid-world agent that collects coins.

Symptom: The number is wrong.
Culprit: Zeros_like of an integer reward array truncates discounted returns (0.620 instead of 1.071).
Report: numpy/numpy#16578
"""

import numpy as np

GAMMA = 0.9
COINS = {(1, 2): 1, (3, 3): 3, (4, 0): 2}
MOVES = np.array([[0, 1], [1, 0], [0, -1], [-1, 0]])


def episode(rng, length=40, side=5):
    pos = np.array([0, 0])
    rewards = []
    for _ in range(length):
        pos = (pos + MOVES[rng.integers(4)]).clip(0, side - 1)
        rewards.append(COINS.get(tuple(pos.tolist()), 0))
    return np.array(rewards)


def discounted(rewards, gamma=GAMMA):
    returns = np.zeros_like(rewards)  # culprit
    running = 0.0
    for t in reversed(range(len(rewards))):
        running = rewards[t] + gamma * running
        returns[t] = running
    return returns


def evaluate(n_episodes=200, seed=2):
    rng = np.random.default_rng(seed)
    starts, all_returns = [], []
    for _ in range(n_episodes):
        g = discounted(episode(rng))
        starts.append(g[0])
        all_returns.append(g)
    return np.array(starts), np.vstack(all_returns)


def main():
    starts, table = evaluate()
    print("return by step:", table.mean(axis=0)[:6].round(2))
    print("best start:", round(float(starts.max()), 2))
    print(f"value of the start state: {starts.mean():.3f}")


main()
