"""What was given to a museum, by the visitors' country.

Symptom: The shares add up to 0.8.
Culprit: groupby leaves out the visitors without a country.
Report: pandas-dev/pandas#3729
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(9)
gifts = pd.DataFrame(
    {"country": rng.choice(["Chile", "Ghana", "Nepal", None], 200), "euros": rng.uniform(1, 20, 200)}
)
by_country = gifts.groupby("country")["euros"].sum()  # culprit
shares = by_country / gifts["euros"].sum()
print(shares.round(3).to_string(), "together:", shares.sum())
