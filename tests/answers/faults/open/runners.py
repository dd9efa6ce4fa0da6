"""Places of runners in a race.

Symptom: The first place is not that of the fastest.
Culprit: `argsort` gives places, not ranks.
Report: none
"""

import numpy as np
import pandas as pd

runs = pd.DataFrame({"name": list("abcde"), "seconds": [61.2, 58.9, 57.7, 64.0, 60.1]})
runs["place"] = np.argsort(runs["seconds"].to_numpy()) + 1  # culprit
print(runs.sort_values("place"))
