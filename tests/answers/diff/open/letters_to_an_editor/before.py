"""Count how long letters to an editor wait for an answer, by topic."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(52)
topics = pd.DataFrame({"topic": ["sport", "city", "music"], "desk": [1, 2, 3], "target": [2.0, 5.0, 4.0]})
letters = pd.DataFrame(
    {"topic": rng.choice(["sport", "city", "music"], 120), "days": rng.gamma(2.0, 2.0, 120)}
)
letters = letters.merge(topics, on="topic", how="left")
letters["late"] = (letters["days"] - letters["target"]).clip(lower=0)
result = letters.groupby("topic")["late"].agg(["mean", "max"])
print(result.round(5))
print("late at all", round((letters["late"] > 0).mean(), 5))
