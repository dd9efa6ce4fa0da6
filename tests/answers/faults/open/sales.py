"""Sales of a week, smoothed over three days.

Symptom: The curve jumps.
Culprit: The days are not in their order.
Report: none
"""

import pandas as pd

table = pd.DataFrame(
    {
        "day": pd.to_datetime(
            ["2026-03-05", "2026-03-02", "2026-03-03", "2026-03-07", "2026-03-04", "2026-03-06"]
        ),
        "sold": [30.0, 10.0, 15.0, 44.0, 22.0, 37.0],
    }
)
smooth = table["sold"].rolling(3).mean()  # culprit
print(smooth.dropna().tolist())
