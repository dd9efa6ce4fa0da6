"""How many different loyalty cards were used this week?

Symptom: The number is wrong.
Culprit: Left merge turns int64 card numbers into float64, digits lost.
Report: pandas-dev/pandas#56517
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(52)

CARDS = 300
card = 90_071_992_547_400_000 + np.arange(CARDS, dtype=np.int64) * 7
holders = pd.DataFrame({"till_id": np.arange(CARDS), "card": card})

receipts = pd.DataFrame(
    {
        "till_id": np.concatenate([np.arange(299), rng.integers(0, 299, 901)]),
        "amount": rng.gamma(2.0, 12.0, 1200).round(2),
    }
)
# customers without a card get the number -1 at the till
without = rng.random(1200) < 0.2
without[:299] = False
receipts.loc[without, "till_id"] = -1

joined = receipts.merge(holders, on="till_id", how="left")  # culprit
with_card = joined.dropna(subset=["card"])
print("receipts:", len(joined), " with a card:", len(with_card))

per_card = with_card.groupby("card")["amount"].sum()
print("largest customer:", per_card.max().round(2))
print("different cards:", with_card["card"].astype("int64").nunique())
