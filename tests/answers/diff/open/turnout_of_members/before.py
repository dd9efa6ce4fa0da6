"""Report how many members of a club come to its evenings, by section and weekday.

Culprit: see after.py
"""

import numpy as np
import pandas as pd

SECTIONS = ["chess", "choir", "rowing"]
DAYS = ["Mon", "Tue", "Thu"]


def evenings(count, seed):
    rng = np.random.default_rng(seed)
    section = rng.choice(SECTIONS, count)
    guests = rng.poisson(np.select([section == "chess", section == "choir"], [9.0, 24.0], 14.0))
    return pd.DataFrame(
        {
            "section": section,
            "day": rng.choice(DAYS, count),
            "guests": guests,
            "hours": rng.uniform(1, 4, count),
        }
    )


table = evenings(150, seed=101)
table["drinks"] = table["guests"] * table["hours"] * 0.4
wide = table.pivot_table(index="section", columns="day", values="guests", aggfunc="sum")
wide = wide[DAYS]
share = wide.div(wide.sum(axis=1), axis=0)
print(wide.to_string())
for section in SECTIONS:
    print(f"{section:7s} busiest {share.loc[section].idxmax()} {share.loc[section].max():.4f}")
print(f"drinks {table['drinks'].sum():.2f}")
print(f"guests on Mondays {wide['Mon'].sum():.3f}")
