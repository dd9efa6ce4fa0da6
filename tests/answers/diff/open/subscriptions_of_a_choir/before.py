"""What members of a choir paid in each half of a year.

Culprit: none: equal
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(9)
paid = pd.DataFrame(
    {
        "member": rng.integers(0, 25, 150),
        "date": pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.integers(0, 730, 150), unit="D"),
        "amount": rng.choice([12.0, 24.0, 36.0], 150),
    }
)
paid["half"] = paid["date"].dt.year.astype(str) + np.where(paid["date"].dt.month <= 6, "a", "b")
table = paid.pivot_table(index="member", columns="half", values="amount", aggfunc="sum", fill_value=0.0)
owed = (48.0 - table).clip(lower=0.0)
late = owed.gt(0).sum(axis=1)

print(table.sum().to_dict())
print(f"owed {owed.to_numpy().sum():.2f}, mean of members {owed.mean(axis=1).mean():.5f}")
print("most often late", late.idxmax(), int(late.max()))
