"""How much a kiosk takes beside the mean of its street.

Culprit: see after.py
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(21)
kiosks = pd.DataFrame(
    {
        "street": rng.choice(["Mill", "Church", "Harbour", "Station"], 60),
        "day": rng.integers(0, 15, 60),
        "takings": rng.gamma(4.0, 60.0, 60),
        "hours": rng.integers(5, 12, 60),
    }
)
kiosks["by_hour"] = kiosks["takings"] / kiosks["hours"]
mean = kiosks.groupby("street")["by_hour"].transform("mean")
kiosks["beside"] = kiosks["by_hour"] / mean
ordered = kiosks.sort_values(["day", "street"]).reset_index(drop=True)
ordered["so_far"] = ordered.groupby("street")["takings"].cumsum()

best = ordered.groupby("street")["beside"].max()
print(best.round(5).to_dict())
print(f"spread {ordered['beside'].std():.6f}")
print(f"takings {ordered['takings'].sum():.3f}, last {ordered['so_far'].iloc[-1]:.3f}")
