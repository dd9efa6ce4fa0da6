"""The lowest balance of each account within a quarter, from the bookings of three branches."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(61)
parts = []
for _ in range(3):
    count = 80
    parts.append(
        pd.DataFrame(
            {
                "account": rng.integers(100, 112, count),
                "day": np.sort(rng.integers(1, 91, count)),
                "amount": rng.normal(5.0, 220.0, count).round(2),
            }
        )
    )
bookings = pd.concat(parts, ignore_index=True)
bookings = bookings.sort_values(["account", "day"], kind="stable")  # culprit, too
bookings["balance"] = bookings.groupby("account")["amount"].cumsum() + 500.0
lowest = bookings.groupby("account")["balance"].min()
print(lowest.round(2).to_string())
print(f"accounts below zero: {(lowest < 0).sum()}, fees {(-lowest[lowest < 0] * 0.11 / 4).sum():.2f}")
