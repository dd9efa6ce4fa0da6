"""List how much each source varies.

Report: askap-vast/vast-pipeline#80: one measurement has no deviation
Says: `groupby().std`: 1 of 3 groups has fewer than 2 values
"""

import pandas as pd

flux = pd.DataFrame({"source": ["x", "x", "y", "z", "z"], "flux": [1.0, 1.5, 3.0, 2.0, 2.5]})
spread = flux.groupby("source")["flux"].std()  # culprit
print("largest:", spread.to_numpy().max())
