"""How unusual the rent of a flat is among those of its street.

Says: `transform('std')`: 2 of 5 values are alone in their groups, where n - 1 is 0
"""

import pandas as pd

flats = pd.DataFrame({"street": ["a", "a", "b", "c", "a"], "rent": [9.0, 11.0, 14.0, 8.0, 10.0]})
usual = flats.groupby("street")["rent"]
unusual = (flats["rent"] - usual.transform("mean")) / usual.transform("std")  # culprit
print(unusual.max(skipna=False))
