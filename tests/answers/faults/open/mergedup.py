"""The sum of all orders.

Symptom: It is 100 in place of 60.
Culprit: Orders with two notes are counted twice.
Report: none
"""

import pandas as pd

orders = pd.DataFrame({"id": [1, 2, 3], "amount": [10.0, 20.0, 30.0]})
notes = pd.DataFrame({"id": [1, 1, 2, 3, 3], "note": list("abcde")})
both = orders.merge(notes, on="id")  # culprit
print(both.amount.sum())
