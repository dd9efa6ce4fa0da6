"""Add up donations by the club of the donor; donors without a club are a group of their own."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(40)
club = rng.choice(np.array(["chess", "rowing", "choir", None], dtype=object), 300)
table = pd.DataFrame({"club": club, "amount": rng.gamma(2.0, 15.0, 300).round(2)})
table["club"] = table["club"].fillna("none")
total = {}
for name in sorted(table["club"].unique()):
    total[name] = table.loc[table["club"] == name, "amount"].sum()
total = pd.Series(total)
share = total / total.sum()
for name, part in share.items():
    if name != "none":
        print(name, round(part, 5))
print("sum", round(total.sum(), 2))
