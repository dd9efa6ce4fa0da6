"""Report how long books are on loan, by subject."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(43)
start = pd.Timestamp("2025-03-01") + pd.to_timedelta(rng.integers(0, 60, 120), unit="D")
back = start + pd.to_timedelta(rng.integers(1, 40, 120), unit="D")
loans = pd.DataFrame({"subject": rng.choice(["art", "law", "sea"], 120), "start": start, "back": back})
loans["days"] = (loans["back"] - loans["start"]).dt.days
late = loans[loans["days"] > 28]
for subject in sorted(loans["subject"].unique()):
    part = loans[loans["subject"] == subject]
    print(subject, len(part), round(part["days"].mean(), 5))
print("late:", len(late), "fines:", ((late["days"] - 28) * 0.2).sum())
