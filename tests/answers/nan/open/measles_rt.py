"""Reproduction number of a measles outbreak, week by week.

Divides the cases of a week by the mean of the weeks one generation before, smooths
the ratio exponentially and prints the latest value for the outbreak report.

Culprit: the loop starts at week 2 although it looks back 3 weeks; cases[-1:2] is an
empty slice, its mean NaN, and the smoothing carries this NaN from the first week it
treats to the last.
"""

import numpy as np

CASES = np.array([3, 4, 4, 7, 9, 14, 19, 23, 31, 28, 26, 22, 17, 15, 11, 8], dtype=float)
LOOKBACK = 3  # weeks that may have infected the present one
SMOOTHING = 0.4


def week_ratios(cases, lookback):
    weeks, ratios = [], []
    for week in range(lookback - 1, cases.size):  # culprit
        sources = cases[week - lookback : week]
        weeks.append(week)
        ratios.append(cases[week] / sources.mean())
    return np.array(weeks), np.array(ratios)


def smooth(values, share):
    level = values[0]
    out = [level]
    for value in values[1:]:
        level = share * value + (1 - share) * level
        out.append(level)
    return np.array(out)


def first_below_one(weeks, curve):
    below = np.flatnonzero(curve < 1.0)
    return int(weeks[below[0]]) if below.size else None


def main():
    weeks, ratios = week_ratios(CASES, LOOKBACK)
    curve = smooth(ratios, SMOOTHING)
    print("week  cases  R")
    for week, value in zip(weeks[-5:], curve[-5:]):
        print(f"{week:4d}  {int(CASES[week]):5d}  {value:.3f}")
    print("first week with R below 1:", first_below_one(weeks, curve))
    print(f"latest R {curve[-1]:.3f}")


if __name__ == "__main__":
    main()
