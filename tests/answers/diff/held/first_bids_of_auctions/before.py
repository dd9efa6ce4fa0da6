"""Compare the first bid of each lot of an auction with the price in the end."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(41)
rows = []
for lot in range(60):
    estimate = rng.lognormal(5.0, 0.6)
    count = rng.integers(2, 9)
    bids = np.sort(estimate * rng.uniform(0.4, 1.3, count))
    for step, bid in enumerate(bids):
        secret = rng.random() < 0.25
        rows.append((lot, step, np.nan if secret else bid, rng.choice(["room", "phone", "web"]), estimate))
bids = pd.DataFrame(rows, columns=["lot", "step", "bid", "where", "estimate"])
bids = bids.sample(frac=1, random_state=2)

bids = bids.sort_values(["lot", "step"])
opening = bids.groupby("lot").head(1).set_index("lot")
last = bids.groupby("lot")["bid"].max()

known = opening["bid"].notna()
ratio = (last / opening["bid"])[known]
print(f"{known.sum()} of {len(opening)} lots were opened with a known bid")
print(f"opened at {100 * (opening['bid'] / opening['estimate']).mean():.3f} percent of the estimate")
print(f"rise {ratio.mean():.4f}, median {ratio.median():.4f}")
print(opening.groupby("where")["bid"].mean().round(3).to_dict())
