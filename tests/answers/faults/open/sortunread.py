"""How a level rises from day to day.

Symptom: It falls.
Culprit: The sorted table is thrown away.
Report: none
"""

import pandas as pd

t = pd.DataFrame({"day": [3, 1, 2], "level": [30.0, 10.0, 20.0]})
t.sort_values("day")  # culprit
print(t.level.diff().mean())
