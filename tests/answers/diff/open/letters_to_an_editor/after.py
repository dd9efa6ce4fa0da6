"""Count how long letters to an editor wait for an answer, by topic.

Symptom: none; the join became a lookup and the groups have a function.
Culprit: none: equal
Report: none
"""

import numpy as np
import pandas as pd

TARGET = {"sport": 2.0, "city": 5.0, "music": 4.0}


def post(count, seed):
    rng = np.random.default_rng(seed)
    topic = rng.choice(list(TARGET), count)
    return pd.DataFrame({"topic": topic, "days": rng.gamma(2.0, 2.0, count)})


def lateness(letters):
    target = letters["topic"].map(TARGET)
    return np.maximum(letters["days"] - target, 0.0)


def by_topic(letters):
    groups = letters["late"].groupby(letters["topic"])
    return pd.DataFrame({"mean": groups.mean(), "max": groups.max()})


letters = post(120, seed=52)
letters["late"] = lateness(letters)
print(by_topic(letters).round(5))
print("late at all", round((letters["late"] > 0).mean(), 5))
