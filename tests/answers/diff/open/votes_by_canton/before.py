"""Share the votes of cantons among parties and print the turnout of each."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(14)
table = pd.DataFrame(
    {
        "canton": rng.choice(["uri", "bern", "jura", "genf"], 60),
        "votes": rng.integers(100, 900, 60),
    }
)
people = pd.Series({"bern": 9000.0, "genf": 7000.0, "jura": 5000.0, "uri": 4000.0})
votes = table.groupby("canton")["votes"].sum()
turnout = votes / people
print(turnout.round(4).to_string())
print("mean:", turnout.mean())
