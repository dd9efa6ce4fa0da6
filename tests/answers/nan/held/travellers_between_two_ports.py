"""Forecast how travellers between two ports divide themselves among ferry, train and plane.

Each traveller weighs price and hours, some with much noise and some with little; who has no car cannot take the car
ferry, whose utility is then minus infinity. Shares follow from a logit model whose weights are calibrated to a count at
the border.

Symptom: the shares, the calibrated weights and the revenue print nan
Culprit: exp of all utilities of a decided traveller underflows to 0: 0 / 0, as they are not shifted by the best one
Report: none
"""

import numpy as np

MODES = ["ferry", "train", "plane"]
PRICES = np.array([49.0, 79.0, 119.0])  # euros
HOURS = np.array([9.5, 6.5, 2.5])


def travellers(rng, count):
    """Return the worth of an hour and of a euro for each traveller, how decided each one is, and who has a car."""
    hour = rng.lognormal(np.log(0.5), 0.5, count)
    euro = rng.lognormal(np.log(0.04), 0.4, count)
    decided = rng.lognormal(np.log(20.0), 1.2, count)
    return hour, euro, decided, rng.random(count) < 0.7


def utilities(weights, people, prices=PRICES):
    """Return the utility (travellers, modes), -inf for the ferry without a car."""
    hour, euro, decided, car = people
    value = decided[:, None] * (weights - hour[:, None] * HOURS - euro[:, None] * prices)
    value[~car, 0] = -np.inf
    return value


def choices(utility):
    """Return the chance (travellers, modes) of each mode."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.exp(utility) / np.exp(utility).sum(axis=1, keepdims=True)  # culprit


def calibrated(people, counted, rounds=200, rate=4.0):
    """Return the weights of the modes for which the shares are those counted at the border."""
    weights = np.zeros(len(MODES))
    for _ in range(rounds):
        shares = choices(utilities(weights, people)).mean(axis=0)
        weights += rate * (counted - shares)
        rate *= 0.97
    return weights


def revenue(shares, prices):
    """Return the revenue in euros of each mode for a hundred travellers."""
    return 100 * shares * prices


def main():
    """Calibrate and print what a cheaper train would change."""
    rng = np.random.default_rng(75)
    people = travellers(rng, 4000)
    print(f"{int(people[3].sum())} of {len(people[3])} travellers have a car")
    start = choices(utilities(np.zeros(3), people)).mean(axis=0)
    print("uncalibrated:", " ".join(f"{mode} {share:.3f}" for mode, share in zip(MODES, start, strict=True)))
    weights = calibrated(people, np.array([0.31, 0.42, 0.27]))
    for name, prices in [("today", PRICES), ("cheaper train", PRICES * np.array([1.0, 0.8, 1.0]))]:
        shares = choices(utilities(weights, people, prices)).mean(axis=0)
        money = revenue(shares, prices)
        print(
            f"{name:<14}" + " ".join(f"{mode} {share:.3f}" for mode, share in zip(MODES, shares, strict=True))
        )
        print(f"{'':<14}revenue {money.sum():.0f} euros, of it train {money[1]:.0f}")
    print("weights:", " ".join(f"{weight:.2f}" for weight in weights))


if __name__ == "__main__":
    main()
