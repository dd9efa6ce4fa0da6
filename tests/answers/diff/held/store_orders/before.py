"""Revenue of an online shop by customer country."""

import numpy as np
import pandas as pd

N_CUSTOMERS = 200
N_ORDERS = 1500

rng = np.random.default_rng(37)
customers = pd.DataFrame(
    {
        "customer": np.arange(N_CUSTOMERS),
        "country": rng.choice(["DE", "FR", "IT", "NL"], N_CUSTOMERS, p=[0.4, 0.3, 0.2, 0.1]),
        "updated": pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.integers(0, 100, N_CUSTOMERS), unit="D"),
    }
)
moved = customers.sample(45, random_state=4).copy()
moved["updated"] = moved["updated"] + pd.Timedelta(days=120)
moved["country"] = rng.choice(["DE", "NL"], 45)
customers = pd.concat([customers, moved], ignore_index=True)
orders = pd.DataFrame(
    {
        "order": np.arange(N_ORDERS),
        "customer": rng.integers(0, N_CUSTOMERS, N_ORDERS),
        "value": np.round(rng.gamma(2.0, 30.0, N_ORDERS), 2),
    }
)

latest = customers.sort_values("updated").drop_duplicates("customer", keep="last")
joined = orders.merge(latest[["customer", "country"]], on="customer", how="left")
revenue = joined.groupby("country")["value"].sum()

print(revenue.round(2).to_string())
print(f"share of DE: {revenue['DE'] / revenue.sum():.4f}")
print(f"revenue: {revenue.sum():.2f}")
