"""Give measurements names.

Report: pandas-dev/pandas#54358: an index given with a Series selects
Says: `DataFrame` aligns by label: all 3 labels are missing in one part
"""

import pandas as pd

values = pd.Series([1.5, 2.5, 3.5], name="length")
table = pd.DataFrame(values, index=["i1", "i2", "i3"])  # culprit
print(table.sum())
