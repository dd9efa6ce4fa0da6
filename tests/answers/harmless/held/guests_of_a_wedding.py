"""Put together who was invited to a wedding, who answered and who sent a gift, and what each table costs.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the outer merges, whose gaps mean "no answer" and "no gift" and are filled on purpose.
Report: none (a question asked often: merge fills rows without a partner with nan)
"""

import numpy as np
import pandas as pd

MENU = {"fish": 42.0, "roast": 39.5, "vegetables": 34.0}


def lists(seed):
    """Return the list of the invited, the answers and the gifts, each with people the others lack."""
    rng = np.random.default_rng(seed)
    names = np.array([f"guest {number:02d}" for number in range(30)])
    invited = pd.DataFrame({"name": names[:26], "table": np.arange(26) % 5 + 1})
    answered = rng.choice(names[:26], 19, replace=False)
    answers = pd.DataFrame({"name": answered, "menu": rng.choice(list(MENU), 19)})
    gave = rng.choice(names, 17, replace=False)
    gifts = pd.DataFrame({"name": gave, "gift": np.round(rng.gamma(3, 20, 17), 2)})
    return invited, answers, gifts


def join(invited, answers, gifts):
    both = invited.merge(answers, on="name", how="left")
    table = both.merge(gifts, on="name", how="outer", indicator="found")
    table["price"] = table["menu"].map(MENU).fillna(0.0)
    table["gift"] = table["gift"].fillna(0.0)
    return table


table = join(*lists(seed=3))
silent = table["menu"].isna() & table["table"].notna()
strangers = table["found"] == "right_only"
by_table = table.dropna(subset="table").astype({"table": int}).groupby("table")[["price", "gift"]].sum()
print(by_table.round(2))
print(f"no answer: {silent.sum()}, gifts from people not invited: {strangers.sum()}")
print(f"costs {table['price'].sum():.2f}, gifts {table['gift'].sum():.2f}")
