"""Sum a budget that was typed by hand.

Report: pandas-dev/pandas#4674: a thousands separator is no part of a number
Says: `to_numeric(errors='coerce')`: 2 of 4 values are no number
"""

import pandas as pd

typed = pd.Series(["1,200", "300", "75", "2,000"])
budget = pd.to_numeric(typed, errors="coerce")  # culprit
print("share:", (budget / budget.to_numpy().sum()).tolist())
